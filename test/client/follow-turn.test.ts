import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { followTurn } from '../../src/client/follow-turn.ts';
import { reduceMuxi } from '../../src/client/reduce-muxi.ts';
import { NOTHING_YET, textOf } from '../../src/client/turn/turn-state.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const token = (seq: number, text: string) => `id: t.1.${seq}\ndata: {"token":"${text}"}\n\n`;
const DONE = 'id: t.1.9\nevent: done\ndata: {"finished":true}\n\n';
const ends =
  (...frames: string[]): Answer =>
  (response) =>
    response.end(frames.join(''));
const breaks =
  (...frames: string[]): Answer =>
  (response) =>
    response.write(frames.join(''), () => response.socket?.end());
const refuses =
  (status: number): Answer =>
  (response) =>
    response.writeHead(status).end('{"error":{"code":"x","message":"No."}}');

/** Follows a turn at a server that answers one request after the other so; the last answer stays. */
async function followed(...answers: Answer[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] as Answer;
    asked.push(`${request.method} ${request.url} ${request.headers['last-event-id'] ?? '-'}`);
    response.setHeader('connection', 'close');
    answer(response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waitsMs: number[] = [];
  const turn = followTurn({
    begin: () => fetch(`${url}/v1/chat`, { method: 'POST' }),
    resume: (turnId, lastEventId) =>
      fetch(`${url}/v1/turns/${turnId}/stream`, {
        headers: lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId },
      }),
    reduce: reduceMuxi,
    retryAfterMs: [10, 20],
    sleep: async (ms) => {
      waitsMs.push(ms);
    },
  });
  let state = NOTHING_YET;
  let step = await turn.next();
  for (; !step.done; step = await turn.next()) state = step.value;
  return { state, asked, waitsMs, end: step.value };
}

describe('following a turn', () => {
  it('reads a stream to its end over one connection', async () => {
    const { state, end, asked } = await followed(ends(token(1, 'Hello'), DONE));
    expect([textOf(state), state.end, end]).toEqual(['Hello', { type: 'done' }, { type: 'over' }]);
    expect(asked).toEqual(['POST /v1/chat -']);
  });

  it('goes on where it was cut, as often as it is, and takes nothing twice', async () => {
    const { state, end, asked, waitsMs } = await followed(
      breaks(token(1, 'a'), token(2, 'b')),
      ends(token(2, 'b'), token(3, 'c')),
      ends(token(4, 'd'), 'id: t.1.5\ndata: {"token":"half'),
      ends(token(5, 'e'), DONE),
    );
    expect([textOf(state), end]).toEqual(['abcde', { type: 'over' }]);
    expect(asked).toEqual([
      'POST /v1/chat -',
      'GET /v1/turns/t/stream t.1.2',
      'GET /v1/turns/t/stream t.1.3',
      'GET /v1/turns/t/stream t.1.4',
    ]);
    expect(waitsMs).toEqual([10, 10, 10]);
  });

  it('goes on when the service stops and starts again', async () => {
    const stopping = 'event: error\ndata: {"error":{"code":"shutting_down","message":"Later."}}\n\n';
    const { state, asked } = await followed(ends(token(1, 'a'), stopping), refuses(503), ends(token(2, 'b'), DONE));
    expect([textOf(state), state.end]).toEqual(['ab', { type: 'done' }]);
    expect(asked).toHaveLength(3);
  });

  it('is over when there is nothing behind what it has', async () => {
    const { state, end } = await followed(breaks(token(1, 'a')), refuses(204));
    expect([textOf(state), state.end, end]).toEqual(['a', { type: 'done' }, { type: 'over' }]);
  });

  it('is refused by an answer that says no', async () => {
    const { end } = await followed(breaks(token(1, 'a')), refuses(404));
    expect(end).toMatchObject({ type: 'refused', response: { status: 404 } });
    expect((await followed(refuses(503))).end).toMatchObject({ type: 'refused', response: { status: 503 } });
  });

  it('is lost when its turn is not known yet, and when going on was in vain too often', async () => {
    expect((await followed(breaks())).end).toEqual({ type: 'lost' });
    const { end, waitsMs, state } = await followed(breaks(token(1, 'a')), breaks());
    expect([end, waitsMs, textOf(state)]).toEqual([{ type: 'lost' }, [10, 20], 'a']);
  });
});
