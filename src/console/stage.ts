import { z } from 'zod';

/** A person or a chat, as its platform names it. */
export type Id = string | number;

export interface Chat<I extends Id> {
  id: I;
  title: string;
  isGroup: boolean;
  /** Ids of people. */
  members: readonly I[];
}

/** What the page is told. A message that it knows already is one that changed. */
export type StageEvent<I extends Id> =
  /** `to` is the one who sees it, where it is for one person. */
  | { type: 'message'; chat: I; message: object; to?: I }
  /** `key` is what names the message on its platform. */
  | { type: 'deleted'; chat: I; key: Id }
  /** The app opens a form for `to`, who has it on the screen until it is sent or left. `chat` is one of theirs. */
  | { type: 'form'; chat: I; to: I; form: object }
  /** The bot works on an answer. `text` is what the platform says of that, '' that it ended. */
  | { type: 'typing'; chat: I; text?: string };

/** Something that a person does: what has to come with it, and the doing. */
export interface Act {
  body: z.ZodType<{ from: Id; chat: Id }>;
  run: (body: never) => unknown;
}

export interface StageFile {
  mime: string;
  bytes: Uint8Array;
}

/**
 * An emulated platform as the console shows it: two people with a private chat each, and a place where both are.
 * A new platform is one of these and a pane of the page.
 */
export interface Stage<I extends Id = Id> {
  /** Whatever the pane shows of the bot. */
  bot: { id: I; name: string } & Readonly<Record<string, unknown>>;
  people: readonly { id: I; name: string }[];
  chats: readonly Chat<I>[];
  /** What a chat shows now, oldest first; messages that one person alone sees have their id as `to`. */
  messages(chat: I): readonly object[];
  /** By the last part of their route. `from` and `chat` are checked before they run. What they give goes to the page. */
  acts: Readonly<Record<string, Act>>;
  file(id: string): StageFile | undefined | Promise<StageFile | undefined>;
  /** The largest body of an act; default 64 KiB. */
  maxBodyBytes?: number;
  /** Tells of every event; the function that is returned ends that. */
  watch(tell: (event: StageEvent<I>) => void): () => void;
}

export const PEOPLE = ['Ann', 'Bo'];

/** An act whose body the schema describes. */
export function act<T extends { from: Id; chat: Id }>(body: z.ZodType<T>, run: (body: T) => unknown): Act {
  return { body, run };
}

/** What a person can type: something, and no more than the platform's apps take. */
export const typed = (maxChars: number): z.ZodString => z.string().trim().min(1).max(maxChars);

/** `@Name` of those who are named as an app would complete it. The longest name goes first. */
export function withMentions(text: string, names: readonly { id: Id; name: string }[]): string {
  const longestFirst = [...names].sort((a, b) => b.name.length - a.name.length);
  return longestFirst.reduce((rest, { id, name }) => rest.replaceAll(`@${name}`, `<@${id}>`), text);
}
