import type { WireFault } from '../faults.ts';
import type { Events } from './app/events.ts';
import type { Commands } from './commands.ts';
import type { ContentReader } from './content.ts';
import type { FileStore } from './files.ts';
import type { Interactions } from './interactions.ts';
import type { Responses } from './responses.ts';
import type { Snowflakes } from './snowflakes.ts';
import type { Timeline } from './timeline.ts';
import type { Component, Message } from './wire.ts';
import type { World } from './world.ts';

/** One request of the REST API. Tokens are left out, those in paths too. */
export interface ApiCall {
  /** E.g. `POST /channels/:channel/messages`; the name that `failNext` knows. */
  route: string;
  /** The ids in the path, by the names in `route`. */
  ids: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: unknown;
  /** Names of the files that came with it. */
  files: readonly string[];
  /** Unix milliseconds. */
  atMs: number;
  /** Absent while it is being answered, and for good when a fault kept the answer. */
  answer?: { status: number; body?: unknown };
}

/** What goes wrong with a call: an answer of Discord, a 429 with its wait, or the way there and back. */
export type Fault =
  | { status: number; code: number; message: string }
  | { retryAfterSec: number; isGlobal?: boolean }
  | WireFault;

/** Who was notified by a message. */
export interface Pings {
  everyone: boolean;
  users: readonly string[];
  roles: readonly string[];
}

/** What somebody who watches a Discord app would see. `to` is the one who sees it. */
export type EmulatorEvent =
  | { type: 'message'; channelId: string; message: Message; to?: string }
  | { type: 'changed'; channelId: string; message: Message; to?: string }
  | { type: 'deleted'; channelId: string; messageId: string }
  | { type: 'typing'; channelId: string }
  | { type: 'modal'; userId: string; modal: Modal };

/** A form that a person has open. */
export interface Modal {
  custom_id: string;
  title: string;
  components: readonly Component[];
  /** The interaction that was answered with it. */
  interactionId: string;
}

/** What the REST API and the people in the emulator act upon. */
export interface Backstage {
  applicationId: string;
  publicKey: string;
  token: string;
  gatewayUrl: () => string;
  world: World;
  ids: Snowflakes;
  timeline: Timeline;
  events: Events;
  files: FileStore;
  content: ContentReader;
  responses: Responses;
  interactions: Interactions;
  commands: Commands;
  emit: (event: EmulatorEvent) => void;
}
