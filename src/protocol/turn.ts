import type { TurnClient } from './ui/turn-client.ts';
import type { ViewContext } from './ui/view-context.ts';

/** Where a message goes, in the platform's own words, e.g. `{chat_id, message_thread_id?}`. Templates see it as `context.*`. */
export type Address = Readonly<Record<string, string | number>>;

/** Who speaks. `id` is the platform's id as a string; names are shown, never trusted. */
export interface Person {
  id: string;
  name?: string;
  /** BCP 47 tag as the platform tells it, e.g. `en`, `zh-hans`. */
  locale?: string;
}

/** A file that came with a message. The bytes stay on the platform until somebody asks for them. Name and type are the sender's word. */
export interface InboundFile {
  name: string;
  mime: string;
  sizeBytes?: number;
  /** The platform's own handle, e.g. a Telegram `file_id`. */
  ref: string;
  /** Gives the bytes to whoever has it, for 24 hours. Absent where the channel cannot fetch them. */
  url?: string;
}

/** A choice that a person made, resolved against the question that was asked. The same whether pressed, typed or posted. */
export interface UiResponse {
  /** Id of the widget that asked. */
  id: string;
  /** The chosen value; an array when the question takes several. */
  value: string | readonly string[];
  /** The chosen label, or labels joined with `, `. */
  label: string;
  /** The question's prompt. */
  prompt: string;
}

/** One thing that a person said, ready for an agent. */
export interface Turn {
  /**
   * The agent's idempotency key: the same in every attempt of this turn, and no other turn ever has it. What an agent
   * does in the world it does once per turn id.
   */
  turnId: string;
  /**
   * Counted before the agent is asked: 1 the first time, 2 or more when a crash or a fault of ours cut the attempts
   * before short. Whatever those said reached nobody.
   */
  attempt: number;
  channel: string;
  conversation: string;
  /**
   * What an agent remembers a conversation by. Another one once the person asked to start over; the conversation, where
   * replies go, stays the same.
   */
  session: string;
  person: Person;
  message: string;
  files: readonly InboundFile[];
  uiResponse?: UiResponse;
  address: Address;
  /** Whether the reply is read as Markdown on its way to the person; else every character is shown as it is. */
  readsMarkdown: boolean;
  /** What the web client shows that asked. Absent on every other channel. */
  client?: TurnClient;
  /** What the views that this person has open want a model to know. Absent = nothing. */
  views?: readonly ViewContext[];
}
