/**
 * What a text says, free of any syntax. Printers write it in the markup of a platform. A text node is what a reader
 * sees, character by character; only the other nodes may become markup.
 */
export type Inline =
  /** May hold line breaks: they stand as they were written. */
  | { type: 'text'; text: string }
  | { type: 'strong' | 'emphasis' | 'strike'; children: readonly Inline[] }
  | { type: 'span'; code: string }
  /** `url` is one that a person may be sent to, http, https or mailto, and has none of the characters `"<>\^`{|}`. */
  | { type: 'link'; url: string; children: readonly Inline[] }
  /** A URL that stands in the text as itself. */
  | { type: 'url'; url: string }
  /** A picture as its words. They are never empty. */
  | { type: 'image'; url: string; alt: string };

export type Block =
  | (BlockPlace & { type: 'paragraph'; children: readonly Inline[] })
  | (BlockPlace & { type: 'heading'; level: number; children: readonly Inline[] })
  | (BlockPlace & { type: 'quote'; children: readonly Block[] })
  | (BlockPlace & { type: 'list'; items: readonly Item[] })
  /** `info` names the language; empty = none. */
  | (BlockPlace & { type: 'code'; info: string; code: string })
  | (BlockPlace & Table)
  /** A line across, in the characters that it was written in. */
  | (BlockPlace & { type: 'rule'; written: string });

/** Where a block stands below the one before it. */
interface BlockPlace {
  /** Line breaks between them, 1 or more. It says nothing of a first block. */
  gap: number;
}

/** One entry of a list. */
export interface Item extends BlockPlace {
  /** The number as it was written, with its delimiter, e.g. `3.`; absent in a list without numbers. */
  number?: string;
  /** Set for a task. */
  isDone?: boolean;
  /** The rest of an item that began in the part before: it has no mark of its own. */
  isContinued?: boolean;
  children: readonly Block[];
}

export type Align = 'left' | 'center' | 'right';

export interface Table {
  type: 'table';
  align: readonly Align[];
  head: Row;
  /** As many cells as the head. */
  rows: readonly Row[];
  /** Characters in each column, once it is known to be shown in fixed-width lines. */
  widths?: readonly number[];
}

export type Row = readonly (readonly Inline[])[];

export type Tree = readonly Block[];
