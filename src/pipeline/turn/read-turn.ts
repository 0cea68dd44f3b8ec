import type { Inbound } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { Log } from '../../protocol/log.ts';
import type { Store, TurnWork } from '../../protocol/store.ts';
import type { Transformer } from '../../protocol/transformer.ts';
import type { Address, InboundFile, Turn } from '../../protocol/turn.ts';
import type { TurnRules } from '../../protocol/turn-rules.ts';
import type { ConnectedChannel } from '../intake/arrival.ts';
import { readsMarkdown } from '../render.ts';
import { untilKept } from '../until-kept.ts';

export interface ReadTurn extends Turn {
  /** Whether the person is one human. */
  isAttributable: boolean;
  isShared: boolean;
  /** What answering it takes, see `Inbound`; never the agent's to know. */
  secret?: string;
  /** Those of the inbounds that were joined to it: one reply answers them all. */
  joinedSecrets: readonly string[];
}

export interface ReadTurnDeps {
  store: Pick<Store, 'joinWaiting'>;
  rules: Pick<TurnRules, 'whenBusy'>;
  transformers: ReadonlyMap<string, Transformer>;
  fileUrl: (channel: string, file: InboundFile) => string;
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
 * Gives nothing when the update holds nothing for an agent.
 */
export async function readTurn(
  work: TurnWork,
  channel: ConnectedChannel,
  deps: ReadTurnDeps,
): Promise<ReadTurn | Unreadable | undefined> {
  const { turnId, epoch, response } = work;
  const isJoining = deps.rules.whenBusy === 'steer' && response === undefined;
  const waiting = isJoining ? await untilKept(() => deps.store.joinWaiting({ turnId, epoch }), deps) : [];
  let inbounds: (Inbound | undefined)[];
  try {
    inbounds = await Promise.all([work.raw, ...waiting].map((raw) => channel.connection.decode(raw)));
  } catch (error) {
    return { unreadable: `The update could not be read: ${reasonOf(error)}` };
  }
  const [inbound, ...joined] = inbounds;
  const said = inbounds.flatMap((one) => (one && saidIn(one)) ?? []);
  if (!inbound || said.length === 0) return undefined;
  const message = said.flatMap(({ text }) => (text === '' ? [] : [text])).join('\n\n');
  const files = said.flatMap((one) => one.files);
  return {
    turnId,
    attempt: work.attempt,
    channel: work.channel,
    conversation: work.conversation,
    session: sessionOf(work),
    person: inbound.person,
    message: message || (response?.label ?? ''),
    files: fetchable(files, channel, deps),
    address: addressIn(work.conversation, inbound.address, channel),
    isAttributable: inbound.isAttributable,
    isShared: inbound.isShared ?? channel.type.isShared(inbound.address),
    readsMarkdown: readsMarkdown(channel.type, deps.transformers.get(work.channel)),
    ...(response && { uiResponse: response }),
    ...(inbound.secret !== undefined && { secret: inbound.secret }),
    joinedSecrets: joined.flatMap((one) => one?.secret ?? []),
  };
}

/** The address of a conversation: one that moved meanwhile has another than the update says. */
export function addressIn(conversation: string, said: Address, { type }: ConnectedChannel): Address {
  return type.conversationOf(said) === conversation ? said : (type.addressOf(conversation) ?? said);
}

interface Said {
  text: string;
  files: readonly InboundFile[];
}

/** Nothing when somebody did something without saying anything. */
function saidIn({ event }: Inbound): Said | undefined {
  switch (event.type) {
    case 'message':
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
