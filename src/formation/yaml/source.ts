import { quoted } from '../finding.ts';

/**
 * A YAML file as data that still knows where it stands. Offsets count UTF-16 code units from the start of the text.
 * An anchored part is one node, shared by all its aliases.
 */
export type SourceNode = SourceText | SourceScalar | SourceList | SourceMap;

export interface SourceText {
  kind: 'text';
  value: string;
  start: number;
  end: number;
}

export interface SourceScalar {
  kind: 'scalar';
  value: number | boolean | null;
  start: number;
}

export interface SourceList {
  kind: 'list';
  items: readonly SourceNode[];
  start: number;
}

export interface SourceMap {
  kind: 'map';
  entries: ReadonlyMap<string, SourceEntry>;
  start: number;
}

export interface SourceEntry {
  keyStart: number;
  value: SourceNode;
}

/** Keys and list indices from the root to a part. */
export type Path = readonly (string | number)[];

/** A path as authors write it: `links.github.url`, `web_components[0].name`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    const name = /^[\w-]+$/.test(part) ? part : quoted(part);
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

/** The part at a path; where the file ends before it does, the deepest part that is there. */
export function findEntry(root: SourceNode, path: Path): { entry: SourceEntry; isWhole: boolean } {
  let entry: SourceEntry = { keyStart: root.start, value: root };
  for (const part of path) {
    const next = childOf(entry.value, part);
    if (!next) return { entry, isWhole: false };
    entry = next;
  }
  return { entry, isWhole: true };
}

/** A text as it stands in the file, its placeholders unfilled: safe to show. Empty for anything else. */
export function writtenText(node: SourceNode): string {
  return node.kind === 'text' ? node.value : '';
}

/** The plain value. `textOf` gives what stands for each text. */
export function toPlain(
  node: SourceNode,
  textOf: (text: SourceText, path: Path) => string = ({ value }) => value,
  path: Path = [],
): unknown {
  switch (node.kind) {
    case 'text':
      return textOf(node, path);
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map((item, index) => toPlain(item, textOf, [...path, index]));
    case 'map':
      return Object.fromEntries(
        Array.from(node.entries, ([key, { value }]) => [key, toPlain(value, textOf, [...path, key])]),
      );
  }
}

function childOf(node: SourceNode, part: string | number): SourceEntry | undefined {
  if (node.kind === 'map') return node.entries.get(String(part));
  if (node.kind !== 'list' || typeof part !== 'number') return undefined;
  const item = node.items[part];
  return item && { keyStart: item.start, value: item };
}
