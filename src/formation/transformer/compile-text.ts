import { BridgeError } from '../../protocol/errors.ts';
import { quoted } from '../finding.ts';
import { PLACEHOLDER_GRAMMAR, type Placeholder, readPlaceholders } from '../placeholder.ts';
import type { Secrets, TextPlace } from '../secrets.ts';
import type { YamlFile } from '../yaml/read-yaml.ts';
import { type Path, pathText, type SourceText } from '../yaml/source.ts';
import type { Variables } from './variables.ts';

/** What compiling one transformer file needs, and what it learns about it. */
export interface Compilation {
  file: YamlFile;
  secrets: Secrets;
  variables: Variables;
  /** Hosts inside that may be called. Absent where they could not be read: then hosts are not checked. */
  allowHosts?: readonly string[] | undefined;
  /** Called with the path of every variable that is named. */
  onVariable?: (path: readonly string[]) => void;
  /** Called with the fixed words that stand beside the content in one text. */
  onContentBeside?: (words: string) => void;
}

/** A value at run time; undefined is nothing. `variables` hold what may be named. */
export type Render = (variables: object) => unknown;

/** A piece of a text: known at load, as words and secrets are, or a value of the message. */
export type CompiledPiece = { kind: 'fixed'; text: string } | { kind: 'value'; source: string; render: Render };

/** Never looked up, even where the data has such a key of its own. */
const NEVER: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Reads the placeholders of a text. Unknown variables and missing secrets become errors at their place. */
export function compilePieces(node: SourceText, path: Path, compilation: Compilation): CompiledPiece[] {
  const { file } = compilation;
  const { pieces, broken } = readPlaceholders(node, file.text);
  for (const { place } of broken) {
    file.settled.add(node);
    file.findings.error(place, `${pathText(path)}: ${PLACEHOLDER_GRAMMAR}`);
  }
  return pieces.map((piece) =>
    typeof piece === 'string'
      ? { kind: 'fixed', text: piece }
      : compilePlaceholder(piece, { file, node, path }, compilation),
  );
}

/** A value as text: objects as JSON, nothing as an empty text. */
export function textOf(value: unknown, source: string): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  try {
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  } catch (cause) {
    throw new BridgeError('template_failed', `Cannot write ${source} into a text: its value is no JSON.`, { cause });
  }
}

function compilePlaceholder(placeholder: Placeholder, where: TextPlace, compilation: Compilation): CompiledPiece {
  const { file, secrets, variables, onVariable } = compilation;
  const { source, path: name, fallback, place } = placeholder;
  if (!variables.isKnown(name)) {
    file.settled.add(where.node);
    const sentence = `the variable ${quoted(name.join('.'))} is not known.${variables.advice(name)}`;
    file.findings.error(place, `${pathText(where.path)}: ${sentence}`);
    return { kind: 'fixed', text: source };
  }
  if (name[0] === 'secrets') return { kind: 'fixed', text: secrets.valueOf(placeholder, where) ?? '' };
  onVariable?.(name);
  const never = name.find((part) => NEVER.has(part));
  if (never !== undefined) {
    file.findings.warning(place, `${pathText(where.path)}: ${quoted(never)} is never looked up, this is always empty.`);
    return { kind: 'value', source, render: () => fallback };
  }
  const lookUp = compileLookUp(name);
  return { kind: 'value', source, render: fallback === undefined ? lookUp : (values) => lookUp(values) ?? fallback };
}

/** Own properties only. A missing part is nothing, and so is null. */
function compileLookUp(path: readonly string[]): Render {
  return (variables) => {
    let value: unknown = variables;
    for (const part of path) {
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
      value = (value as Readonly<Record<string, unknown>>)[part];
    }
    return value ?? undefined;
  };
}
