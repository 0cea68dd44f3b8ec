import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGuardedGet } from '../../src/fetch/guarded-get.ts';
import { BridgeError } from '../../src/protocol/errors.ts';
import type { OpenUrl } from '../../src/protocol/file.ts';

const BYTES = Buffer.from('the bytes of a file');
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let port: number;
let requests: string[];

const server = createServer((request, response) => {
  requests.push(request.url ?? '');
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
  respond = (_request, response) => response.end(BYTES);
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

const local = createGuardedGet({ allowLoopback: true });

async function read(openUrl: OpenUrl, url: string, maxBytes = 1000, signal?: AbortSignal): Promise<Buffer> {
  const { body } = await openUrl(url, { maxBytes, ...(signal && { signal }) });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The code and the sentence of what it throws. */
async function refusalOf(reading: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await reading.then(
    () => undefined,
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(BridgeError);
  return error as BridgeError;
}

describe('the guarded client', () => {
  it('gives the bytes of a plain answer, and its size', async () => {
    const { body, sizeBytes } = await local(`http://127.0.0.1:${port}/a`, { maxBytes: 1000 });
    expect(sizeBytes).toBe(19);
    for await (const chunk of body) expect(Buffer.from(chunk)).toEqual(BYTES);
  });

  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://１２７.0.0.1:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'http://user:pw@example.com/',
    'http://user@example.com/',
    'ftp://example.com/a',
    'file:///etc/passwd',
    'data:text/plain,hi',
    'javascript:alert(1)',
    'http://',
    '',
  ])('refuses %s and calls nobody', async (url) => {
    const { code, message } = await refusalOf(read(createGuardedGet(), url.replace('PORT', String(port))));
    expect(code).toBe('url_refused');
    expect(message).not.toContain(String(port));
    expect(requests).toEqual([]);
  });

  it('refuses a name that leads to a private address, alone or among others', async () => {
    for (const addresses of [['127.0.0.1'], ['10.0.0.7'], ['93.184.215.14', '127.0.0.1'], ['::ffff:7f00:1']]) {
      const guarded = createGuardedGet({ lookup: lookupOf(addresses) });
      expect((await refusalOf(read(guarded, `http://files.example:${port}/`))).code).toBe('url_refused');
    }
    expect(requests).toEqual([]);
  });

  it('checks the very answer it connects to, so that a name cannot change its mind', async () => {
    let asked = 0;
    const counting: LookupFunction = (hostname, options, callback) => {
      asked++;
      lookupOf(['127.0.0.1'])(hostname, options, callback);
    };
    const guarded = createGuardedGet({ allowLoopback: true, lookup: counting });
    expect(await read(guarded, `http://files.example:${port}/`)).toEqual(BYTES);
    expect(asked).toBe(1);
  });

  it('checks each redirect like a new URL', async () => {
    for (const location of [
      'http://10.0.0.1/',
      'http://user:pw@127.0.0.1/',
      'file:///etc/passwd',
      '//169.254.169.254/',
    ]) {
      respond = (_request, response) => response.writeHead(302, { location }).end();
      expect((await refusalOf(read(local, `http://127.0.0.1:${port}/`))).code).toBe('url_refused');
    }
    const rebinding = createGuardedGet({ allowLoopback: true, lookup: lookupOf(['127.0.0.1'], ['10.0.0.1']) });
    respond = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect((await refusalOf(read(rebinding, `http://files.example:${port}/`))).code).toBe('url_refused');
  });

  it('follows five redirects and no more', async () => {
    respond = (request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end(BYTES);
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    };
    expect(await read(local, `http://127.0.0.1:${port}/5`)).toEqual(BYTES);
    expect((await refusalOf(read(local, `http://127.0.0.1:${port}/6`))).code).toBe('download_failed');
  });

  it('takes a file of just the limit, and none that is larger, told before or not', async () => {
    expect(await read(local, `http://127.0.0.1:${port}/`, 19)).toEqual(BYTES);
    expect((await refusalOf(read(local, `http://127.0.0.1:${port}/`, 18))).code).toBe('download_too_large');
    respond = (_request, response) => {
      response.write(BYTES);
      response.end(BYTES);
    };
    expect((await refusalOf(read(local, `http://127.0.0.1:${port}/`, 37))).code).toBe('download_too_large');
  });

  it('does not wait for ever, neither for the answer nor for the rest of it', async () => {
    const impatient = createGuardedGet({ allowLoopback: true, timeoutMs: 100 });
    respond = () => {};
    expect((await refusalOf(read(impatient, `http://127.0.0.1:${port}/`))).message).toContain('took too long');
    respond = (_request, response) => response.write(BYTES);
    expect((await refusalOf(read(impatient, `http://127.0.0.1:${port}/`))).message).toContain('took too long');
  });

  it('ends when it is given up', async () => {
    respond = () => {};
    const reading = read(local, `http://127.0.0.1:${port}/`, 1000, AbortSignal.timeout(50));
    expect((await refusalOf(reading)).code).toBe('download_failed');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['404', (response) => response.writeHead(404).end()],
    ['204', (response) => response.writeHead(204).end()],
    ['a redirect to nowhere', (response) => response.writeHead(302).end()],
    ['compressed bytes', (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
    [
      'another protocol',
      ({ socket }) => socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
    ['a line that breaks', (response) => response.socket?.destroy()],
    [
      'half of what was promised',
      (response) => {
        response.writeHead(200, { 'content-length': '100' }).write('half');
        setTimeout(() => response.socket?.destroy(), 20);
      },
    ],
  ])('fails on %s, and does not repeat the URL', async (_what, answer) => {
    respond = (_request, response) => answer(response);
    const { code, message } = await refusalOf(read(local, `http://127.0.0.1:${port}/secret-path`));
    expect(code).toBe('download_failed');
    expect(message).not.toContain('secret-path');
  });

  it('fails when nobody listens', async () => {
    expect((await refusalOf(read(local, 'http://127.0.0.1:1/'))).code).toBe('download_failed');
  });
});
