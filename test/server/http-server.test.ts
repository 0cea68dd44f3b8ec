import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { ChannelRoute } from '../../src/protocol/channel.ts';
import { silentLog } from '../../src/protocol/log.ts';
import { createHttpServer } from '../../src/server/http-server.ts';

const MIB = 1024 * 1024;

it('a channel route reads 2 MB, or as much as it says', async () => {
  const sizes: number[] = [];
  const handle: ChannelRoute['handle'] = async ({ body }) => {
    sizes.push(body.length);
    return { status: 200 };
  };
  const routes: ChannelRoute[] = [
    { method: 'POST', path: '/channels/toy/plain', handle },
    { method: 'POST', path: '/channels/toy/large', maxBodyBytes: 3 * MIB, handle },
  ];
  const server = createHttpServer({ app: () => {}, routes, pages: [], log: silentLog });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/channels/toy`;
  const post = async (path: string, bytes: number) =>
    (await fetch(`${root}/${path}`, { method: 'POST', body: new Uint8Array(bytes) }).catch(() => ({ status: 413 })))
      .status;
  expect(await post('plain', 2 * MIB)).toBe(200);
  expect(await post('plain', 2 * MIB + 1)).toBe(413);
  expect(await post('large', 3 * MIB)).toBe(200);
  expect(await post('large', 3 * MIB + 1)).toBe(413);
  expect(sizes).toEqual([2 * MIB, 3 * MIB]);
});
