/** A key that nobody else has: 36 hex digits. Made on plain http as well, where `crypto.randomUUID` does not exist. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(18)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
