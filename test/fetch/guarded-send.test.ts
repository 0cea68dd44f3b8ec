import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedSend, type SendRequest, type SendResult } from '../../src/fetch/guarded-send.ts';

let respond: (request: IncomingMessage, response: ServerResponse) => void;
let port: number;
let requests: string[];

const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
  request.resume();
  respond(request, response);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests = [];
  respond = (_request, response) => response.end('ok');
});

/** Answers each lookup with the next of these addresses; the last one stays. */
function lookupOf(...answers: string[][]): LookupFunction {
  return (_hostname, _options, callback) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
}

function send(
  url: string,
  options: Partial<Parameters<typeof createGuardedSend>[0]> = {},
  more: Partial<SendRequest> = {},
) {
  const client = createGuardedSend({ allowHosts: ['127.0.0.1'], timeoutMs: 5_000, ...options });
  return client({ method: 'POST', url, headers: { Authorization: 'Bearer t' }, body: '{}', ...more });
}

const here = (path = '/') => `http://127.0.0.1:${port}${path}`;
const answered = (status: number): SendResult => ({ type: 'answered', status });

describe('sending to a URL of a formation', () => {
  it('brings method, headers and body, and tells the status', async () => {
    respond = (_request, response) => response.writeHead(202, { 'Retry-After': '7' }).end();
    expect(await send(here('/a?b=1'), {}, { method: 'PATCH' })).toEqual({ ...answered(202), retryAfter: '7' });
    expect(requests).toEqual(['PATCH /a?b=1 Bearer t']);
  });

  it('goes to no address inside, in whatever form it is written', async () => {
    const urls = [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://10.0.0.5/',
      'http://169.254.169.254/latest/meta-data',
      'http://192.168.1.1/',
    ];
    for (const url of urls) {
      expect(await send(url, { allowHosts: [] }), url).toEqual({
        type: 'refused',
        reason: 'its host is not on the public internet',
      });
    }
    expect(requests).toEqual([]);
  });

  it('goes to no name that stands for such an address, also when it changes its mind', async () => {
    const refused = { type: 'refused', reason: 'its host is not on the public internet' };
    const inside = { allowHosts: [], lookup: lookupOf(['127.0.0.1']) };
    expect(await send(`http://hooks.acme.example:${port}/`, inside)).toEqual(refused);
    const mixed = { allowHosts: [], lookup: lookupOf(['93.184.216.34', '127.0.0.1']) };
    expect(await send(`http://hooks.acme.example:${port}/`, mixed)).toEqual(refused);
    // Each connection looks the name up by itself, and that answer is the one that is checked.
    const rebinding = { allowHosts: [], lookup: lookupOf(['127.0.0.1'], ['93.184.216.34']) };
    expect(await send(`http://hooks.acme.example:${port}/`, rebinding)).toEqual(refused);
    expect(requests).toEqual([]);
  });

  it('goes to a host that is allowed by its name, whatever it stands for, and to no other name of it', async () => {
    const allowed = { allowHosts: ['bridge.internal'], lookup: lookupOf(['127.0.0.1']) };
    expect(await send(`http://BRIDGE.internal:${port}/`, allowed)).toEqual(answered(200));
    expect(await send(`http://other.internal:${port}/`, allowed)).toMatchObject({ type: 'refused' });
    expect(await send(here(), allowed)).toMatchObject({ type: 'refused' });
  });

  it('follows a redirect that keeps the method, on the same origin only', async () => {
    respond = ({ url }, response) =>
      url === '/' ? response.writeHead(307, { Location: '/next' }).end() : response.end();
    expect(await send(here())).toEqual(answered(200));
    expect(requests).toEqual(['POST / Bearer t', 'POST /next Bearer t']);

    for (const location of [`http://localhost:${port}/`, 'http://127.0.0.1:1/', 'https://evil.example/']) {
      respond = (_request, response) => response.writeHead(308, { Location: location }).end();
      expect(await send(here(), { allowHosts: ['127.0.0.1', 'localhost'] }), location).toEqual({
        type: 'refused',
        reason: 'it sends us to another host',
      });
    }
    respond = (_request, response) => response.writeHead(302, { Location: '/next' }).end();
    expect(await send(here())).toEqual(answered(302));
    respond = (_request, response) => response.writeHead(307, { Location: '/' }).end();
    expect(await send(here())).toEqual({ type: 'refused', reason: 'it sends us elsewhere more than 3 times' });
  });

  it('tells what was surely not taken from what may have been', async () => {
    const closed = createTcpServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: closedPort } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await send(`http://127.0.0.1:${closedPort}/`)).toEqual({
      type: 'unreached',
      reason: 'the connection failed (ECONNREFUSED)',
    });
    respond = ({ socket }) => socket.destroy();
    expect(await send(here())).toMatchObject({ type: 'unanswered' });
    respond = () => {};
    expect(await send(here(), { timeoutMs: 1_000 })).toEqual({ type: 'unanswered', reason: 'it took too long' });
    const failing: LookupFunction = (_host, _options, callback) =>
      callback(Object.assign(new Error('x'), { code: 'ENOTFOUND' }), []);
    expect(await send('http://nowhere.example/', { lookup: failing })).toEqual({
      type: 'unreached',
      reason: 'the connection failed (ENOTFOUND)',
    });
  });

  it('waits for no response of a server that changes the protocol', async () => {
    respond = ({ socket }) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
    };
    expect(await send(here())).toEqual({
      type: 'unanswered',
      reason: 'the connection failed (UNASKED_UPGRADE)',
    });
  });

  it('does not read an endless answer, and not forever', async () => {
    respond = (_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(10_000)), 1);
      response.once('close', () => clearInterval(timer));
    };
    expect(await send(here())).toEqual(answered(200));
  });

  it('refuses what is no URL of the web, and what cannot be written', async () => {
    for (const url of ['ftp://a.example/', 'nonsense', 'http://ann:pw@a.example/']) {
      expect(await send(url), url).toMatchObject({ type: 'refused' });
    }
    expect(await send(here(), {}, { headers: { 'X-A': 'a\r\nB: c' } })).toEqual({
      type: 'refused',
      reason: 'the request cannot be written as HTTP',
    });
    expect(requests).toEqual([]);
  });
});
