import type { RequestUrls } from './app/http-link.ts';
import type { ApiCall, EmulatorEvent, Fault } from './backstage.ts';
import type { ActResult } from './hands.ts';
import type { MessageRef, SendExtras } from './people.ts';
import type { PostLimits } from './rate-limits.ts';
import type { Channel, Message, User, View } from './wire.ts';
import type { App, Ref, Workspace } from './world.ts';

/**
 * A Slack of its own: workspaces, people, conversations, and one app that is installed in every workspace.
 * They come into being when they are first named. What a test asks for and Slack would not let a person do
 * (a press on a button that is not there) throws `EmulatorMisuse`, or rejects with it.
 *
 * The app hears of what happens over Socket Mode, or over HTTP once `setRequestUrls` has told where it listens.
 */
export interface SlackEmulator {
  /** Root of the server, e.g. `http://127.0.0.1:40123`. `/oauth/v2/authorize` below it installs the app. */
  readonly url: string;
  /** Root of the Web API: what Bolt calls `slackApiUrl`. */
  readonly apiUrl: string;
  readonly app: App;
  readonly firstWorkspace: Workspace;
  workspace(name: string): Workspace;

  // Who and where; in the first workspace unless another is given.
  person(name: string, options?: Partial<User> & { workspace?: Workspace }): User;
  /** With the bot in it. People join a channel by writing there. */
  channel(name: string, options?: { workspace?: Workspace; isPrivate?: boolean }): Channel;
  /** The direct messages of a person and the bot. */
  dm(person: Ref): Channel;
  /** The direct messages of two people or more and the bot. */
  group(members: readonly Ref[]): Channel;
  inviteBot(channel: Ref): void;
  removeBot(channel: Ref): void;
  archive(channel: Ref): void;
  /** From now on the token of the workspace is refused, until the app is installed there again. */
  uninstall(workspace: Workspace): void;

  // What people do.
  sendText(from: Ref, channel: Ref, text: string, extras?: SendExtras): Message;
  /** As `sendText`, with `@bot` before the text. */
  mention(from: Ref, channel: Ref, text: string, extras?: SendExtras): Message;
  edit(from: Ref, message: MessageRef, text: string): Message;
  remove(from: Ref, message: MessageRef): void;
  /** A link in the message gets its preview: the message changes, its text does not. */
  unfurl(message: MessageRef, preview: { url: string; title: string }): Message;
  react(from: Ref, message: MessageRef, name: string): void;
  openHome(from: Ref): void;
  /** See `Hands.press`. Every act resolves when the app has answered, or after 3 s. */
  press(from: Ref, message: MessageRef, button: number | string, asSeen?: Message): Promise<ActResult>;
  /** See `Hands.select`. */
  select(
    from: Ref,
    message: MessageRef,
    which: string,
    picks: readonly (number | string)[],
    asSeen?: Message,
  ): Promise<ActResult>;
  typeInto(from: Ref, message: MessageRef, which: string, text: string): Promise<ActResult>;
  slashCommand(from: Ref, channel: Ref, command: string, text?: string): Promise<ActResult>;
  pressInView(from: Ref, viewId: string, button: number | string): Promise<ActResult>;
  fillInView(from: Ref, viewId: string, which: string, what: string | readonly (number | string)[]): Promise<ActResult>;
  submitView(from: Ref, viewId: string): Promise<ActResult>;
  closeView(from: Ref, viewId: string): Promise<ActResult>;

  // What people see.
  channels(workspace?: Workspace): Channel[];
  /** What the conversation shows now, edits included, oldest first; `as` adds what that person alone sees. At most 500. */
  messages(channel: Ref, options?: { as?: Ref }): Message[];
  /** Messages for one person each, and for whom. */
  ephemerals(channel: Ref): { to: string; message: Message }[];
  /** A file that was shared in the first workspace, by the id that its message gives. Nothing when it is kept no more. */
  file(id: string): { mime: string; bytes: Uint8Array } | undefined;
  /** The open modals of a person, the last one on top. */
  views(person: Ref): View[];
  home(person: Ref): View | undefined;

  // The way to the app.
  /** From now on the app is told over HTTP; without addresses, over Socket Mode again. Tells whether the challenge came back. */
  setRequestUrls(urls: RequestUrls | undefined): Promise<{ isVerified: boolean }>;
  readonly socketConnections: number;
  /**
   * How many events the app has neither acknowledged nor missed for good. Over HTTP they may overtake each other: who
   * wants them in order waits for 0 in between.
   */
  readonly unheardEvents: number;
  /** Tells the app that its sockets close, and closes them; `refresh_requested` by default. */
  disconnectSockets(reason?: 'warning' | 'refresh_requested' | 'link_disabled'): void;
  /** Breaks the sockets without a word. */
  cutSockets(): void;
  /** Any event that the emulator does not make itself, as on the wire. */
  sendEvent(event: object, workspace?: Workspace): void;
  /** Tells the app that events of a workspace were left out: `app_rate_limited`. */
  tellRateLimited(workspace?: Workspace): void;

  /** The last 1000 Web API calls, oldest first; posts to a `response_url` under that name. */
  readonly calls: readonly ApiCall[];
  /** The next call of this method goes wrong, of `response_url` as well. Several queue up. */
  failNext(method: string, fault: Fault): void;
  /** From now on posts faster than these limits are answered with 429: `true` for Slack's own, `false` for none. */
  limitRates(limits: boolean | PostLimits): void;
  /** Calls the listener at every event; the function that is returned ends that. */
  subscribe(listener: (event: EmulatorEvent) => void): () => void;
  close(): Promise<void>;
}
