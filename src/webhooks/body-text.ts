const FORM = 'application/x-www-form-urlencoded';

/** A header by its name, whatever its case. */
function headerOf(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The body as the headers say: a form where they say so, else JSON; and the headers that go with it. */
export function bodyText(
  body: unknown,
  headers: Readonly<Record<string, string>>,
): { text: string; headers: Readonly<Record<string, string>> } {
  const type = headerOf(headers, 'content-type');
  if (type?.toLowerCase().startsWith(FORM)) return { text: formText(body), headers };
  const text = JSON.stringify(body);
  return { text, headers: type === undefined ? { ...headers, 'Content-Type': 'application/json' } : headers };
}

/** Each entry of the body is a field; what is no text is written as JSON. */
function formText(body: unknown): string {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  return new URLSearchParams(
    fields.map(([name, value]): [string, string] => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  ).toString();
}
