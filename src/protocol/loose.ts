/**
 * Guards for what the platform sends. Unknown keys and kinds are normal there, so nothing is parsed as a
 * whole: a reader asks for the few fields it needs, and a field of a wrong type counts as absent.
 */
export type Loose = Readonly<Record<string, unknown>>;

export function objectIn(value: unknown): Loose | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string with lone surrogates replaced, so that it can be stored and sent anywhere. */
export function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : undefined;
}

export function integerIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) ? (value as number) : undefined;
}
