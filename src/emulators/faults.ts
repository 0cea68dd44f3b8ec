const MAX_SCRIPTED = 1000;

/**
 * What goes wrong with a call on its way, whatever the platform:
 * `reset`, cut before anything was done; `lost`, done, but the answer never arrives;
 * `hang`, no answer and nothing done until the caller gives up; a number, that HTTP status with a page that is not JSON.
 */
export type WireFault = 'reset' | 'lost' | 'hang' | number;

/** Faults that wait for the next calls of their methods, in order. The case of a method's name does not matter. */
export class Faults<Fault> {
  readonly #waiting: { method: string; fault: Fault }[] = [];

  /** The oldest goes when there are 1000. */
  add(method: string, fault: Fault): void {
    if (this.#waiting.length >= MAX_SCRIPTED) this.#waiting.shift();
    this.#waiting.push({ method: method.toLowerCase(), fault });
  }

  take(method: string): Fault | undefined {
    const index = this.#waiting.findIndex((waiting) => waiting.method === method.toLowerCase());
    return index < 0 ? undefined : this.#waiting.splice(index, 1)[0]?.fault;
  }
}
