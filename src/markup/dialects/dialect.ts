import type { Escape } from '../escape.ts';
import type { Literals } from '../literals.ts';
import type { Tree } from '../tree/nodes.ts';

/** The markup of a platform. */
export interface Dialect {
  /** Prints any blocks: balanced, and every text in them literal. */
  print(blocks: Tree): string;
  /** Makes a text literal that was not read as Markdown. */
  escape: Escape;
  /** The same for texts that are too long to be looked at closely. */
  literals: Literals;
  /** Splits such texts into parts of at most `maxUnits`; absent = they are split as they are escaped. */
  splitWords?(text: string, maxUnits: number): string[];
  /** Whether the platform counts what a reader sees; else it counts the text as it is sent. */
  countsWords: boolean;
  /** Whether a text without any Markdown prints as `escape` writes it, so that no parser needs to look at it. */
  keepsPlainText: boolean;
  /** Whether it has tables. Else it is given those alone that can be shown in fixed-width lines. */
  hasTables: boolean;
  /**
   * How much of a limit of `maxUnits` UTF-16 units a print takes. It may say the length of what is surely short enough.
   * It is more than `maxUnits` where one message cannot hold it for another reason.
   */
  sizeOf(printed: string, maxUnits: number): number;
}
