import type { ResponseParameters } from './wire.ts';

const MAX_SCRIPTED = 1000;

/**
 * What goes wrong with a call:
 * an answer of Telegram; `reset`, cut before anything was done; `lost`, done, but the answer never arrives;
 * `hang`, no answer and nothing done until the bot gives up; a number, that HTTP status with a page that is not JSON.
 */
export type Fault =
  | { error_code: number; description: string; parameters?: ResponseParameters }
  | 'reset'
  | 'lost'
  | 'hang'
  | number;

/** Faults that wait for the next calls of their methods, in order. */
export class Faults {
  readonly #waiting: { method: string; fault: Fault }[] = [];

  add(method: string, fault: Fault): void {
    if (this.#waiting.length >= MAX_SCRIPTED) this.#waiting.shift();
    this.#waiting.push({ method: method.toLowerCase(), fault });
  }

  take(method: string): Fault | undefined {
    const index = this.#waiting.findIndex((waiting) => waiting.method === method.toLowerCase());
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]?.fault;
  }
}
