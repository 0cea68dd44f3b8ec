import type { BlobOwner } from '../../protocol/blob-store.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { Inbound } from '../../protocol/inbound.ts';
import type { Log } from '../../protocol/log.ts';
import type { Store, TurnWork } from '../../protocol/store.ts';
import type { Transformer } from '../../protocol/transformer.ts';
import type { Address, InboundFile, Turn } from '../../protocol/turn.ts';
import type { TurnRules } from '../../protocol/turn-rules.ts';
import type { TurnClient } from '../../protocol/ui/turn-client.ts';
import type { ViewContext } from '../../protocol/ui/view-context.ts';
import type { ConnectedChannel } from '../intake/arrival.ts';
import { readsMarkdown } from '../render.ts';
import { untilKept } from '../until-kept.ts';
import { writingFor } from '../writing.ts';

export interface ReadTurn extends Turn {
  /** Whether the person is one human. */
  isAttributable: boolean;
  isShared: boolean;
  /** How often the conversation had begun anew before it. */
  generation: number;
  /** The update that it was read from, as it was kept. */
  update: string;
  /** Whether another runtime gets the update itself, in the agent's place. */
  isForwarded: boolean;
  /** What answering it takes, see `Inbound`; never the agent's to know. */
  secret?: string;
  /** Those of the inbounds that were joined to it: one reply answers them all. */
  joinedSecrets: readonly string[];
  joinedTurnIds: readonly string[];
}

export interface ReadTurnDeps {
  store: Pick<Store, 'joinWaiting'>;
  rules: Pick<TurnRules, 'whenBusy'>;
  /** By the channel that is forwarded. */
  forwards: ReadonlyMap<string, unknown>;
  transformers: ReadonlyMap<string, Transformer>;
  fileUrl: (channel: string, file: InboundFile) => string;
  /** What the views that a person has open want a model to know. Absent = there are no views. */
  viewContexts?: (owner: BlobOwner) => Promise<readonly ViewContext[]>;
  log: Log;
  /** Aborted when the service gives up waiting for turns in flight. */
  signal: AbortSignal;
}

/** An update that its channel cannot read. */
export interface Unreadable {
  unreadable: string;
}

/**
 * Reads a claimed turn from its kept update. By `steer`, what waits behind it is read, too, and is part of it: the
 * texts in order, an empty line between them, and all files. An answer to a question stands alone.
 * Gives nothing when the update holds nothing for an agent. Where another runtime stands in its place, each update is a
 * turn of its own, whatever it holds.
 */
export async function readTurn(
  work: TurnWork,
  channel: ConnectedChannel,
  deps: ReadTurnDeps,
): Promise<ReadTurn | Unreadable | undefined> {
  const { turnId, epoch, response } = work;
  const isForwarded = deps.forwards.has(work.channel);
  // Another runtime gets each update as it came, so none is joined to another one.
  const isJoining = deps.rules.whenBusy === 'steer' && response === undefined && !isForwarded;
  const waiting = isJoining ? await untilKept(() => deps.store.joinWaiting({ turnId, epoch }), deps) : [];
  let inbounds: (Inbound | undefined)[];
  try {
    inbounds = await Promise.all([work, ...waiting].map(({ raw }) => channel.connection.decode(raw)));
  } catch (error) {
    return { unreadable: `The update could not be read: ${reasonOf(error)}` };
  }
  const [inbound, ...joined] = inbounds;
  const isAnswer = response !== undefined;
  const said = inbounds.flatMap((one) => (one && saidIn(one, isAnswer)) ?? []);
  if (!inbound || (said.length === 0 && !isForwarded)) return undefined;
  const message = said.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n\n');
  const files = said.flatMap((one) => one.files);
  const address = addressIn(work.conversation, inbound.address, channel);
  const { printer, transformer } = writingFor(channel.type, address, deps.transformers);
  const views = isForwarded ? [] : await viewsOf(inbound.person.id, work, deps);
  return {
    turnId,
    attempt: work.attempt,
    channel: work.channel,
    conversation: work.conversation,
    session: sessionOf(work),
    generation: work.generation,
    person: inbound.person,
    message: message || (response?.label ?? ''),
    files: fetchable(files, channel, deps),
    address,
    update: work.raw,
    isForwarded,
    isAttributable: inbound.isAttributable,
    isShared: inbound.isShared ?? channel.type.isShared(inbound.address),
    readsMarkdown: readsMarkdown(printer, transformer),
    ...(response && { uiResponse: response }),
    ...(inbound.client && { client: readersOf(inbound.client, joined.length) }),
    ...(views.length > 0 && { views }),
    ...(inbound.secret !== undefined && { secret: inbound.secret }),
    joinedSecrets: joined.flatMap((one) => one?.secret ?? []),
    joinedTurnIds: waiting.map((one) => one.turnId),
  };
}

/** A turn does not wait for what it can do without. */
async function viewsOf(
  personId: string,
  { channel, conversation }: TurnWork,
  { viewContexts, log }: ReadTurnDeps,
): Promise<readonly ViewContext[]> {
  if (!viewContexts) return [];
  try {
    return await viewContexts({ channel, conversation, personId });
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, 'what views want the agent to know could not be read');
    return [];
  }
}

/** The address of a conversation: one that moved meanwhile has another than the update says. */
export function addressIn(conversation: string, said: Address, { type }: ConnectedChannel): Address {
  return type.conversationOf(said) === conversation ? said : (type.addressOf(conversation) ?? said);
}

/**
 * What all who read a turn can show. Who asked what was joined to it is told the reply and nothing of what was shown on
 * the way to it, so then all of it has to be there: words, and the widgets of MUXI.
 */
function readersOf(client: TurnClient, joined: number): TurnClient {
  return joined === 0 ? client : { dialect: 'muxi' };
}

interface Said {
  text: string;
  files: readonly InboundFile[];
}

/** Nothing when somebody did something without saying anything. */
function saidIn({ event }: Inbound, isAnswer: boolean): Said | undefined {
  switch (event.type) {
    case 'message':
      return { text: isAnswer ? event.text : (event.prompt ?? event.text), files: event.files };
    case 'edit':
      return { text: event.text, files: event.files ?? [] };
    case 'press':
      return { text: event.label, files: [] };
    case 'step':
    case 'moved':
      return undefined;
    default:
      return event satisfies never;
  }
}

/** The name changes when the conversation begins anew, so that an agent that remembers by it begins anew, too. */
function sessionOf({ conversation, generation }: TurnWork): string {
  return generation === 0 ? conversation : `${conversation}#${generation}`;
}

/** The files with a URL that an agent can fetch them by, where the channel gives their bytes. */
function fetchable(
  files: readonly InboundFile[],
  { type, connection }: ConnectedChannel,
  { fileUrl }: ReadTurnDeps,
): readonly InboundFile[] {
  if (files.length === 0 || !connection.openFile) return files;
  return files.map((file) => ({ ...file, url: fileUrl(type.name, file) }));
}
