import { FileFindings } from '../file-findings.ts';
import type { Finding } from '../finding.ts';
import { readText } from '../yaml/read-text.ts';
import { parseYaml, type YamlFile } from '../yaml/read-yaml.ts';
import type { SourceText } from '../yaml/source.ts';

/** A trigger file: the YAML between its `---` lines, and the prompt below them. Places are those of the whole file. */
export interface TriggerFile {
  file: YamlFile;
  /** Without the blank lines around it; empty when there is none. */
  prompt: SourceText;
}

const OPENING = /^---[ \t]*\r?\n/;
const CLOSING = /^---[ \t]*(?:\r?\n|$)/gm;

/** Reads a Markdown file with YAML front matter, which may be missing. Gives the findings when it cannot be read. */
export async function readTriggerFile(path: string): Promise<TriggerFile | Finding[]> {
  const text = await readText(path);
  if (typeof text !== 'string') return text;
  const findings = new FileFindings(path, text);
  const opening = OPENING.exec(text)?.[0].length ?? 0;
  if (opening === 0) return { file: withoutKeys(text, findings), prompt: promptOf(text, 0) };

  CLOSING.lastIndex = opening;
  const closing = CLOSING.exec(text);
  if (!closing) {
    findings.error(0, 'The front matter begins here and does not end. Close it with a line "---".');
    return findings.all();
  }
  const prompt = promptOf(text, closing.index + closing[0].length);
  if (text.slice(opening, closing.index).trim() === '') return { file: withoutKeys(text, findings), prompt };
  const file = parseYaml(path, text, closing.index);
  return Array.isArray(file) ? file : { file, prompt };
}

function withoutKeys(text: string, findings: FileFindings): YamlFile {
  return { text, root: { kind: 'map', entries: new Map(), start: 0 }, findings, settled: new Set() };
}

function promptOf(text: string, from: number): SourceText {
  const rest = text.slice(from);
  const start = from + (rest.length - rest.trimStart().length);
  const value = rest.trim();
  return { kind: 'text', value, start, end: start + value.length };
}
