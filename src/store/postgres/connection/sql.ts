import { storable } from './lossless-text.ts';

/** What is bound to a statement. A list becomes an array of PostgreSQL. */
export type SqlValue = string | number | boolean | null | Uint8Array | readonly string[] | readonly number[];

/** A statement of this store. It is prepared once per connection, under its name. */
export interface Statement {
  name: string;
  text: string;
}

/** A statement with its values. */
export interface Query extends Statement {
  values: SqlValue[];
}

/** A row of a list that is written at once. */
export type WrittenRow = Readonly<Record<string, string | number | boolean | null>>;

/** Binds values to a statement. Texts are kept as PostgreSQL can keep them. */
export function bind(statement: Statement, ...values: readonly SqlValue[]): Query {
  return { ...statement, values: values.map(storableValue) };
}

/** Binds a list of rows as one JSON value, for a statement that reads them with `json_to_recordset`. */
export function bindRows(statement: Statement, rows: readonly WrittenRow[], ...values: readonly SqlValue[]): Query {
  const json = JSON.stringify(rows, (_key, value) => (typeof value === 'string' ? storable(value) : value));
  return { ...statement, values: [json, ...values.map(storableValue)] };
}

function storableValue(value: SqlValue): SqlValue {
  if (typeof value === 'string') return storable(value);
  if (!Array.isArray(value)) return value;
  return value.map((item: string | number) => (typeof item === 'string' ? storable(item) : item)) as string[];
}
