import { likelyWord } from '../likely-word.ts';

/** Native UI that a template may name: names by channel. A channel without names takes any. */
export type NativeUi = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * How a name may go on. `whole`: not at all. `open`: by the parts of its value, or not at all.
 * `parts`: it is only a prefix, one part at least must follow.
 */
type Reach = 'whole' | 'open' | 'parts';

type Reaches = readonly (readonly [string, Reach])[];

const OF_TRANSFORMERS: Reaches = [
  ['response.content', 'whole'],
  ['response.html', 'whole'],
  ['response.files', 'open'],
  ['response.metadata', 'parts'],
  ['response.ui', 'open'],
  ['request.message', 'whole'],
  ['request.user_id', 'whole'],
  ['request.files', 'open'],
  ['context', 'parts'],
  ['secrets', 'parts'],
  ['agent.name', 'whole'],
  ['timestamp', 'whole'],
];

/** No secrets: an agent may repeat whatever it reads. */
const OF_PROMPTS: Reaches = [
  ['data', 'open'],
  ['request.message', 'whole'],
  ['request.user_id', 'whole'],
  ['context', 'parts'],
  ['agent.name', 'whole'],
  ['timestamp', 'whole'],
];

/** Names that a transformer can use. `nativeUi` absent: any `ui.<channel>.<name>`. */
export function transformerVariables(nativeUi: NativeUi | undefined): Variables {
  const ui = nativeUi
    ? Array.from(nativeUi, ([channel, names]) => uiOf(channel, names)).flat()
    : [['ui', 'parts'] as const];
  return new Variables([...OF_TRANSFORMERS, ...ui]);
}

/** Names that a trigger's prompt can use. */
export function promptVariables(): Variables {
  return new Variables(OF_PROMPTS);
}

/** Names that a text can use. */
export class Variables {
  readonly #reaches: ReadonlyMap<string, Reach>;

  constructor(reaches: Reaches) {
    this.#reaches = new Map(reaches);
  }

  isKnown(path: readonly string[]): boolean {
    return path.some((_, last) => {
      const reach = this.#reaches.get(path.slice(0, last + 1).join('.'));
      const partsAfter = path.length - last - 1;
      return reach === 'open' || (reach === 'whole' && partsAfter === 0) || (reach === 'parts' && partsAfter > 0);
    });
  }

  /** The end of a sentence about an unknown name. */
  advice(path: readonly string[]): string {
    const likely = this.#likely(path);
    const guess = likely === undefined ? '' : ` Did you mean "${likely}"?`;
    const allowed = Array.from(this.#reaches, ([name, reach]) => (reach === 'parts' ? `${name}.*` : name));
    return `${guess} Allowed: ${allowed.join(', ')}.`;
  }

  /** Replaces the first parts of a path by the known name that is most like them. */
  #likely(path: readonly string[]): string | undefined {
    const candidates: string[] = [];
    for (const [name, reach] of this.#reaches) {
      const known = name.split('.');
      const tail = path.slice(known.length);
      const isComplete = reach === 'open' || (reach === 'whole' ? tail.length === 0 : tail.length > 0);
      if (isComplete) candidates.push([...known, ...tail].join('.'));
      // Whoever writes `content` means `response.content`.
      if (reach !== 'parts' && known.slice(1).join('.') === path.join('.')) return name;
    }
    return likelyWord(path.join('.'), candidates);
  }
}

function uiOf(channel: string, names: ReadonlySet<string>): (readonly [string, Reach])[] {
  if (names.size === 0) return [[`ui.${channel}`, 'parts']];
  return Array.from(names, (name) => [`ui.${channel}.${name}`, 'open'] as const);
}
