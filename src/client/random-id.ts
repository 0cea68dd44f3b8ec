const BYTES = 16;

/** An id that nobody else has, in hexadecimal digits. Also on pages over plain http, where `crypto.randomUUID` is not. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
