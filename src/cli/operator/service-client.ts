import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { BridgeError, ERROR_CODES, type ErrorCode, reasonOf } from '../../protocol/errors.ts';
import { download } from './download.ts';

/** A page of what was set aside, as the service lists it. */
export interface DeadPage {
  data: DeadEntry[];
  cursor?: string;
}

export interface DeadEntry {
  object: 'turn' | 'delivery';
  id: string;
  channel: string;
  conversation: string;
  attempts: number;
  reason: string;
  died_at: string;
}

/** The running service, as an operator's command sees it. */
export interface ServiceClient {
  readonly url: string;
  list(kind: DeadEntry['object'], query: Readonly<Record<string, string>>): Promise<DeadPage>;
  retry(kind: DeadEntry['object'], id: string): Promise<void>;
  drop(kind: DeadEntry['object'], id: string): Promise<void>;
  /** The backup as it comes. */
  backup(): Promise<Readable>;
}

const PATHS = { turn: '/v1/turns', delivery: '/v1/deliveries' } as const;

/** Every call throws `service_unreachable` when nothing answers, and what the service refuses under its own code. */
export function createServiceClient({ url, adminKey }: { url: string; adminKey: string | undefined }): ServiceClient {
  const headers: Record<string, string> = adminKey === undefined ? {} : { Authorization: `Bearer ${adminKey}` };
  async function call(method: string, path: string): Promise<Response> {
    const response = await fetch(url + path, { method, headers }).catch((error) => {
      throw unreachable(url, error);
    });
    if (!response.ok) throw await refusal(response, url);
    return response;
  }
  const path = (kind: DeadEntry['object'], id: string) => `${PATHS[kind]}/${encodeURIComponent(id)}`;
  return {
    url,
    async list(kind, query) {
      const response = await call('GET', `${PATHS[kind]}?${new URLSearchParams({ status: 'dead', ...query })}`);
      return (await response.json()) as DeadPage;
    },
    async retry(kind, id) {
      await call('POST', `${path(kind, id)}/retry`);
    },
    async drop(kind, id) {
      await call('DELETE', path(kind, id));
    },
    async backup() {
      const response = await download(`${url}/v1/backup`, headers).catch((error) => {
        throw unreachable(url, error);
      });
      const { statusCode: status = 500 } = response;
      if (status !== 200) throw await refusal(new Response(await text(response), { status }), url);
      return response;
    },
  };
}

function unreachable(url: string, error: unknown): BridgeError {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  return new BridgeError(
    'service_unreachable',
    `No service answers at ${url} (${reasonOf(cause) || 'no connection'}). Start it, or say where it is with --url or FOOTBRIDGE_URL.`,
    { cause: error },
  );
}

async function refusal(response: Response, url: string): Promise<BridgeError> {
  const body: unknown = await response.json().catch(() => undefined);
  const told = (body as { error?: { code?: unknown; message?: unknown } } | undefined)?.error;
  if (typeof told?.code === 'string' && typeof told.message === 'string' && Object.hasOwn(ERROR_CODES, told.code)) {
    return new BridgeError(told.code as ErrorCode, told.message);
  }
  return new BridgeError(
    'service_unreachable',
    `What answers at ${url} is no Footbridge of this version (status ${response.status}). Say where it is with --url or FOOTBRIDGE_URL.`,
  );
}
