import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BridgeError } from '../../src/protocol/errors.ts';
import { operatorsOnly } from '../../src/server/operators-only.ts';

async function serve(options: { keys: string[]; adminKeys: string[] }) {
  const app = express();
  app.get('/', operatorsOnly(options), (_request, response) => {
    response.json('passed');
  });
  app.use(((error, _request, response, _next) => {
    response.status((error as BridgeError).status).json((error as BridgeError).code);
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (headers: Record<string, string> = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
    return [response.status, await response.json()];
  };
}

describe("operators' routes", () => {
  it('take an admin key as a bearer, and no client key', async () => {
    const call = await serve({ keys: ['client'], adminKeys: ['one', 'two'] });
    expect(await call({ Authorization: 'Bearer one' })).toEqual([200, 'passed']);
    expect(await call({ Authorization: 'bearer two' })).toEqual([200, 'passed']);
    expect(await call({ Authorization: 'Bearer client' })).toEqual([401, 'unauthorized']);
    expect(await call({ Authorization: 'Bearer on' })).toEqual([401, 'unauthorized']);
    expect(await call({ 'X-Muxi-Client-Key': 'one' })).toEqual([401, 'unauthorized']);
    expect(await call()).toEqual([401, 'unauthorized']);
  });

  it('are off when there are client keys and no admin key, whoever asks', async () => {
    const call = await serve({ keys: ['client'], adminKeys: [] });
    expect(await call({ Authorization: 'Bearer client' })).toEqual([403, 'admin_keys_required']);
    expect(await call()).toEqual([403, 'admin_keys_required']);
  });

  it('want the admin key also where the rest of the API is open', async () => {
    const call = await serve({ keys: [], adminKeys: ['one'] });
    expect(await call()).toEqual([401, 'unauthorized']);
    expect(await call({ Authorization: 'Bearer one' })).toEqual([200, 'passed']);
  });

  it('are open like the rest of the API where there is no key at all', async () => {
    const call = await serve({ keys: [], adminKeys: [] });
    expect(await call()).toEqual([200, 'passed']);
  });
});
