/** What is bound to a statement and read from a row. */
export type SqlValue = string | number | null | Uint8Array;

/** A prepared statement. `Row` is what its columns are; the statement's author vouches for it. */
export interface Statement<Row extends object> {
  /** The first row. A statement that writes has written everything by then. */
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  /** Gives the number of rows written. */
  run(...values: SqlValue[]): number;
}

/** One connection to one SQLite file. Every call blocks until SQLite has answered. */
export interface Driver {
  /** Which library it is, for the log. */
  readonly name: string;
  prepare<Row extends object = never>(sql: string): Statement<Row>;
  /** Runs several statements that give nothing back. */
  execute(sql: string): void;
  /** SQLite's extended result code of a thrown value; nothing when SQLite did not throw it. */
  resultCodeOf(error: unknown): number | undefined;
  /** Checkpoints the file and gives its lock back. */
  close(): void;
}
