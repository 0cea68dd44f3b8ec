import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import type { BridgeError } from '../../src/protocol/errors.ts';
import {
  type AccessOptions,
  callerIn,
  checkOrigin,
  clientsOnly,
  identify,
  isLoopback,
} from '../../src/server/access.ts';
import { createUserTokens } from '../../src/server/user-token.ts';

const userTokens = createUserTokens({ secrets: ['a secret of more than sixteen bytes'], now: Date.now });
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(options: Partial<AccessOptions>) {
  const access = { keys: [], adminKeys: [], origins: [], userTokens, ...options };
  const app = express();
  app.use(checkOrigin(access), identify(access));
  app.get('/who', (_request, response) => {
    response.json(callerIn(response));
  });
  app.get('/clients', clientsOnly, (_request, response) => {
    response.json('ok');
  });
  app.use(((error, _request, response, _next) => {
    response.status((error as BridgeError).status).json((error as BridgeError).code);
  }) as express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
    const outgoing = httpRequest({ port, host: '127.0.0.1', path, method, headers });
    outgoing.end();
    const [response] = await once(outgoing, 'response');
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  };
}

describe('who may call', () => {
  it('with keys, one of them opens the API in either header', async () => {
    const call = await serve({ keys: ['k1', 'k2'] });
    expect((await call('/who', { authorization: 'Bearer k2' })).body).toEqual({ kind: 'client' });
    expect((await call('/who', { 'x-muxi-client-key': 'k1' })).body).toEqual({ kind: 'client' });
    for (const headers of [
      {},
      { authorization: 'Bearer k3' },
      { authorization: 'Basic k1' },
      { authorization: 'k1' },
    ]) {
      expect(await call('/who', headers as Record<string, string>)).toMatchObject({
        status: 401,
        body: 'unauthorized',
      });
    }
  });

  it('a user token speaks for its user and opens no client route', async () => {
    const call = await serve({ keys: ['k1'] });
    const authorization = `Bearer ${userTokens.issue('ann', 60).token}`;
    expect((await call('/who', { authorization })).body).toEqual({ kind: 'user', userId: 'ann' });
    expect(await call('/clients', { authorization })).toMatchObject({ status: 401 });
    expect(await call('/clients', { authorization: 'Bearer k1' })).toMatchObject({ status: 200 });
  });

  it('without keys the API is open to this machine, but not to an expired token', async () => {
    const call = await serve({});
    expect((await call('/who')).body).toEqual({ kind: 'client' });
    expect((await call('/who', { authorization: 'Bearer anything' })).body).toEqual({ kind: 'client' });
    expect(await call('/who', { authorization: `Bearer ${userTokens.issue('ann', -1).token}` })).toMatchObject({
      status: 401,
    });
  });

  it('an open API refuses a foreign Host, as after DNS rebinding', async () => {
    const call = await serve({});
    expect(await call('/who', { host: 'evil.example' })).toMatchObject({ status: 403, body: 'host_refused' });
    expect(await call('/who', { host: 'localhost.evil.example:3000' })).toMatchObject({ status: 403 });
    for (const host of ['localhost:3000', 'LOCALHOST', '127.0.0.1', '[::1]:3000']) {
      expect(await call('/who', { host }), host).toMatchObject({ status: 200 });
    }
  });

  it('a page of another origin is refused unless it is listed', async () => {
    const call = await serve({ keys: ['k1'], origins: ['https://acme.example'] });
    const authorization = 'Bearer k1';
    for (const origin of ['https://evil.example', 'null', 'https://acme.example.evil.example', 'http://acme.example']) {
      expect(await call('/who', { authorization, origin }), origin).toMatchObject({
        status: 403,
        body: 'origin_refused',
      });
    }
    const listed = await call('/who', { authorization, origin: 'https://acme.example' });
    expect(listed.headers['access-control-allow-origin']).toBe('https://acme.example');
    const preflight = await call('/who', { origin: 'https://acme.example' }, 'OPTIONS');
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('Authorization');
  });

  it('a page of our own origin may call', async () => {
    const call = await serve({});
    expect(await call('/who', { host: 'localhost:3000', origin: 'http://localhost:3000' })).toMatchObject({
      status: 200,
    });
    expect(await call('/who', { host: 'localhost:3000', origin: 'http://localhost:4000' })).toMatchObject({
      status: 403,
    });
  });

  it('knows loopback addresses', () => {
    expect(['127.0.0.1', '127.9.9.9', 'localhost', '::1'].map(isLoopback)).toEqual([true, true, true, true]);
    expect(['0.0.0.0', '10.0.0.1', '127.0.0.1.evil.example', '::'].map(isLoopback)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
