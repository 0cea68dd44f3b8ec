/** What became of one operation of a batch: its result, or why this one alone was refused. */
export type Outcome<Result> = { result: Result } | { refused: Error };
