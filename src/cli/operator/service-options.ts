import type { Environment } from '../../environment.ts';
import { createServiceClient, type ServiceClient } from './service-client.ts';

/** The flags by which a command finds the service, for `parseArgs`. */
export const SERVICE_FLAGS = { url: { type: 'string' } } as const;

/**
 * The service that a command talks to: at `--url`, `FOOTBRIDGE_URL`, or where the environment would start it. The key
 * comes from `FOOTBRIDGE_ADMIN_KEYS`, never from a flag, which everybody on the machine can read.
 */
export function serviceFor(environment: Environment, flags: { url?: string | undefined }): ServiceClient {
  const { HOST, PORT, FOOTBRIDGE_URL, FOOTBRIDGE_ADMIN_KEYS: adminKeys } = environment;
  const url = flags.url ?? FOOTBRIDGE_URL ?? `http://${reachable(HOST)}:${PORT}`;
  return createServiceClient({ url: url.replace(/\/+$/, ''), adminKey: adminKeys[0] });
}

/** The wildcard addresses are to listen on; from this machine the service is here. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
