import { LineCounter } from 'yaml';
import type { Finding } from './finding.ts';

/** More than this many findings of one file help nobody. */
const MAX_FINDINGS = 100;

/** Collects the findings of one file. Places are given as offsets into its text. */
export class FileFindings {
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #findings: Finding[] = [];
  #hidden = 0;
  #hiddenSeverity: Finding['severity'] = 'warning';

  constructor(file: string, text = '') {
    this.#file = file;
    this.#lines.addNewLine(0);
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines.addNewLine(at + 1);
  }

  error(offset: number, message: string): void {
    this.#add('error', offset, message);
  }

  warning(offset: number, message: string): void {
    this.#add('warning', offset, message);
  }

  /** Line number of an offset, from 1. */
  lineOf(offset: number): number {
    return this.#lines.linePos(offset).line;
  }

  /** In order of discovery. What is not shown any more is counted in a last one. */
  all(): Finding[] {
    const last = this.#findings.at(-1);
    if (this.#hidden === 0 || !last) return [...this.#findings];
    const message = `${this.#hidden} more are not shown. Deal with these first.`;
    return [...this.#findings, { ...last, severity: this.#hiddenSeverity, message }];
  }

  #add(severity: Finding['severity'], offset: number, message: string): void {
    if (this.#findings.length === MAX_FINDINGS) {
      this.#hidden += 1;
      if (severity === 'error') this.#hiddenSeverity = 'error';
      return;
    }
    const { line, col } = this.#lines.linePos(offset);
    this.#findings.push({ severity, file: this.#file, line, column: col, message });
  }
}
