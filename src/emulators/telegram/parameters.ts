import { parseBoundedJson } from '../bounded-json.ts';
import { Upload } from '../upload.ts';
import { badRequest } from './refusal.ts';

/**
 * The arguments of one Bot API call. JSON bodies carry typed values, forms and queries carry strings;
 * Telegram takes either for every argument, so each reader does too.
 */
export class Parameters {
  readonly #values: ReadonlyMap<string, unknown>;

  constructor(values: ReadonlyMap<string, unknown>) {
    this.#values = values;
  }

  /** Nothing when absent; a value of another type as its JSON. Throws the refusal of text that is not well-formed Unicode. */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value === null || value instanceof Upload) return undefined;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    if (/\p{Surrogate}/u.test(text)) throw badRequest('strings must be encoded in UTF-8');
    return text;
  }

  /** Nothing when absent or not a whole number. */
  integer(name: string): number | undefined {
    const value = this.#values.get(name);
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
    return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
  }

  flag(name: string): boolean {
    const value = this.#values.get(name);
    return value === true || value === 1 || (typeof value === 'string' && /^(true|yes|1)$/i.test(value));
  }

  /** An object or array, given as such or as its JSON. Nothing when absent or empty. */
  json(name: string): unknown {
    const value = this.#values.get(name);
    if (value === null || value === '') return undefined;
    if (typeof value !== 'string') return value;
    try {
      return parseBoundedJson(value);
    } catch {
      throw badRequest(`can't parse ${name.replaceAll('_', ' ')} JSON object`);
    }
  }

  /** The strings of a list; nothing when absent. */
  strings(name: string): string[] | undefined {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (!Array.isArray(value)) throw badRequest(`expected an Array of String in the field "${name}"`);
    return value.filter((item) => typeof item === 'string');
  }

  /** An uploaded file, here or in the field that `attach://<field>` names; else a URL or the id of a file. */
  file(name: string): Upload | string | undefined {
    const value = this.#values.get(name);
    const field = typeof value === 'string' ? /^attach:\/\/(.+)$/.exec(value)?.[1] : undefined;
    const named = field === undefined ? value : this.#values.get(field);
    return named instanceof Upload ? named : this.text(name);
  }

  /** The arguments as they came, files without their bytes. */
  toObject(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.#values].map(([name, value]) =>
        value instanceof Upload
          ? [name, { name: value.name, mime: value.mime, size_bytes: value.bytes.byteLength }]
          : [name, value],
      ),
    );
  }
}
