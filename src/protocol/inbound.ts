import type { Rate } from './pace.ts';
import type { Address, InboundFile, Person } from './turn.ts';
import type { TurnClient } from './ui/turn-client.ts';

/** What arrived from a platform, read but not yet resolved. */
export interface Inbound {
  /** The platform's own id of this update; the same id is the same update, for ever. */
  dedupeKey: string;
  /** The update as it came, JSON. Kept until the turn is done. */
  raw: string;
  address: Address;
  person: Person;
  /** Whether `person` is one human: not an anonymous admin, not a channel. Only such a person can be asked. */
  isAttributable: boolean;
  /**
   * Whether more than one person reads and answers there, where the update tells and its address does not. Absent = as
   * the channel type says of the address.
   */
  isShared?: boolean;
  /**
   * What an answer to this inbound takes, and nobody else may know: a short-lived secret of the platform, e.g. an
   * interaction's token, or which mail it answers. Every delivery that answers it is kept with it, until it is finished.
   */
  secret?: string;
  /** In a conversation of several people: `ChannelHost.isKnown` is to know it from now on. */
  makesKnown?: true;
  /** Whoever does not say who they are comes under this id: people are told apart by their conversations alone. */
  isNameless?: boolean;
  /** What the web client shows that asked. */
  client?: TurnClient;
  event:
    | {
        type: 'message';
        text: string;
        /** What the agent reads instead of the text, unless the text answers a question. */
        prompt?: string;
        files: readonly InboundFile[];
        /** The platform's message id, so that an edit finds the message while it waits. */
        messageId: string;
        /** Message id it replies to, when it does. */
        repliesTo?: string;
        /**
         * Said in a thread, a conversation of its own: where the message stands that the thread is below, and that
         * `repliesTo` names. Whatever is said in a thread replies to what was asked in it, or else to that message.
         */
        below?: Address;
        /** A web client's `ui_response`, unchecked. */
        hint?: unknown;
        /**
         * The part that may be a typed answer, where that is not the whole text, e.g. the first line of a mail. Empty:
         * nothing of it answers or commands anything, since it is not proven who wrote it.
         */
        typed?: string;
        /** Limits of the channel's own, beside the formation's. What exceeds one is dropped without a word to anybody. */
        caps?: readonly { bucket: string; rate: Rate }[];
      }
    | { type: 'edit'; text: string; messageId: string; files?: readonly InboundFile[] }
    | {
        type: 'press';
        /** Callback strings, one for a button, several for a select. */
        data: readonly string[];
        /** The pressed label as the platform's own payload shows it; empty when it does not. */
        label: string;
        /** Id of the message that carries the button, when the platform tells it. */
        messageId?: string;
        /** Whether a press of a button that is not ours may become an ordinary message. */
        mayBeMessage: boolean;
      }
    /**
     * A step towards an answer of several choices, which the channel shows by itself. Nothing of it is kept; a toast says
     * why it does not count. With an `index`, that option is turned on or off; without one, nothing was chosen yet. Where
     * the channel cannot show it any more (`isShowable: false`), it is told as expired.
     */
    | { type: 'step'; widgetId: string; index?: number; isShowable: boolean }
    | { type: 'moved'; to: Address };
}

/** What to tell the presser at once. `code` is stable, `text` is in the person's language. */
export interface Toast {
  code:
    | 'recorded'
    | 'already_answered'
    | 'expired'
    | 'not_yours'
    | 'not_this_chat'
    | 'nothing_chosen'
    | 'received'
    | 'failed';
  text: string;
}

/** What became of an inbound. It is durable when this is returned. */
export interface Received {
  status: 'accepted' | 'duplicate' | 'ignored';
  turnId?: string;
  /** For presses and steps only. */
  toast?: Toast;
}
