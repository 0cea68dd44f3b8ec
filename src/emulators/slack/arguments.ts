import { isObject, parseBoundedJson } from '../bounded-json.ts';
import { invalidArguments } from './refusal.ts';

/** The arguments of one Web API call. Forms carry strings, and objects as their JSON; JSON bodies carry typed values. */
export class Arguments {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** Nothing when absent or empty. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return typeof value === 'string' && value !== '' ? value : undefined;
  }

  /** Throws the refusal of a call that lacks it. */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw invalidArguments(`missing required field: ${name}`);
    return value;
  }

  flag(name: string): boolean {
    return /^(true|1)$/i.test(this.text(name) ?? '');
  }

  integer(name: string): number | undefined {
    const value = Number(this.text(name) ?? Number.NaN);
    return Number.isSafeInteger(value) ? value : undefined;
  }

  /** An object or array, given as such or as its JSON. Nothing when absent or empty; `'malformed'` when it is neither. */
  json(name: string): object | 'malformed' | undefined {
    let value = this.#values.get(name);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value === 'string') {
      try {
        value = parseBoundedJson(value);
      } catch {
        return 'malformed';
      }
    }
    return isObject(value) || Array.isArray(value) ? value : 'malformed';
  }

  /** As these, with some arguments set. */
  with(values: Readonly<Record<string, unknown>>): Arguments {
    return new Arguments(new Map([...this.#values, ...Object.entries(values)]));
  }

  /** The arguments as they came, without the token. */
  toObject(): Record<string, unknown> {
    return Object.fromEntries([...this.#values].filter(([name]) => name !== 'token' && name !== 'client_secret'));
  }
}
