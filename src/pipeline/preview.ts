import type { AgentTurn } from '../protocol/agent-turn.ts';
import type { ChannelType } from '../protocol/channel.ts';
import type { Envelope } from '../protocol/envelope.ts';
import { plainLine } from '../protocol/plain-text.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { CreateStage } from '../protocol/ui/ui-stage.ts';
import type { WidgetTypes } from '../protocol/widget.ts';
import type { Compose } from './composer.ts';
import { printsUi, type Rendered, readsMarkdown, render } from './render.ts';
import type { Say } from './sentences.ts';
import { stageWhole } from './stage-whole.ts';

export type PreviewRequest = { channel: ChannelType; context: Readonly<Record<string, unknown>> } & (
  | { turn: AgentTurn }
  | { ui: readonly unknown[]; text: string }
);

/** Prints a turn for a channel without sending or keeping anything. */
export type Preview = (request: PreviewRequest) => Promise<Pick<Rendered, 'payloads' | 'notes'>>;

export function createPreview(deps: {
  transformers: ReadonlyMap<string, Transformer>;
  widgetTypes: WidgetTypes;
  agentName: string;
  compose: Compose;
  createStage: CreateStage;
  say: Say;
  composeGiven: (
    text: string,
    widgets: readonly unknown[],
    writing: { readsMarkdown: boolean; isUnprinted: boolean; printsUi: boolean },
  ) => Envelope;
  now: () => number;
}): Preview {
  return async (request) => {
    const { channel, context } = request;
    const address = channel.address.safeParse(context);
    const conversation = address.success ? channel.conversationOf(address.data) : `${channel.name}:preview`;
    const transformer = deps.transformers.get(channel.name);
    const writing = {
      readsMarkdown: readsMarkdown(channel, transformer),
      isUnprinted: transformer === undefined,
      printsUi: printsUi(channel, transformer),
    };
    const envelope =
      'turn' in request
        ? deps.compose(request.turn, {
            shown: await stageWhole(
              request.turn,
              { turnId: 'preview', run: 1, channel: channel.name, conversation, isPreview: true },
              deps,
            ),
            conversation,
            canAsk: true,
            sendsFiles: channel.printFile !== undefined,
            ...writing,
          })
        : deps.composeGiven(request.text, request.ui, writing);
    const { payloads, notes } = render({
      channel,
      transformer,
      widgetTypes: deps.widgetTypes,
      envelope,
      context: {
        address: address.success ? address.data : unbroken(context),
        agentName: deps.agentName,
        nowMs: deps.now(),
      },
      submitLabel: deps.say('submit', undefined),
    });
    return { payloads, notes };
  };
}

/** A context that is no whole address, with its line breaks gone: they could end a header. */
function unbroken(context: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(context).map(([key, value]) => [key, typeof value === 'string' ? plainLine(value) : value]),
  );
}
