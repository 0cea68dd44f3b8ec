import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createSeal } from '../../../src/callback/seal.ts';
import { createCompose } from '../../../src/pipeline/composer.ts';
import type { ConnectedChannel } from '../../../src/pipeline/intake/arrival.ts';
import { createPipeline, type Pipeline } from '../../../src/pipeline/pipeline.ts';
import { createSay } from '../../../src/pipeline/sentences.ts';
import { produce } from '../../../src/producers/produce.ts';
import type { Agent } from '../../../src/protocol/agent.ts';
import type { ChannelType } from '../../../src/protocol/channel.ts';
import { DEFAULT_UI_LIMITS } from '../../../src/protocol/envelope.ts';
import type { Inbound, Received } from '../../../src/protocol/inbound.ts';
import type { Store } from '../../../src/protocol/store.ts';
import type { Transformer } from '../../../src/protocol/transformer.ts';
import { DEFAULT_TURN_RULES, type TurnRules } from '../../../src/protocol/turn-rules.ts';
import type { AfterTurn } from '../../../src/protocol/ui/after-turn.ts';
import { createMemoryStore } from '../../../src/store/memory/store.ts';
import { allWidgets } from '../../../src/widgets/all.ts';
import { NO_TOOLS } from '../../agents/turns.ts';
import { stages } from '../../producers/stages.ts';

/** What somebody does in a chat; the chats named `group …` are read by many. */
export interface Doing {
  text?: string;
  person?: string;
  /** Not one human: an anonymous admin. */
  isNobody?: boolean;
  /** Presses a button instead. */
  press?: string;
  messageId?: string;
  edit?: boolean;
  /** The update's own id; the same one is a repetition. */
  update?: string;
  turnId?: string;
  /** What the platform wants to see with an answer. */
  secret?: string;
  /** The part of the text that may be an answer. */
  typed?: string;
  /** A day's messages of this sender. */
  cap?: number;
}

export interface Chat {
  pipeline: Pipeline;
  store: Store;
  /** What people read, per chat, in order. */
  read(chat: string): string[];
  /** The secrets that came with what people read. */
  secrets(chat: string): (string | undefined)[];
  /** Ids of the questions that were shown in a chat. */
  buttons(chat: string): string[];
  say(chat: string, doing: Doing | string): Promise<Received>;
  counted: Record<string, number>;
}

/** Waits for what will be so in a moment, longer on a busy machine. */
export function soon<T>(read: () => T): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { timeout: 5_000, interval: 5 });
}

const quiet = { error() {}, warn() {}, info() {}, debug() {} };

/** A pipeline over the memory store, with one channel whose platform is a list of what it was sent. */
export function openChat(options: {
  agent: Agent['run'];
  /** Whether the agent wants to know what was said before. */
  remembers?: boolean;
  /** Runs the channel's turns in the agent's place. */
  forward?: Agent['run'];
  /** Adds something to turns that ended well. */
  afterTurn?: AfterTurn;
  rules?: Partial<TurnRules>;
  onCrash?: 'rerun' | 'notify';
  description?: string;
  store?: Store;
  now?: () => number;
  channel?: Partial<ChannelType> & {
    /** Whether a message is edited to show its answer. */
    showsAnswers?: boolean;
  };
  isOff?: boolean;
  /** How long it takes until the channel is connected and the pipeline begins. Default: at once. */
  startsAfterMs?: number;
}): Chat {
  const now = options.now ?? Date.now;
  const store = options.store ?? createMemoryStore({ now });
  const sent: { chat: string; content: string; ids: string[]; secret: string | undefined }[] = [];
  const counted: Record<string, number> = {};
  const seal = createSeal({ secrets: ['a secret of sixteen bytes'] });
  const widgetTypes = new Map(allWidgets());
  const pipeline = createPipeline({
    store,
    transformers: new Map([['toy', template]]),
    widgetTypes,
    agent: { run: options.agent },
    forwards: new Map(options.forward && [['toy', { run: options.forward }]]),
    agentMakesWidgets: false,
    agentRemembers: options.remembers ?? false,
    createStage: stages(),
    afterTurn: options.afterTurn,
    agentName: 'toy',
    description: options.description,
    tools: NO_TOOLS,
    policies: { of: () => ({ whenUnknown: 'resend' }) },
    expiresAfterMs: 60_000,
    rules: { ...DEFAULT_TURN_RULES, ...options.rules },
    onCrash: options.onCrash ?? 'rerun',
    seal,
    compose: createCompose({
      produce: (turn, mint) => produce(turn, { links: new Map(), mint }),
      widgetTypes,
      ui: { limits: DEFAULT_UI_LIMITS, widgets: true },
      seal,
    }),
    say: createSay(),
    log: quiet,
    meter: {
      received() {},
      refused(_channel, reason) {
        counted[reason] = (counted[reason] ?? 0) + 1;
      },
      pressed() {},
      turnEnded() {},
      widgetEmitted() {},
      deliveryTried() {},
      claimLost() {},
    },
    now,
    random: () => 0.5,
    fileUrl: (_channel, file) => `https://files.example/${file.ref}`,
  });
  const begin = () => {
    if (!options.isOff) {
      pipeline.join(
        toyChannel((payload, secret) => {
          const { content = '', chat, ui = [] } = payload as { content?: string; chat: string; ui?: { id: string }[] };
          sent.push({ chat, content, ids: ui.map(({ id }) => id), secret });
        }, options.channel),
      );
    }
    pipeline.start();
  };
  if (options.startsAfterMs === undefined) begin();
  else setTimeout(begin, options.startsAfterMs);
  onTestFinished(() => pipeline.stop(0));

  let updates = 0;
  return {
    pipeline,
    store,
    counted,
    read: (chat) => sent.filter((one) => one.chat === chat).map(({ content }) => content),
    secrets: (chat) => sent.filter((one) => one.chat === chat).map(({ secret }) => secret),
    buttons: (chat) => sent.filter((one) => one.chat === chat).flatMap(({ ids }) => ids),
    say(chat, said) {
      const doing = typeof said === 'string' ? { text: said } : said;
      updates += 1;
      const raw = JSON.stringify({ chat, update: String(updates), ...doing });
      return pipeline.receive('toy', inboundOf(raw), doing.turnId === undefined ? {} : { turnId: doing.turnId });
    },
  };
}

