import { describe, expect, it } from 'vitest';
import { muxi } from '../../../src/agents/muxi/index.ts';
import { type Got, json, openEndpoint, type Reply, stream } from '../endpoint.ts';
import { said, TURN } from '../turns.ts';

async function ask(reply: Reply, turn = TURN) {
  const endpoint = await openEndpoint([reply]);
  const agent = muxi.create(muxi.settings.parse({ url: endpoint.url, headers: { 'X-Muxi-Client-Key': 'k' } }));
  return { events: await said(agent, {}, turn), got: endpoint.got };
}

const OPTIONS = {
  type: 'options',
  id: 'ui_theirs1',
  prompt: 'Go?',
  options: [{ value: 'y', label: 'Yes' }],
  multi: false,
};
const DONE = 'event: done\ndata: {"finished":true}\n\n';

describe('a MUXI formation', () => {
  it('is asked over its chat API, for one person of one channel, with what was chosen [MUXI-26]', async () => {
    const { got } = await ask(stream(DONE));
    const [{ headers, body }] = got as [Got];
    expect(headers).toMatchObject({
      'x-muxi-client-key': 'k',
      'x-muxi-user-id': 'toy:7',
      'idempotency-key': 'turn_1',
    });
    expect(JSON.parse(body)).toEqual({
      message: 'Hello\n\na.png: https://files.example/x',
      session_id: 'toy:1#1',
      stream: true,
      ui_response: { id: 'ui_x', value: 'eu' },
    });
  });

  it('names a person in ASCII, whatever the id', async () => {
    const { got } = await ask(stream(DONE), { ...TURN, person: { id: 'Zoë\n' } });
    expect(got[0]?.headers['x-muxi-user-id']).toBe('toy:Zo%C3%AB%0A');
  });

  it('speaks in tokens, and shows its widgets in one frame [MUXI-1, MUXI-4]', async () => {
    const frames = `data: {"token":"Go"}\n\nevent: progress\ndata: {"step":1}\n\ndata: {"token":"?"}\n\nevent: ui\ndata: ${JSON.stringify({ ui: [OPTIONS] })}\n\n${DONE}`;
    expect((await ask(stream(frames))).events).toEqual([
      { type: 'text', delta: 'Go' },
      { type: 'text', delta: '?' },
      { type: 'ui', widgets: [OPTIONS] },
    ]);
  });

  it('may begin anew before it has said anything', async () => {
    const frames = `event: reset\ndata: {"text":"Go"}\n\ndata: {"token":"?"}\n\n${DONE}`;
    expect((await ask(stream(frames))).events).toEqual([
      { type: 'text', delta: 'Go' },
      { type: 'text', delta: '?' },
    ]);
  });

  it('may answer as JSON [MUXI-3]', async () => {
    const message = { role: 'assistant', content: 'Go?', ui: [OPTIONS] };
    const whole = { object: 'message', type: 'chat.completed', success: true, data: { message } };
    expect((await ask(json(whole))).events).toEqual([
      { type: 'text', delta: 'Go?' },
      { type: 'ui', widgets: [OPTIONS] },
    ]);
  });

  it.each<[string, Reply, RegExp]>([
    ['a refusal', json({ error: 'secret words' }, 401), /answered 401/],
    [
      'an error',
      stream('data: {"token":"Ha"}\n\nevent: error\ndata: {"message":"secret words"}\n\n'),
      /ended with an error/,
    ],
    ['a stream without an end', stream('data: {"token":"secret words"}\n\n'), /without an event "done"/],
    ['a stream that is cut', stream('data: {"token":"Ha"}\n\n', { cut: true }), /connection failed/],
    ['widgets that are no list', stream('event: ui\ndata: {"ui":1}\n\n'), /no list under "ui"/],
    [
      'a beginning anew',
      stream(`data: {"token":"Ha"}\n\nevent: reset\ndata: {"text":"secret words"}\n\n${DONE}`),
      /began anew/,
    ],
    ['another JSON', json({ text: 'secret words' }), /no chat\.completed/],
    ['ten megabytes', json({ data: { message: { content: 'x'.repeat(10_000_000) } } }), /larger than 8388608 bytes/],
  ])('fails with a sentence that quotes nothing: %s', async (_what, reply, sentence) => {
    const failed = await ask(reply).catch((error) => error);
    expect(failed).toMatchObject({ code: 'agent_failed', message: expect.stringMatching(sentence) });
    expect(failed.message).not.toContain('secret words');
  });
});
