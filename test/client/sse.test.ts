import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChatFrame, readEvents, SseParser } from '../../src/client/sse.ts';

function streamOf(chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function eventsOf(...chunks: (string | Uint8Array)[]): Promise<ChatFrame[]> {
  const bytes = chunks.map((chunk) => (typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk));
  const events: ChatFrame[] = [];
  for await (const event of readEvents(streamOf(bytes))) events.push(event);
  return events;
}

describe('reading a stream of events [MUXI-41]', () => {
  it('reads unnamed and named frames', async () => {
    expect(await eventsOf('id: 1\ndata: {"token":"a"}\n\nevent: done\ndata: {}\n\n')).toEqual([
      { id: '1', data: '{"token":"a"}' },
      { event: 'done', data: '{}' },
    ]);
  });

  it('reads every kind of line break, also cut by a chunk', async () => {
    expect(await eventsOf('data: a\r', '\n\r', '\ndata: b\r\rdata: c\n\n')).toEqual([
      { data: 'a' },
      { data: 'b' },
      { data: 'c' },
    ]);
  });

  it('joins data lines, skips comments, and leaves out what the end cuts off', async () => {
    expect(await eventsOf(': hello\ndata: a\ndata:b\ndata\n\n\nevent: lost\n\ndata: cut')).toEqual([
      { data: 'a\nb\n' },
    ]);
  });

  it('reads a character that two chunks share, behind a byte order mark', async () => {
    const bytes = new TextEncoder().encode('\ufeffdata: 🙂\n\n');
    expect(await eventsOf(bytes.slice(0, 11), bytes.slice(11))).toEqual([{ data: '🙂' }]);
  });

  it('agrees with an independent parser on any text and any cut', async () => {
    const line = fc.constantFrom(
      'data: x',
      'data:y',
      'data',
      'event: e',
      'id: 1',
      'id',
      'id: a\0b',
      ': c',
      'other: z',
      'data: é🙂',
      '',
      '',
    );
    const lineBreak = fc.constantFrom('\n', '\r\n', '\r');
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(line, lineBreak)), fc.array(fc.nat(400)), async (lines, cuts) => {
        // The other parser takes a carriage return at the very end as a whole line break, which ours waits for.
        const bytes = new TextEncoder().encode(`${lines.flat().join('')}\n`);
        const places = [
          0,
          ...cuts.map((cut) => Math.min(cut, bytes.length)).sort((one, other) => one - other),
          bytes.length,
        ];
        const chunks = places.slice(1).map((end, index) => bytes.slice(places[index], end));
        const expected: ChatFrame[] = [];
        const parser = createParser({
          onEvent: ({ id, event, data }) =>
            expected.push({ ...(id !== undefined && { id }), ...(event && { event }), data }),
        });
        parser.feed(new TextDecoder().decode(bytes));
        expect(await eventsOf(...chunks)).toEqual(expected);
      }),
    );
  });

  it('keeps the id of an event to that event', async () => {
    expect(await eventsOf('id: t.1.1\ndata: a\n\ndata: b\n\n')).toEqual([{ id: 't.1.1', data: 'a' }, { data: 'b' }]);
  });

  it('takes time in proportion to the text, in however small pieces it comes', () => {
    const parser = new SseParser();
    const text = `data: ${'x'.repeat(200_000)}\n\n`;
    const frames = [...text].flatMap((character) => parser.feed(character));
    expect(frames.map(({ data }) => data.length)).toEqual([200_000]);
  });

  it('lets go of the stream when nobody wants more of it', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: a\n\ndata: b\n\n')),
      cancel: () => {
        isCancelled = true;
      },
    });
    for await (const { data } of readEvents(body)) {
      expect(data).toBe('a');
      break;
    }
    expect(isCancelled).toBe(true);
  });
});
