import { type Document, parseDocument, type YAMLError } from 'yaml';
import { FileFindings } from '../file-findings.ts';
import type { Finding } from '../finding.ts';
import { MAX_DEPTH, tooDeepAt } from './depth.ts';
import { readText } from './read-text.ts';
import type { SourceMap, SourceNode } from './source.ts';
import { QUOTE_PLACEHOLDER, SYNTAX_SENTENCES } from './syntax-sentences.ts';
import { SourceReader } from './to-source.ts';

/** A file of keys that could be read. */
export interface YamlFile {
  readonly text: string;
  readonly root: SourceMap;
  readonly findings: FileFindings;
  /** Parts that have a finding already: nothing more is said about them. */
  readonly settled: Set<SourceNode>;
}

/** Reads a YAML 1.2 file whose top level is a map. Gives the findings instead when it cannot be read as such. */
export async function readYaml(file: string): Promise<YamlFile | Finding[]> {
  const text = await readText(file);
  return typeof text === 'string' ? parseYaml(file, text, text.length) : text;
}

/** The same for a text that was read: its first `length` UTF-16 units are YAML. */
export function parseYaml(file: string, text: string, length: number): YamlFile | Finding[] {
  const yaml = text.slice(0, length);
  const findings = new FileFindings(file, text);
  const deepAt = tooDeepAt(yaml);
  if (deepAt !== undefined) {
    findings.error(deepAt, `This is nested deeper than ${MAX_DEPTH} levels.`);
    return findings.all();
  }
  const document = parseDocument(yaml, { prettyErrors: false, stringKeys: true, uniqueKeys: false });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0 || !isVersion12(document)) {
    reportSyntax(broken, yaml, findings);
    if (!isVersion12(document)) findings.error(0, 'Only YAML 1.2 is read. Remove the %YAML line.');
    return findings.all();
  }
  const reader = new SourceReader(findings);
  const root = reader.read(document.contents, { at: 0, depth: 0 });
  if (root.kind === 'map') return { text, root, findings, settled: reader.refused };
  findings.error(root.start, 'Expected lines such as "key: value" here, with a space after the colon.');
  return findings.all();
}

/** One finding a line: a broken spot makes the parser stumble several times. */
function reportSyntax(errors: readonly YAMLError[], text: string, findings: FileFindings): void {
  const lines = new Set<number>();
  for (const { code, pos } of errors) {
    const line = findings.lineOf(pos[0]);
    if (lines.has(line)) continue;
    lines.add(line);
    const isPlaceholder = text.startsWith('${{', pos[0] - 1);
    findings.error(pos[0], isPlaceholder ? QUOTE_PLACEHOLDER : SYNTAX_SENTENCES[code]);
  }
}

function isVersion12({ directives }: Document.Parsed): boolean {
  return directives === undefined || directives.yaml.version === '1.2';
}
