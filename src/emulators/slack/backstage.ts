import type { WireFault } from '../faults.ts';
import type { Events } from './app/events.ts';
import type { SocketLink } from './app/socket-link.ts';
import type { Arguments } from './arguments.ts';
import type { FileStore } from './files.ts';
import type { Installs } from './installs.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Timeline } from './timeline.ts';
import type { Views } from './views.ts';
import type { ApiAnswer, Message, View } from './wire.ts';
import type { Workspace, World } from './world.ts';

/** One call of the Web API, or of a `response_url` under the method `response_url`. Tokens are left out. */
export interface ApiCall {
  method: string;
  parameters: Readonly<Record<string, unknown>>;
  teamId?: string;
  /** Unix milliseconds. */
  atMs: number;
  /** Absent while it is being answered, and for good when a fault kept the answer. */
  answer?: ApiAnswer;
}

/** What goes wrong with a call: an answer of Slack, a 429 with its wait, or the way there and back. */
export type Fault = { error: string; [fact: string]: unknown } | { retryAfterSec: number } | WireFault;

/** What somebody who watches a Slack app would see. `to` is the one who sees it. */
export type EmulatorEvent =
  | { type: 'message'; channel: string; message: Message; to?: string }
  | { type: 'changed'; channel: string; message: Message }
  | { type: 'deleted'; channel: string; ts: string }
  | { type: 'status'; channel: string; threadTs: string; status: string }
  | { type: 'view'; user: string; view: View };

/** What the methods of the Web API and the people in the emulator act upon. */
export interface Backstage {
  /** Root of the server. */
  rootUrl: () => string;
  world: World;
  timeline: Timeline;
  events: Events;
  socket: SocketLink;
  files: FileStore;
  views: Views;
  installs: Installs;
  rateLimits: RateLimits;
  emit: (event: EmulatorEvent) => void;
}

/** Gives the fields of the answer beside `ok`; refusals are thrown. */
export type Method = (given: Arguments, workspace: Workspace) => object;

/** A method that is not called with a bot's token. */
export type OpenMethod = (given: Arguments, credentials: Credentials) => object;

export interface Credentials {
  token?: string;
  /** Of HTTP Basic. */
  user?: string;
  password?: string;
}
