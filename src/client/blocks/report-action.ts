import { askService, type Connection } from '../connection.ts';

const PATH = '/v1/telemetry/block-action';

/** Something that a person did with a block. */
export interface BlockAction {
  blockId: string;
  itemId: string;
  /** The kind: route, slash, modal, external. */
  action: string;
}

export interface ReportOptions {
  /** Where the service is, and who the client is; in the place of `url` and `headers`. */
  connection?: Connection;
  /** Default `/v1/telemetry/block-action`. */
  url?: string;
  /** Who the client is. A beacon carries none, so with headers a `fetch` goes instead, which also outlives the page. */
  headers?: Readonly<Record<string, string>>;
  /** Default the browser's. */
  sendBeacon?: (url: string, body: string) => boolean;
  /** Default the global one. */
  fetch?: (url: string, init: RequestInit) => Promise<unknown>;
}

/**
 * Tells the service of an action. Returns at once and never throws: whether it is heard is nothing to the person, and
 * nothing to what they did.
 */
export function reportBlockAction({ blockId, itemId, action }: BlockAction, options: ReportOptions = {}): void {
  const { url = PATH, headers, fetch = globalThis.fetch, connection } = options;
  try {
    if (connection) {
      askService(connection, PATH, { json: { blockId, itemId, action }, keepalive: true }).catch(() => {});
      return;
    }
    const body = JSON.stringify({ blockId, itemId, action });
    if (!headers && (options.sendBeacon ?? beaconOfBrowser())?.(url, body)) return;
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
      keepalive: true,
    }).catch(() => {});
  } catch {
    // Silent, as said.
  }
}

function beaconOfBrowser(): ReportOptions['sendBeacon'] {
  const { navigator } = globalThis as { navigator?: { sendBeacon?: (url: string, body: string) => boolean } };
  return navigator?.sendBeacon?.bind(navigator);
}