const template: Transformer = {
  name: 'toy',
  usesUi: true,
  usesTimestamp: false,
  content: {},
  body: ({ response, context }) => ({ chat: context.chat, content: response.content, ui: response.ui }),
};

const wire = z.object({
  chat: z.string(),
  update: z.string(),
  text: z.string().default(''),
  person: z.string().default('ann'),
  isNobody: z.boolean().default(false),
  press: z.string().optional(),
  messageId: z.string().optional(),
  edit: z.boolean().default(false),
  secret: z.string().optional(),
  typed: z.string().optional(),
  cap: z.number().optional(),
});

function inboundOf(raw: string): Inbound {
  const { chat, update, text, person, isNobody, press, messageId = update, ...more } = wire.parse(JSON.parse(raw));
  const { edit, secret, typed, cap } = more;
  const limited = {
    ...(typed !== undefined && { typed }),
    ...(cap !== undefined && { caps: [{ bucket: person, rate: { perSecond: cap / 86_400, burst: cap } }] }),
  };
  const event = press
    ? ({ type: 'press', data: [press], label: text, mayBeMessage: false } as const)
    : ({ type: edit ? 'edit' : 'message', text, files: [], messageId, ...limited } as const);
  const who = { person: { id: person }, isAttributable: !isNobody };
  return { dedupeKey: update, raw, address: { chat }, ...who, event, ...(secret !== undefined && { secret }) };
}

function toyChannel(
  onSent: (payload: unknown, secret: string | undefined) => void,
  { showsAnswers = false, ...more }: Partial<ChannelType> & { showsAnswers?: boolean } = {},
): ConnectedChannel {
  const type: ChannelType = {
    name: 'toy',
    settings: z.unknown(),
    isEnabled: () => true,
    address: z.record(z.string(), z.union([z.string(), z.number()])),
    conversationOf: ({ chat }) => `toy:${chat}`,
    addressOf: (conversation) => ({ chat: conversation.slice(4) }),
    deliveryLaneOf: ({ chat }) => `toy:${chat}`,
    isShared: ({ chat }) => String(chat).startsWith('group'),
    content: { format: 'plain', overflow: 'split', truncationSuffix: '' },
    print: (_affordances, text) => ({ parts: [{ content: text, ui: {} }], notes: [] }),
    decode: () => ({ message: '', user_id: '', ui_response: null, context: {} }),
    ...more,
  };
  return {
    type,
    connection: {
      routes: [],
      start() {},
      async stop() {},
      readiness: () => ({ ready: true }),
      decode: async (raw) => inboundOf(raw),
      async deliver({ payload, secret }) {
        onSent(payload, secret);
        return { status: 'delivered', receipt: '1' };
      },
      showAnswered: ({ payload }) =>
        showsAnswers ? { ...(payload as object), content: 'answered', ui: [] } : undefined,
      readdress: (payload) => payload,
    },
  };
}
