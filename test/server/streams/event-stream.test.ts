import { once } from 'node:events';
import http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Response } from 'express';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { frameOf, positionIn } from '../../../src/dialects/frame.ts';
import { EventStream } from '../../../src/server/streams/event-stream.ts';
import { Heartbeats } from '../../../src/server/streams/heartbeats.ts';

/** A stream, and the socket that reads it, or does not. */
async function opened(): Promise<{ stream: EventStream; response: http.ServerResponse; socket: Socket }> {
  const server = http.createServer();
  const requested = once(server, 'request');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [, response] = (await requested) as [unknown, http.ServerResponse];
  return { stream: new EventStream(response as unknown as Response, new Heartbeats()), response, socket };
}

describe('an event stream', () => {
  it('waits for a slow reader and holds no more than a little of what it is to read', async () => {
    const { stream, response, socket } = await opened();
    socket.pause();
    const frames = Array.from({ length: 4_000 }, () => frameOf({ json: JSON.stringify('x'.repeat(2_000)) }));
    let isWritten = false;
    const writing = stream.write(frames).then(() => {
      isWritten = true;
    });
    await vi.waitFor(() => expect(response.writableNeedDrain).toBe(true));
    expect(response.writableLength).toBeLessThan(200_000);
    expect(isWritten).toBe(false);
    socket.resume();
    await writing;
    expect(isWritten).toBe(true);
  });

  it('holds little of one large frame, too, whose reader need not take it all within half a minute', async () => {
    const { stream, response, socket } = await opened();
    let bytes = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      bytes += chunk;
    });
    socket.pause();
    const large = 'ü🙂'.repeat(1_000_000);
    const writing = stream.write([frameOf({ json: JSON.stringify(large) })]);
    await vi.waitFor(() => expect(response.writableNeedDrain).toBe(true));
    expect(response.writableLength).toBeLessThan(200_000);
    socket.resume();
    await writing;
    stream.end();
    await vi.waitFor(() => expect(bytes.endsWith('\r\n0\r\n\r\n')).toBe(true), 10_000);
    const body = Buffer.from(bytes.replaceAll(/\r\n[0-9a-f]+\r\n/g, ''), 'latin1').toString();
    expect(body.includes(`data: "${large}"\n\n`)).toBe(true);
  });

  it('cuts off a reader that takes nothing for half a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { stream, response, socket } = await opened();
    socket.on('error', () => {});
    socket.pause();
    const writing = stream.write(
      Array.from({ length: 4_000 }, () => frameOf({ json: JSON.stringify('x'.repeat(2_000)) })),
    );
    while (!response.writableNeedDrain) await new Promise((resolve) => setImmediate(resolve));
    vi.advanceTimersByTime(29_000);
    expect(stream.isGone).toBe(false);
    // Whether some of it went out meanwhile or not, at some time it takes no more.
    while (!stream.isGone) {
      vi.advanceTimersByTime(30_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await writing;
  });

  it('says something every 15 seconds, which is no event', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { stream, response, socket } = await opened();
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    stream.begin();
    vi.advanceTimersByTime(14_999);
    await stream.write([frameOf({ json: JSON.stringify('first') })]);
    vi.advanceTimersByTime(1);
    await vi.waitFor(() => expect(text).toContain(':\n\n'));
    expect(text.indexOf('first')).toBeLessThan(text.indexOf(':\n\n'));
    response.end();
    await once(response, 'close');
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the place in a frame’s id', () => {
  it('is read back from it, for its own turn alone', () => {
    expect(positionIn('turn_1.2.34', 'turn_1')).toEqual({ run: 2, seq: 34 });
    for (const id of [
      undefined,
      '',
      'turn_1',
      'turn_12.2.34',
      'turn_2.2.34',
      'turn_1.2',
      'turn_1.2.3.4',
      'turn_1.a.b',
    ]) {
      expect(positionIn(id, 'turn_1'), id).toBeUndefined();
    }
    expect(positionIn(`turn_1.${'9'.repeat(400)}.1`, 'turn_1')).toBeUndefined();
  });
});
