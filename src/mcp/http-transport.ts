import type { JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { boundedFetch } from './bounded-fetch.ts';

/** What JSON-RPC leaves to servers; clients of MCP say with it that a connection was closed. */
const CONNECTION_CLOSED = -32000;

/**
 * Speaks to a server over streamable HTTP. Version 2.4.0 of the SDK lets a request wait to its timeout when the stream
 * that was to answer it breaks off, as when a server crashes in mid-call. Here such a request fails at once.
 */
export async function httpTransport(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<StreamableHTTPClientTransport> {
  const sdk = await import('@modelcontextprotocol/client');
  const transport = new sdk.StreamableHTTPClientTransport(url, { requestInit: { headers }, fetch: boundedFetch });
  const send = transport.send.bind(transport);
  transport.send = (message, options) =>
    send(message, {
      ...options,
      onRequestStreamEnd: () => {
        options?.onRequestStreamEnd?.();
        for (const id of requestIds(message)) {
          const error = { code: CONNECTION_CLOSED, message: 'The stream ended before the answer.' };
          transport.onmessage?.({ jsonrpc: '2.0', id, error });
        }
      },
    });
  return transport;
}

function requestIds(message: JSONRPCMessage | JSONRPCMessage[]): (string | number)[] {
  const ids: (string | number)[] = [];
  for (const one of [message].flat()) if ('method' in one && 'id' in one) ids.push(one.id);
  return ids;
}
