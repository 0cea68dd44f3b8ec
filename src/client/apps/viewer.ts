/**
 * Who looks at the page, as headers of its requests. A platform's app hands over a signed proof behind the `#`; whoever
 * embeds the page may hand over a user token there, or who the user is where the service takes that from anybody; in the
 * console it is the person of the tab. Behind the `#` nothing is sent to a server or kept in a log, and it is taken off
 * the address at once.
 */
export function viewerHeaders(): Record<string, string> {
  const behind = new URLSearchParams(location.hash.slice(1));
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search);
  const platformProof = behind.get('tgWebAppData');
  if (platformProof) return { Authorization: `tma ${platformProof}` };
  const token = behind.get('token') ?? stored('footbridge.token');
  if (token) return { Authorization: `Bearer ${token}` };
  const userId = behind.get('user') ?? stored('footbridge.user');
  return userId ? { 'X-User-Id': userId } : {};
}

/** A frame of another site has no storage. */
function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}
