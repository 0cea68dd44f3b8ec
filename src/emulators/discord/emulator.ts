import type { ApiCall, EmulatorEvent, Fault, Modal, Pings } from './backstage.ts';
import type { ActResult } from './interactions.ts';
import type { MessageRef, SendExtras } from './people.ts';
import type { RequestLimits } from './rate-limits.ts';
import type { ApplicationCommand, Channel, Interaction, Message, Role, User } from './wire.ts';
import type { Guild, Ref } from './world.ts';

/** The application that the emulator knows, and its bot. */
export interface Application {
  id: string;
  /** 64 hex digits, as the developer portal shows it. */
  publicKey: string;
  token: string;
  bot: User;
  /** What proves a body to be Discord's at a time: for requests that a test makes itself. */
  signatureHeaders(body: string, nowSec: number): Record<string, string>;
}

/**
 * A Discord of its own: guilds, people, channels, and one application that is in every guild.
 * They come into being when they are first named. What a test asks for and Discord would not let a person do
 * (a press on a button that is not there) throws `EmulatorMisuse`, or rejects with it.
 *
 * The app hears of messages over the gateway, and of interactions as well, until `setInteractionsUrl` has told where
 * else it listens for those.
 */
export interface DiscordEmulator {
  /** Root of the server, e.g. `http://127.0.0.1:40123`. */
  readonly url: string;
  /** Root of the REST API, without a version: what discord.js calls `rest.api`. */
  readonly apiUrl: string;
  readonly application: Application;
  readonly firstGuild: Guild;
  guild(name: string): Guild;

  // Who and where; in the first guild unless another is given.
  person(name: string, fields?: Partial<User>): User;
  role(name: string, options?: { guild?: Ref }): Role;
  channel(name: string, options?: { guild?: Ref }): Channel;
  /** A public thread, started by a person; from a message, when one is given. */
  thread(from: Ref, channel: Ref, name: string, fromMessage?: MessageRef): Channel;
  /** The direct messages of a person and the bot. */
  dm(person: Ref): Channel;
  /** What the bot may not do in a channel from now on: see it (50001), or send there (50013). */
  deny(channel: Ref, what: 'view' | 'send' | undefined): void;
  /** From now on the person takes no direct messages from the bot (50007). */
  closeDms(person: Ref): void;
  archive(thread: Ref, options?: { isLocked?: boolean }): void;
  removeChannel(channel: Ref): void;

  // What people do.
  sendText(from: Ref, channel: Ref, text: string, extras?: SendExtras): Message;
  /** As `sendText`, with `@bot` before the text. */
  mention(from: Ref, channel: Ref, text: string, extras?: SendExtras): Message;
  edit(from: Ref, message: MessageRef, text: string): Message;
  remove(from: Ref, message: MessageRef): void;
  /** A link in the message gets its preview: the message is updated, its text is not. */
  unfurl(message: MessageRef, preview: { url: string; title: string }): Message;
  react(from: Ref, message: MessageRef, emoji: string): void;
  /** See `Hands.press`. Every act resolves when the app has answered, or after 3 s. */
  press(from: Ref, message: MessageRef, which: number | string, asSeen?: Message): Promise<ActResult>;
  select(
    from: Ref,
    message: MessageRef,
    which: number | string,
    picks: readonly (number | string)[],
    asSeen?: Message,
  ): Promise<ActResult>;
  slashCommand(from: Ref, channel: Ref, name: string, options?: Readonly<Record<string, unknown>>): Promise<ActResult>;
  submitModal(from: Ref, fields: Readonly<Record<string, string | readonly string[]>>): Promise<ActResult>;

  // What people see.
  guilds(): Guild[];
  /** All channels, threads and direct messages, or those of one guild. */
  channels(guild?: Ref): Channel[];
  /** What the channel shows now, edits included, oldest first; `as` adds what that person alone sees. At most 500. */
  messages(channel: Ref, options?: { as?: Ref }): Message[];
  /** Messages for one person each, and for whom. */
  ephemerals(channel: Ref): { to: string; message: Message }[];
  /** An attachment by its id. Nothing when it is kept no more. */
  file(id: string): { mime: string; bytes: Uint8Array } | undefined;
  /** Who was notified when the message was sent. */
  pings(message: MessageRef): Pings;
  modal(person: Ref): Modal | undefined;
  /** Registered for all guilds, or for one. */
  commands(guild?: Ref): ApplicationCommand[];

  // The way to the app.
  /**
   * From now on interactions go to this address, signed; without one, over the gateway again. Discord probes an address
   * before it takes it; `fault` says what was wrong, and then nothing changes.
   */
  setInteractionsUrl(url: string | undefined): Promise<{ isVerified: boolean; fault?: string }>;
  /** The same interaction once more. Gives how the app answered over HTTP. */
  redeliver(interaction: Interaction): Promise<{ status?: number; body?: unknown }>;
  /** The event of a message once more. */
  redeliverMessage(message: MessageRef): void;
  /** Ends the lives of all interaction tokens, as after 15 minutes. */
  expireInteractionTokens(): void;
  readonly gatewayConnections: number;
  /** Asks the app to connect anew and resume: opcode 7. */
  askToReconnect(): void;
  /** Opcode 9: the app has to identify itself again. */
  invalidateSessions(): void;
  closeGateway(code: number): void;
  /** Breaks the connections without a word. */
  cutGateway(): void;
  /** As a network that is away: breaks the connections, and lets no other through until it is back. */
  setGatewayAway(isAway: boolean): void;
  /** Any event that the emulator does not make itself, as on the wire. */
  sendEvent(type: string, data: object): void;

  /** The last 1000 REST calls, oldest first. */
  readonly calls: readonly ApiCall[];
  /** The next call of this route, e.g. `POST /channels/:channel/messages`, goes wrong. Several queue up. */
  failNext(route: string, fault: Fault): void;
  /** From now on requests faster than these limits are answered with 429: `true` for Discord's own, `false` for none. */
  limitRates(limits: boolean | RequestLimits): void;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: EmulatorEvent) => void): () => void;
  close(): Promise<void>;
}
