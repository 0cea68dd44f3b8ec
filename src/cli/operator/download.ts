import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';

/** GETs a URL and waits for its first byte as long as it takes: a large backup is made before it. `fetch` gives up after 5 minutes. */
export function download(url: string, headers: OutgoingHttpHeaders): Promise<IncomingMessage> {
  const { get } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    get(url, { headers }, resolve).on('error', reject);
  });
}
