import { integerIn, objectIn, textIn } from '../../../protocol/loose.ts';
import { modelFailed } from './refusal.ts';

/** A call of a tool as the model made it. */
export interface ModelCall {
  /** The model's own id of it. Absent where the server gives none. */
  id?: string;
  name: string;
  /** As it came: meant to be a JSON object. */
  argsText: string;
}

interface Gathered {
  index: number | undefined;
  id: string | undefined;
  name: string;
  args: string[];
}

/** Nobody means to call more tools in one step, or with more words. */
const MAX_CALLS = 64;
const MAX_CHARS = 262_144;

/**
 * Puts the calls of one answer together. The protocol has a piece name its call by `index`, and give the `id` and the
 * name in the first one. Servers differ: some give no index (Gemini), the index 0 to all calls (Ollama), no id (vLLM,
 * Ollama), or the id and the name with every piece; so a call is told by what there is.
 */
export class CallGatherer {
  readonly #calls: Gathered[] = [];
  #chars = 0;

  /** Takes one item of `tool_calls`, of a message or of a delta. */
  add(piece: unknown): void {
    const item = objectIn(piece);
    const named = objectIn(item?.function);
    const index = integerIn(item?.index);
    const id = textIn(item?.id) || undefined;
    const name = textIn(named?.name) ?? '';
    // Some servers send the arguments as the object itself.
    const args = textIn(named?.arguments) ?? (named?.arguments ? JSON.stringify(named.arguments) : '');
    this.#chars += name.length + args.length;
    if (this.#chars > MAX_CHARS) throw modelFailed(`it calls tools with more than ${MAX_CHARS} characters in one step`);
    const call = this.#open({ index, id, name });
    if (id !== undefined) call.id = id;
    if (call.name !== name) call.name += name;
    if (args !== '') call.args.push(args);
  }

  calls(): ModelCall[] {
    return this.#calls.map(({ id, name, args }) => ({
      ...(id !== undefined && { id }),
      ...{ name, argsText: args.join('') },
    }));
  }

  /** The call that a piece belongs to; a new one where it begins one. */
  #open({ index, id, name }: { index: number | undefined; id: string | undefined; name: string }): Gathered {
    const found =
      (id !== undefined && this.#calls.find((call) => call.id === id)) ||
      this.#calls.findLast((call) => call.index === index);
    const isOther =
      !found ||
      (id !== undefined && found.id !== undefined && found.id !== id) ||
      // One without an id that begins where another has ended.
      (id === undefined && name !== '' && found.name !== '' && isWhole(found.args.join('')));
    if (!isOther) return found;
    if (this.#calls.length === MAX_CALLS) throw modelFailed(`it calls more than ${MAX_CALLS} tools in one step`);
    const call: Gathered = { index, id, name: '', args: [] };
    this.#calls.push(call);
    return call;
  }
}

function isWhole(args: string): boolean {
  try {
    JSON.parse(args);
    return true;
  } catch {
    return false;
  }
}
