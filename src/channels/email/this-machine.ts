/** Whether a host, without the brackets of IPv6, is this machine, so that nobody can listen on the way to it. */
export function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/i.test(host);
}
