const texts = new WeakMap<object, string>();

/**
 * The JSON of something that does not change any more. An object is written out once, however many measure it, keep it
 * or send it. Throws as `JSON.stringify` does.
 */
export function jsonOnce(value: object): string {
  let text = texts.get(value);
  if (text === undefined) {
    text = JSON.stringify(value);
    texts.set(value, text);
  }
  return text;
}

/** The JSON of an object with one member more, which does not change any more. Members that are undefined are left out. */
export function jsonWith(members: object, name: string, value: unknown): string {
  const text = typeof value === 'object' && value !== null ? jsonOnce(value) : JSON.stringify(value);
  const head = JSON.stringify(members).slice(0, -1);
  return `${head}${head === '{' ? '' : ','}${JSON.stringify(name)}:${text}}`;
}
