import { quoted } from './finding.ts';
import { likelyWord } from './likely-word.ts';
import { PLACEHOLDER_GRAMMAR, type Placeholder, readPlaceholders } from './placeholder.ts';
import type { YamlFile } from './yaml/read-yaml.ts';
import { type Path, pathText, type SourceText } from './yaml/source.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Shorter pieces of a secret say nothing about it. */
const TELLING_CHARS = 12;
const SHORTEST_SECRET_CHARS = 4;

/** A text of a file, for findings about it. */
export interface TextPlace {
  file: YamlFile;
  node: SourceText;
  path: Path;
}

/** Reads `${{ secrets.NAME }}` from the environment and keeps what it read out of messages. */
export class Secrets {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #read = new Map<string, string>();

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /**
   * The value of a `secrets.*` placeholder, or its fallback. An empty variable is a value.
   * A name that is not set is an error at the placeholder's place.
   */
  valueOf({ path: names, fallback, place }: Placeholder, where: TextPlace): string | undefined {
    const name = names.slice(1).join('.');
    if (!NAME.test(name)) {
      refuse(where, place, 'a secret is named by letters, digits and _, as in ${{ secrets.API_TOKEN }}.');
      return undefined;
    }
    const value = Object.hasOwn(this.#env, name) ? this.#env[name] : undefined;
    if (value !== undefined) this.#read.set(name, value);
    else if (fallback === undefined) {
      refuse(where, place, `the secret ${name} is not set. Set ${name} in the environment or in .env.`);
    }
    return value ?? fallback;
  }

  /** The text with its secrets filled in. Other placeholders are errors, or left alone where another room reads them. */
  fill(where: TextPlace, options: { leaveOthers: boolean }): string {
    const { node, file } = where;
    if (!node.value.includes('${{')) return node.value;
    const { pieces, broken } = readPlaceholders(node, file.text);
    for (const { source, place } of broken) {
      if (!options.leaveOthers || /^\$\{\{\s*secret/i.test(source)) refuse(where, place, PLACEHOLDER_GRAMMAR);
    }
    return pieces
      .map((piece) => {
        if (typeof piece === 'string') return piece;
        const family = piece.path[0] ?? '';
        if (family === 'secrets') return this.valueOf(piece, where) ?? piece.source;
        const isMistyped = likelyWord(family, ['secrets']) !== undefined;
        if (!options.leaveOthers || isMistyped) {
          refuse(where, piece.place, `found ${quoted(piece.source)}, only "\${{ secrets.NAME }}" can stand here.`);
        }
        return piece.source;
      })
      .join('');
  }

  /** Name of a secret that a message would show, whole or in a telling piece. */
  shownBy(message: string): string | undefined {
    for (const [name, value] of this.#read) {
      if (value.length < SHORTEST_SECRET_CHARS) continue;
      const size = Math.min(TELLING_CHARS, value.length);
      for (let at = 0; at + size <= value.length; at += 1) {
        if (message.includes(value.slice(at, at + size))) return name;
      }
    }
    return undefined;
  }
}

function refuse({ file, node, path }: TextPlace, place: number, sentence: string): void {
  file.settled.add(node);
  file.findings.error(place, `${pathText(path)}: ${sentence}`);
}
