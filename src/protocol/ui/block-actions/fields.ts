/** The members of a plain JSON object that has these keys and no other, apart from those that may be missing. */
export function exactFields(
  value: unknown,
  { needed, optional = [] }: { needed: readonly string[]; optional?: readonly string[] },
): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  const isExact =
    needed.every((key) => Object.hasOwn(value, key)) &&
    keys.every((key) => needed.includes(key) || optional.includes(key));
  return isExact ? (value as Readonly<Record<string, unknown>>) : undefined;
}
