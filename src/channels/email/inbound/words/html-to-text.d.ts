declare module 'html-to-text' {
  interface Selector {
    selector: string;
    format?: string;
    options?: Readonly<Record<string, unknown>>;
  }
  /** The part of its options that is used here. */
  interface Options {
    wordwrap: false;
    limits: { maxInputLength: number; maxDepth: number; maxChildNodes: number; ellipsis: string };
    selectors: readonly Selector[];
  }
  export function compile(options: Options): (html: string) => string;
}
