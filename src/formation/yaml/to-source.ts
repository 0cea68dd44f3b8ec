import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';
import type { FileFindings } from '../file-findings.ts';
import { quoted } from '../finding.ts';
import { MAX_DEPTH } from './depth.ts';
import type { SourceEntry, SourceNode } from './source.ts';

/** Values that all aliases together may unfold to. */
const MAX_UNFOLDED = 100_000;

/** The tags of the YAML 1.2 core schema. */
const CORE_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** What an alias costs: how many values it stands for, and how many levels. */
interface Extent {
  values: number;
  levels: number;
}

/**
 * Turns a parsed document into source nodes. What cannot be kept becomes a finding and null.
 * Duplicate keys are found here because the library compares every key of a map with every other.
 */
export class SourceReader {
  /** What was refused, and reads as null. */
  readonly refused = new Set<SourceNode>();
  readonly #findings: FileFindings;
  /** By anchor; null while the anchored part is being read. */
  readonly #anchors = new Map<string, SourceNode | null>();
  readonly #extents = new Map<SourceNode, Extent>();
  #unfolded = 0;

  constructor(findings: FileFindings) {
    this.#findings = findings;
  }

  /** `at` is where to point when the node has no place of its own. */
  read(node: Node | null, options: { at: number; depth: number }): SourceNode {
    const start = node?.range?.[0] ?? options.at;
    if (isAlias(node)) return this.#readAlias(node, start, options.depth);
    if (node?.tag !== undefined && !CORE_TAGS.has(node.tag)) {
      return this.#refuse(start, `The tag ${quoted(node.tag)} is not known. Remove it.`);
    }
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, null);
    const read = this.#readContent(node, start, options.depth);
    if (anchor !== undefined) this.#anchors.set(anchor, read);
    return read;
  }

  #readContent(node: Node | null, start: number, depth: number): SourceNode {
    if (isMap(node)) return this.#readMap(node, start, depth);
    if (isSeq(node)) return this.#readList(node, start, depth);
    if (isScalar(node)) return this.#readScalar(node, start);
    return this.#measured({ kind: 'scalar', value: null, start }, []);
  }

  #readMap(map: YAMLMap, start: number, depth: number): SourceNode {
    const entries = new Map<string, SourceEntry>();
    for (const pair of map.items) {
      const keyStart = asNode(pair.key)?.range?.[0] ?? start;
      const key = isScalar(pair.key) ? String(pair.key.value) : undefined;
      const value = this.read(asNode(pair.value), { at: keyStart, depth: depth + 1 });
      const first = key === undefined ? undefined : entries.get(key);
      if (key === undefined) {
        this.#findings.error(keyStart, 'A key must be text.');
      } else if (key === '__proto__') {
        this.#findings.error(keyStart, 'The key "__proto__" is never allowed. Remove it.');
      } else if (first) {
        const line = this.#findings.lineOf(first.keyStart);
        this.#findings.error(keyStart, `The key ${quoted(key)} appears twice, first in line ${line}. Keep one.`);
      } else {
        entries.set(key, { keyStart, value });
      }
    }
    return this.#measured(
      { kind: 'map', entries, start },
      Array.from(entries.values(), ({ value }) => value),
    );
  }

  #readList(list: YAMLSeq, start: number, depth: number): SourceNode {
    const items = list.items.map((item) => this.read(asNode(item), { at: start, depth: depth + 1 }));
    return this.#measured({ kind: 'list', items, start }, items);
  }

  #readScalar({ value, range }: Scalar, start: number): SourceNode {
    if (typeof value === 'string') {
      return this.#measured({ kind: 'text', value, start, end: range?.[1] ?? start }, []);
    }
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) return this.#refuse(start, 'A number must be finite.');
      // Platform ids have 18 digits and more; a number would silently become another id.
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
        return this.#refuse(start, 'This number is too large to be exact. Put it in quotes.');
      }
      return this.#measured({ kind: 'scalar', value, start }, []);
    }
    const isTrueOrFalse = typeof value === 'boolean';
    return this.#measured({ kind: 'scalar', value: isTrueOrFalse ? value : null, start }, []);
  }

  #readAlias(alias: Alias, start: number, depth: number): SourceNode {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      return this.#refuse(start, `There is no anchor &${alias.source} above. If it is text, put it in quotes.`);
    }
    if (target === null) return this.#refuse(start, `The alias *${alias.source} stands inside its own anchor.`);
    const extent = this.#extents.get(target) ?? { values: 1, levels: 0 };
    if (depth + extent.levels > MAX_DEPTH) {
      return this.#refuse(start, `With this alias the file is nested deeper than ${MAX_DEPTH} levels.`);
    }
    const before = this.#unfolded;
    this.#unfolded += extent.values;
    if (this.#unfolded <= MAX_UNFOLDED) return target;
    // Told once: the aliases after this one are too many as well.
    if (before <= MAX_UNFOLDED) return this.#refuse(start, `The aliases unfold to more than ${MAX_UNFOLDED} values.`);
    return this.#nothing(start);
  }

  #refuse(start: number, message: string): SourceNode {
    this.#findings.error(start, message);
    return this.#nothing(start);
  }

  #nothing(start: number): SourceNode {
    const nothing = this.#measured({ kind: 'scalar', value: null, start }, []);
    this.refused.add(nothing);
    return nothing;
  }

  #measured(node: SourceNode, children: readonly SourceNode[]): SourceNode {
    let values = 1;
    let levels = 0;
    for (const child of children) {
      const extent = this.#extents.get(child);
      values += extent?.values ?? 1;
      levels = Math.max(levels, 1 + (extent?.levels ?? 0));
    }
    this.#extents.set(node, { values, levels });
    return node;
  }
}

/** The parser gives nodes or null; the library's types allow more. */
function asNode(value: unknown): Node | null {
  return isMap(value) || isSeq(value) || isScalar(value) || isAlias(value) ? value : null;
}
