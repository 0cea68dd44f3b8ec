import type { ChannelHost } from '../../protocol/channel.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { Inbound } from '../../protocol/inbound.ts';
import { addressOfMessage, isShared } from './address.ts';
import { READ_KINDS, readUpdate } from './inbound.ts';
import type { LiveKeyboards } from './live-keyboards.ts';
import { type Loose, objectIn, textIn } from './loose.ts';
import type { Reading } from './reading.ts';
import type { Toasts } from './toast.ts';
import { stepIn } from './toggles.ts';

/** Takes one update. When it resolves, the update is durable or holds nothing for us; when it throws, it must come again. */
export type Intake = (update: unknown, raw: string) => Promise<void>;

export interface IntakeDeps {
  host: ChannelHost;
  reading: () => Reading;
  /** Ids of the users and chats that are heard; absent = everyone. */
  allow: readonly string[] | undefined;
  toasts: Toasts;
  keyboards: LiveKeyboards;
}

/** How many kinds of updates are remembered as logged. The platform has fewer than 40. */
const MAX_KINDS_LOGGED = 100;

/** Keeps what an update says and answers its press. A press is always answered, so that no spinner stays. */
export function createIntake({ host, reading, allow, toasts, keyboards }: IntakeDeps): Intake {
  const kindsLogged = new Set<string>();

  function logUnread(update: unknown): void {
    const kind = Object.keys(objectIn(update) ?? {}).find((key) => key !== 'update_id');
    const isRead = READ_KINDS.some((read) => read === kind);
    if (kind === undefined || isRead || kindsLogged.has(kind) || kindsLogged.size >= MAX_KINDS_LOGGED) return;
    kindsLogged.add(kind);
    host.log.info({ kind: kind.slice(0, 64) }, 'telegram sends a kind of update that is not read');
  }

  return async (update, raw) => {
    const now = reading();
    if (now.bot.username === undefined && isGroupTalk(update)) {
      throw new BridgeError(
        'channel_not_ready',
        "Cannot tell yet whether a group's message is for this bot: getMe has not answered. It must be sent again.",
      );
    }
    const query = objectIn(objectIn(update)?.callback_query);
    const pressed = objectIn(query?.message);
    const queryId = textIn(query?.id);
    const inbound = readUpdate(update, raw, { ...now, keyboard: pressed && keyboards.of(pressed) });
    if (!inbound) logUnread(update);
    if (!inbound || !isAllowed(inbound, allow)) {
      if (inbound) host.log.debug({ person: inbound.person.id }, 'not on the allow list of telegram');
      if (queryId) toasts.show(queryId);
      return;
    }
    if (pressed) keyboards.see(pressed);
    const { toast } = await host.receive(withoutEmptyAnswer(inbound, query));
    if (queryId) toasts.show(queryId, toast?.text);
    if (pressed && inbound.event.type === 'step' && !toast) keyboards.toggle(pressed, textIn(query?.data) ?? '');
  };
}

/** Done with nothing chosen is a step, and no answer. */
function withoutEmptyAnswer(inbound: Inbound, query: Loose | undefined): Inbound {
  const { event } = inbound;
  const step = event.type === 'press' && event.data.length === 0 ? stepIn(textIn(query?.data) ?? '') : undefined;
  return step ? { ...inbound, event: { type: 'step', widgetId: step.widgetId, isShowable: true } } : inbound;
}

function isGroupTalk(update: unknown): boolean {
  const fields: Loose = objectIn(update) ?? {};
  const message = objectIn(fields.message) ?? objectIn(fields.edited_message);
  const address = message && addressOfMessage(message);
  return address !== undefined && isShared(address);
}

function isAllowed({ person, address, event }: Inbound, allow: readonly string[] | undefined): boolean {
  if (!allow) return true;
  const ids = [person.id, address.chat_id, event.type === 'moved' ? event.to.chat_id : undefined];
  return ids.some((id) => id !== undefined && allow.includes(String(id)));
}
