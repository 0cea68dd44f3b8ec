import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { next, pieces, runs } from './pieces.ts';
import { chat, nothingShown, Reader, resume, turnIdIn } from './reading.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation: 'agent: { type: pieces }\nchannels: { telegram: { token: "1:test", api_root: API_ROOT } }\n',
    agents: [pieces],
  });
});
afterAll(() => service.end());

const AWKWARD = 'Grüße 🙂 \r\n\r\nevent: done\rdata: {"finished":true}\n\n\u2028id: x.9.9\n?';
const SOON = { timeout: 10_000, interval: 5 };

async function wholeOf(message: string) {
  const bytes = new Uint8Array(await (await chat(service.url, { message, session_id: 's' })).arrayBuffer());
  const reader = new Reader();
  reader.feed(bytes);
  return { bytes, reader, turnId: turnIdIn(reader) };
}

async function error(response: Response) {
  return { status: response.status, body: await response.text() };
}

describe('a stream', () => {
  it('that is cut after any byte goes on to the same end, with no second run [MUXI-41, HI-34]', async () => {
    const { bytes, reader, turnId } = await wholeOf(AWKWARD);
    expect(reader.shown).toMatchObject({ text: `${AWKWARD}\n\nGo?\n1. Jä`, end: 'done', resets: 0 });
    expect(reader.shown.ui).toMatchObject([{ type: 'options' }]);
    const runsBefore = runs.length;

    const statuses = new Set<number>();
    for (let offset = 0; offset <= bytes.length; offset++) {
      const cut = new Reader();
      cut.feed(bytes.slice(0, offset));
      const response = await resume(service.url, turnId, cut.shown);
      statuses.add(response.status);
      const resumed = await new Reader(cut.shown).read(response);
      expect(resumed.shown, `cut after byte ${offset}`).toEqual(reader.shown);
    }
    // Who has it all is told that there is no more, so that an EventSource does not come back for ever.
    expect([...statuses]).toEqual([200, 204]);
    expect(runs.length).toBe(runsBefore);
  }, 60_000);

  it('is read the same byte by byte, and whatever line breaks are in what it says', async () => {
    const { bytes, reader } = await wholeOf(AWKWARD);
    const slow = new Reader();
    for (const byte of bytes) slow.feed(Uint8Array.of(byte));
    expect(slow.events).toEqual(reader.events);
    const crlf = new Reader();
    crlf.feed(new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\n', '\r\n')));
    expect(crlf.events).toEqual(reader.events);
  });

  it('that is cut in the middle of a run goes on live, for as many readers as there are', async () => {
    const message = 'held: in four pieces';
    const aborting = new AbortController();
    const first = new Reader();
    const response = await chat(service.url, { message }, { signal: aborting.signal });
    const isCut = expect(first.read(response)).rejects.toThrow();
    await expect.poll(() => first.shown.text).toBe('held: ');
    expect(next(message)).toBe(true);
    await expect.poll(() => first.shown.text).toBe('held: in fou');
    const turnId = turnIdIn(first);
    aborting.abort();
    await isCut;

    const second = new Reader(first.shown);
    const third = new Reader();
    const all = [
      second.read(await resume(service.url, turnId, first.shown)),
      third.read(await resume(service.url, turnId)),
    ];
    await expect.poll(() => third.shown.text).toBe('held: in fou');
    expect(next(message)).toBe(true);
    await expect.poll(() => [second.shown.text, third.shown.text]).toEqual(Array(2).fill('held: in four piec'));
    expect(next(message)).toBe(true);
    await expect.poll(() => next(message), SOON).toBe(true);
    await Promise.all(all);

    expect(second.shown).toMatchObject({ text: message, end: 'done', resets: 0 });
    expect(third.shown).toEqual(second.shown);
    expect(third.events.map(({ id }) => id)).toEqual([2, 3, 4, 5, 6].map((seq) => `${turnId}.1.${seq}`));
    expect(second.events.map(({ id }) => id)).toEqual([4, 5, 6].map((seq) => `${turnId}.1.${seq}`));
    expect(runs.filter((run) => run === message)).toHaveLength(1);
  });

  it('is joined by a repeated key, while it runs and when it has ended', async () => {
    const message = 'held once';
    const headers = { 'Idempotency-Key': 'k-join' };
    const first = new Reader();
    const firstRead = first.read(await chat(service.url, { message }, { headers }));
    await expect.poll(() => first.shown.text).toBe('held o');
    const second = new Reader();
    const secondRead = second.read(await chat(service.url, { message }, { headers }));
    await expect.poll(() => second.shown.text).toBe('held o');
    next(message);
    await expect.poll(() => next(message), SOON).toBe(true);
    await Promise.all([firstRead, secondRead]);
    const third = await new Reader().read(await chat(service.url, { message }, { headers }));
    expect(second.events).toEqual(first.events);
    expect(third.events).toEqual(first.events);
    expect(runs.filter((run) => run === message)).toHaveLength(1);
  });

  it('takes the place from the query, where a client cannot set headers', async () => {
    const { reader, turnId } = await wholeOf('from the query');
    const url = `${service.url}/v1/turns/${turnId}/stream?last_event_id=${turnId}.1.3`;
    const resumed = await new Reader().read(await fetch(url, { headers: { 'X-User-Id': 'ann' } }));
    expect(resumed.shown.text).toBe('ry');
    expect(reader.shown.text).toBe('from the query');
  });

  it('ends for a reader who had all of a run that is not there any more with the answer as it was kept', async () => {
    const { turnId } = await wholeOf('kept whole');
    const resumed = await new Reader({ ...nothingShown(), text: 'something else' }).read(
      await resume(service.url, turnId, { lastId: `${turnId}.7.3` }),
    );
    expect(resumed.shown).toMatchObject({ text: 'kept whole', end: 'done', resets: 1 });
  });

  it('goes on from the log after a restart, in the same frames', async () => {
    const { reader, turnId } = await wholeOf('after a restart?');
    await service.restart();
    const resumed = await new Reader().read(await resume(service.url, turnId));
    expect(resumed.events).toEqual(reader.events);
  });
});

describe('the log of what is said', () => {
  it('is kept of turns of the web chat alone, and is in the export of their person', async () => {
    const { telegram } = service;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'on telegram');
    await expect.poll(() => telegram.messages(ann).at(-1)?.from?.id, SOON).toBe(telegram.bot.id);
    await (await chat(service.url, { message: 'web' }, { headers: { 'X-User-Id': 'lea' } })).text();
    const turnsOf = async (user: string) => {
      const held = await fetch(`${service.url}/v1/users/${user}/export`);
      return ((await held.json()) as { turns: { log?: unknown }[] }).turns.map(({ log }) => log);
    };
    expect(await turnsOf(String(ann.id))).toEqual([undefined]);
    expect(await turnsOf('lea')).toEqual([
      [
        { type: 'asked', message: 'web', receivedAtMs: expect.any(Number), seq: 1 },
        { type: 'text', delta: 'web', seq: 2 },
        { type: 'done', seq: 3 },
      ],
    ]);
  });
});

