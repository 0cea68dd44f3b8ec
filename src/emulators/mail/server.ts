import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../protocol/log.ts';
import { isObject, parseBoundedJson } from '../bounded-json.ts';
import { isFromThisMachine, type LoopbackServer, startLoopbackServer } from '../loopback-server.ts';
import { EmulatorMisuse } from '../misuse.ts';
import { readBody } from '../request-body.ts';

const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** The control API. Resolves when it listens; port 0 takes a free one. */
export function startServer(options: {
  port: number;
  log: Log;
  control: (action: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>;
}): Promise<LoopbackServer> {
  return startLoopbackServer({
    port: options.port,
    async respond(request, response) {
      const action = /^\/emulator\/([^/?]+)$/.exec(request.url ?? '')?.[1];
      if (!isFromThisMachine(request)) return send(response, 403, 'The emulator is for this machine only.');
      if (action === undefined) return send(response, 404, 'There is nothing here.');
      try {
        send(response, 200, undefined, await options.control(action, await values(request)));
      } catch (error) {
        if (!(error instanceof EmulatorMisuse)) throw error;
        send(response, 400, error.message);
      }
    },
    failed(_request, response, error) {
      options.log.error({}, `mail emulator failed: ${String(error)}`);
      send(response, 500, 'Something went wrong in the emulator.');
    },
  });
}

async function values(request: IncomingMessage): Promise<Record<string, unknown>> {
  const body = (await readBody(request, MAX_BODY_BYTES))?.toString('utf8') ?? '';
  if (body === '') return {};
  try {
    const given = parseBoundedJson(body);
    if (isObject(given)) return given;
  } catch {
    // Told below.
  }
  throw new EmulatorMisuse('The body must be a JSON object of named arguments.');
}

function send(response: ServerResponse, status: number, error: string | undefined, result?: unknown): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(error === undefined ? { ok: true, result } : { ok: false, error }));
}
