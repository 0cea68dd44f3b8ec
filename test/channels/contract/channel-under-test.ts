import type { AgentType } from '../../../src/protocol/agent.ts';
import type { Address } from '../../../src/protocol/turn.ts';

/** A person of the emulated platform, with a private conversation with the bot. */
export interface Somebody {
  id: string;
  direct: Place;
}

/** Where people write: a private conversation, a group, a thread. */
export interface Place {
  address: Address;
  isShared: boolean;
  /** The address alone does not tell a private conversation from a group: whoever asks there by API says who answers. */
  wantsAnswerers?: boolean;
}

/** A message of the bot, as a person sees it. A copy: it stays as it was when the message changes. */
export interface Shown {
  id: string;
  text: string;
  /** What can be picked with one press, by its label, in order. */
  options: readonly string[];
  /** What can be picked together, in order. */
  severalOptions: readonly string[];
  links: readonly { label: string; url: string }[];
  /** Commands that can be taken up, by their labels. */
  commands: readonly string[];
  /** The platform's own message, for the driver. */
  raw: unknown;
}

/** A command before a person's eyes, not sent. */
export interface Filled {
  text: string;
  /** Sends this instead. Absent: the platform only copies the command. */
  send?(text: string): Promise<void>;
}

/** How the platform fails a send. */
export type SendFault =
  /** 429 with a wait of a second at most. */
  | 'throttled'
  /** Its server is broken, and did nothing. */
  | 'broken'
  /** The line is cut before anything was done. */
  | 'cut'
  /** It is done, and no answer comes. */
  | 'lost'
  /** It will not take this message, now or later. */
  | 'refused';

/** The real service, connected to the emulator of its platform, and what people do in their apps. */
export interface ChannelUnderTest {
  readonly name: string;
  /** Most characters of one message. */
  readonly maxMessageChars: number;
  person(name: string): Somebody;
  /** A group with the bot in it. */
  group(title: string, members: readonly Somebody[]): Place;
  /** Writes to the bot: in a group its name is in front, unless the message replies to one of the bot's. */
  say(who: Somebody, place: Place, text: string, replyTo?: Shown): Promise<void>;
  /** What the bot has in the conversation now, oldest first. */
  shown(place: Place): readonly Shown[];
  /** Presses a button as this copy of the message shows it. Gives what the platform tells the presser alone, '' for nothing. */
  press(who: Somebody, place: Place, message: Shown, label: string): Promise<string>;
  /** Picks these together, and sends them where that takes another press. */
  pressSeveral(who: Somebody, place: Place, message: Shown, labels: readonly string[]): Promise<string>;
  /** Sends an answer of several with nothing picked. Absent: the platform's app does not let people do that. */
  pressNone?(who: Somebody, place: Place, message: Shown): Promise<string>;
  /** Presses the button of an offered command. Absent: the platform has none. */
  takeUp?(who: Somebody, place: Place, message: Shown, label: string): Promise<Filled>;
  /** The next send goes wrong. */
  failNextSend(fault: SendFault): void;
  /** The platform hands over the same message of this person twice. */
  sayTwice(who: Somebody, place: Place, text: string): Promise<void>;
  /** The platform hands over a message of the bot itself. */
  echo(place: Place, text: string): Promise<void>;
  /** The platform hands over something that it did not do when this was written. */
  unknownEvent(): Promise<void>;
  /** How many calls the platform refused since it was asked last, those that were told to fail aside. */
  refusals(): readonly string[];
  post(path: string, body: unknown): Promise<{ status: number; body: unknown }>;
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** Starts the service with this agent; `agent: { type: contract }` is in its formation, and the link `github`. */
export type StartChannel = (agent: AgentType) => Promise<ChannelUnderTest>;
