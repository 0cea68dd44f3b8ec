import type { WireFault } from '../faults.ts';
import type { CallbackQueries } from './callback-queries.ts';
import type { FloodControl } from './flood.ts';
import type { Parameters } from './parameters.ts';
import type { UpdateQueue } from './updates.ts';
import type { Webhook } from './webhook.ts';
import type { ApiAnswer, Message, ResponseParameters } from './wire.ts';
import type { World } from './world.ts';

/** One call of the Bot API. The token is left out: it is a secret. */
export interface ApiCall {
  method: string;
  parameters: Readonly<Record<string, unknown>>;
  /** Unix milliseconds. */
  atMs: number;
  /** Absent while it is being answered, and for good when a fault kept the answer. */
  answer?: ApiAnswer;
}

/** What goes wrong with a call: an answer of Telegram, or its way there and back. */
export type Fault = { error_code: number; description: string; parameters?: ResponseParameters } | WireFault;

/** What somebody who watches a Telegram app would see. */
export type EmulatorEvent =
  | { type: 'message'; chatId: number; message: Message }
  | { type: 'edited'; chatId: number; message: Message }
  | { type: 'deleted'; chatId: number; messageId: number }
  | { type: 'action'; chatId: number; action: string };

/** What the methods of the Bot API and the people in the emulator act upon. */
export interface Backstage {
  world: World;
  updates: UpdateQueue;
  webhook: Webhook;
  queries: CallbackQueries;
  flood: FloodControl;
  emit: (event: EmulatorEvent) => void;
}

/** `signal` fires when the caller is gone. Gives the `result` of the answer; refusals are thrown. */
export type Method = (parameters: Parameters, signal: AbortSignal) => unknown;