describe('the stream of a turn', () => {
  it('of another user is not there, in the same words as one that never was [HI-86]', async () => {
    const { turnId } = await wholeOf('secret');
    const unknown = await error(await resume(service.url, 'turn_0000'));
    expect(unknown.status).toBe(404);
    for (const headers of [{ 'X-User-Id': 'eve' }, { 'X-User-Id': '' }]) {
      expect(await error(await resume(service.url, turnId, nothingShown(), headers))).toEqual(unknown);
    }
    for (const id of ["' or 1=1 --", '..%2f..', '%00', 'x'.repeat(5_000)]) {
      expect(await error(await resume(service.url, encodeURIComponent(id))), id).toEqual(unknown);
    }
    const pushed = await service.post('/v1/turns', {
      to: { channel: 'web', address: { session_id: 's', user_id: 'eve' } },
      turn: { text: 'for eve' },
    });
    const { turn_id: pushedId } = pushed.body as { turn_id: string };
    expect(await error(await resume(service.url, pushedId))).toEqual(unknown);
  });

  it('ignores a place that is none, or in another turn [HI-86]', async () => {
    const { reader, turnId } = await wholeOf('from the beginning');
    const other = (await wholeOf('another')).turnId;
    for (const lastId of [
      `${other}.1.2`,
      'garbage',
      `${turnId}`,
      `${turnId}.1`,
      `${turnId}.1.-1`,
      `${turnId}.1.2.3`,
      `${turnId}.1.1e3`,
      `${turnId}.1.99999999999999999999`,
      "'; drop table turn; --",
      'x'.repeat(10_000),
    ]) {
      const resumed = await new Reader().read(await resume(service.url, turnId, { lastId }));
      expect(resumed.events, lastId.slice(0, 50)).toEqual(reader.events);
    }
    const megabyte = await resume(service.url, turnId, { lastId: 'x'.repeat(1_000_000) }).catch(() => undefined);
    expect([undefined, 431]).toContain(megabyte?.status);
  });

  it('answers HEAD at once, also while the turn goes on', async () => {
    const message = 'held for its head';
    const reader = new Reader();
    const read = reader.read(await chat(service.url, { message }));
    await expect.poll(() => reader.shown.text, SOON).toBe('held f');
    const { port } = new URL(service.url ?? '');
    const socket = connect(Number(port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answers = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answers += text;
    });
    // The second is answered when the first one is done with.
    const host = 'Host: localhost\r\n';
    socket.write(`HEAD /v1/turns/${turnIdIn(reader)}/stream HTTP/1.1\r\n${host}X-User-Id: ann\r\n\r\n`);
    socket.write(`GET /healthz HTTP/1.1\r\n${host}\r\n`);
    await expect
      .poll(() => answers, SOON)
      .toMatch(/^HTTP\/1.1 200 OK\r\n[\s\S]*text\/event-stream[\s\S]*HTTP\/1.1 200 OK\r\n/);
    expect(reader.shown.end).toBeUndefined();
    const letGo = () => {
      next(message);
      return reader.shown.end;
    };
    await expect.poll(letGo, SOON).toBe('done');
    await read;
  });

  it('is kept by no cache, also where there is no more', async () => {
    const { reader, turnId } = await wholeOf('for no cache');
    const cacheControl = async (shown = nothingShown()) => {
      const response = await resume(service.url, turnId, shown);
      await response.text();
      return [response.status, response.headers.get('cache-control')];
    };
    expect(await cacheControl()).toEqual([200, 'no-store']);
    expect(await cacheControl(reader.shown)).toEqual([204, 'no-store']);
  });

  it('has the headers that keep what is not a page safe, and none that only a page heeds', async () => {
    const { turnId } = await wholeOf('for no page');
    const response = await resume(service.url, turnId, nothingShown());
    await response.text();
    const names = [...response.headers.keys()];
    expect(names).toEqual([
      'cache-control',
      'connection',
      'content-type',
      'cross-origin-resource-policy',
      'date',
      'keep-alive',
      'transfer-encoding',
      'x-accel-buffering',
      'x-content-type-options',
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  });

  it('takes GET only', async () => {
    const answer = await fetch(`${service.url}/v1/turns/turn_1/stream`, { method: 'POST' });
    expect(answer.status).toBe(405);
  });
});
