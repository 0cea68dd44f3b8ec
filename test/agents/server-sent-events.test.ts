import { describe, expect, it } from 'vitest';
import { serverSentEvents } from '../../src/agents/server-sent-events.ts';

async function eventsIn(text: string, pieceBytes: number) {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  const events = [];
  for await (const event of serverSentEvents(pieces())) events.push(event);
  return events;
}

const TEXT =
  '\ufeff: a comment\n\ndata: one\n\nevent: named\r\ndata:two\r\ndata: línea\r\n\r\nid: 7\rdata\rdata: 三\r\r' +
  'event: nothing\n\nretry: 5\ndata: last\n\ndata: cut short\n';

describe('the events of a stream', () => {
  it.each([1, 2, 3, 7, 1_000])('are the same in pieces of %d bytes', async (pieceBytes) => {
    expect(await eventsIn(TEXT, pieceBytes)).toEqual([
      { event: undefined, data: 'one' },
      { event: 'named', data: 'two\nlínea' },
      { event: undefined, data: '\n三' },
      { event: undefined, data: 'last' },
    ]);
  });

  it('takes linear time for a long line in small pieces', async () => {
    const [event] = await eventsIn(`data: ${'x'.repeat(2_000_000)}\n\n`, 16);
    expect(event?.data.length).toBe(2_000_000);
  });
});
