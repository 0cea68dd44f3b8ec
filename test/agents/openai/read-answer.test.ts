import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type AnswerEnd, readAnswer } from '../../../src/agents/openai/endpoint/read-answer.ts';
import { chunk, sseOf } from './streamed.ts';

/** An answer whose bytes come in these pieces. */
function answerOf(pieces: readonly (string | Buffer)[], type = 'text/event-stream'): IncomingMessage {
  const bytes = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  return Object.assign(bytes, { statusCode: 200, headers: { 'content-type': type } }) as unknown as IncomingMessage;
}

async function heard(answer: IncomingMessage): Promise<AnswerEnd & { text: string; pieces: number }> {
  const reading = readAnswer(answer);
  let text = '';
  for (let pieces = 0; ; pieces++) {
    const { value, done } = await reading.next();
    if (done) return { ...value, text, pieces };
    text += value;
  }
}

const DONE = 'data: [DONE]\n\n';
const call = (piece: object) => chunk({ tool_calls: [piece] });

describe('the answer of a model', () => {
  it('is the same wherever its bytes are cut', async () => {
    const calls = [
      { name: 'find', args: { q: 'Zoë 👋' } },
      { name: 'open', args: {} },
    ];
    const bytes = Buffer.from(sseOf({ text: 'Grüße, 🙂 you.', calls }));
    for (let at = 1; at < bytes.length; at++) {
      const { text, calls: made, finish } = await heard(answerOf([bytes.subarray(0, at), bytes.subarray(at)]));
      expect({ text, made, finish, at }).toEqual({
        text: 'Grüße, 🙂 you.',
        made: [
          { id: 'call_abc_0', name: 'find', argsText: '{"q":"Zoë 👋"}' },
          { id: 'call_abc_1', name: 'open', argsText: '{}' },
        ],
        finish: 'tool_calls',
        at,
      });
    }
  });

  it('keeps the halves of a character together that came in two pieces, and drops one that stays alone', async () => {
    const stream = [chunk({ content: 'a\ud83d' }), chunk({ content: '\ude42b' }), chunk({ content: '\ud83d' }, 'stop')];
    expect((await heard(answerOf([...stream, DONE]))).text).toBe('a🙂b');
  });

  it.each<[string, string[]]>([
    [
      'no index (Gemini)',
      [
        call({ id: 'a', function: { name: 'one', arguments: '{"n":1}' } }),
        call({ id: 'b', function: { name: 'two', arguments: '{"n":2}' } }),
      ],
    ],
    [
      'the index 0 for all (Ollama)',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"n":1}' } }),
        call({ index: 0, id: 'b', function: { name: 'two', arguments: '{"n":2}' } }),
      ],
    ],
    [
      'the id and the name with every piece',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: '{"n"' } }),
        call({ index: 0, id: 'a', function: { name: 'one', arguments: ':1}' } }),
        call({ index: 1, id: 'b', function: { name: 'two', arguments: '{"n":2}' } }),
      ],
    ],
    [
      'calls in turns',
      [
        call({ index: 0, id: 'a', function: { name: 'o' } }),
        call({ index: 1, id: 'b', function: { name: 'two', arguments: '{"n":' } }),
        call({ index: 0, function: { name: 'ne', arguments: '{"n":1}' } }),
        call({ index: 1, function: { arguments: '2}' } }),
      ],
    ],
    [
      'arguments as an object',
      [
        call({ index: 0, id: 'a', function: { name: 'one', arguments: { n: 1 } } }),
        call({ index: 1, id: 'b', function: { name: 'two', arguments: { n: 2 } } }),
      ],
    ],
  ])('tells calls apart that come with %s', async (_what, stream) => {
    const { calls } = await heard(answerOf([...stream, chunk({}, 'tool_calls'), DONE]));
    expect(calls).toEqual([
      { id: 'a', name: 'one', argsText: '{"n":1}' },
      { id: 'b', name: 'two', argsText: '{"n":2}' },
    ]);
  });

  it.each<[string, object]>([
    ['an index', { index: 0 }],
    ['neither an index nor anything else', {}],
  ])('tells calls apart that have no id, but %s', async (_what, more) => {
    const stream = [
      call({ ...more, function: { name: 'one', arguments: '{"n"' } }),
      call({ ...more, function: { arguments: ':1}' } }),
      call({ ...more, function: { name: 'two', arguments: '{"n":2}' } }),
    ];
    const { calls } = await heard(answerOf([...stream, chunk({}, 'tool_calls'), DONE]));
    expect(calls).toEqual([
      { name: 'one', argsText: '{"n":1}' },
      { name: 'two', argsText: '{"n":2}' },
    ]);
  });

  it('is taken in one piece, too, from a server that does not stream', async () => {
    const message = { content: [{ type: 'text', text: 'Hi.' }], tool_calls: [{ id: 'a', function: { name: 'one' } }] };
    const body = JSON.stringify({ choices: [{ message, finish_reason: 'tool_calls' }] });
    expect(await heard(answerOf([body], 'application/json'))).toMatchObject({
      text: 'Hi.',
      calls: [{ id: 'a', name: 'one', argsText: '' }],
    });
  });

  it('says why a model does not want to answer', async () => {
    expect((await heard(answerOf([chunk({ refusal: 'I would rather not.' }, 'stop'), DONE]))).text).toBe(
      'I would rather not.',
    );
  });

  it('is whole once it said why it ends, whatever becomes of the line', async () => {
    expect((await heard(answerOf([chunk({ content: 'Hi.' }, 'stop')]))).text).toBe('Hi.');
  });

  it('is broken off when the stream ends before that', async () => {
    await expect(heard(answerOf([chunk({ content: 'Half' })]))).rejects.toMatchObject({ name: 'NoAnswer' });
  });

  it.each<[string, string, string, RegExp]>([
    ['no JSON', 'data: secret words\n\n', 'text/event-stream', /a piece of its stream is no JSON object/],
    [
      'an error in the middle',
      'data: {"error":{"message":"secret words","code":"overloaded"}}\n\n',
      'text/event-stream',
      /broke off with an error \(overloaded\)/,
    ],
    ['a page', '<html>secret words</html>', 'text/html', /no chat completion. Check agent\.base_url/],
    ['an error', '{"error":"secret words"}', 'application/json', /it answered an error\. Its own log has more/],
  ])('that is %s is a failure, told without its words', async (_what, text, type, sentence) => {
    const failure = await heard(answerOf([text], type)).catch((error: Error) => error);
    expect(failure).toMatchObject({ code: 'agent_failed', message: expect.stringMatching(sentence) });
    expect((failure as Error).message).not.toContain('secret');
  });

  it.each<[string, string[]]>([
    ['many calls', Array.from({ length: 65 }, (_, index) => call({ index, id: `c${index}`, function: { name: 'f' } }))],
    ['long arguments', [call({ index: 0, id: 'a', function: { name: 'f', arguments: 'x'.repeat(262_145) } })]],
  ])('does not grow without a bound: %s', async (_what, stream) => {
    await expect(heard(answerOf(stream))).rejects.toMatchObject({ code: 'agent_failed' });
  });
});
