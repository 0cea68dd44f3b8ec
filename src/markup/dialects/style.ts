/** How a chat platform writes each kind of node. What it is given is printed already, unless it says so. */
export interface Style {
  /** Plain words, literal. */
  text(words: string): string;
  strong(inner: string): string;
  emphasis(inner: string): string;
  strike(inner: string): string;
  /** Code within a line, as it was written. */
  span(code: string): string;
  /** `label` is printed; `words` are the same without marks. */
  link(url: string, label: string, words: string): string;
  /** Whether the label of a link may hold marks, and code. */
  linkHolds: 'words' | 'marks' | 'marks and code';
  /** A URL as itself. `next` is what follows it, printed, up to white space. */
  url(url: string, next: string): string;
  /** What stands between two pieces of a line, one of them marked, so that the marks are read. */
  seam?(left: string, right: string): string;
  /** Keeps what a line of words begins with from being read as a mark. */
  guardLines?(printed: string): string;
  /** What begins a heading; nothing where it is written as strong words. */
  headingMark(level: number, isInList: boolean): string | undefined;
  /** A block of code as it was written. */
  code(info: string, code: string): string;
  /** A table in lines of a fixed width. */
  table(lines: string): string;
  /** Whether code and quotes within a list are set in as far as the list. */
  setsBlocksIn: boolean;
  /** `depth` is 1 for a quote that stands in no other. */
  quote(inner: string, depth: number): string;
  bullet(depth: number): string;
  box(isDone: boolean): string;
  /** The number of an item. `countsUp` tells that the numbers of its list follow each other. */
  number(written: string, countsUp: boolean): string;
}
