export type JsonObject = Readonly<Record<string, unknown>>;

/** The object that a text is JSON of. Nothing for any other text. Never throws. */
export function objectIn(text: string): JsonObject | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function objectOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
}

/** '' for what is no text. */
export function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether an object has no other keys. */
export function hasOnly(given: JsonObject, keys: readonly string[]): boolean {
  return Object.keys(given).every((key) => keys.includes(key));
}
