import { describe, expect, it, onTestFinished } from 'vitest';
import { events, json, openEndpoint, type Reply, stream } from '../../agents/endpoint.ts';
import { startTestService } from '../service.ts';

const SOON = { timeout: 10_000, interval: 20 };

/** A service whose agent is this endpoint, and Ann, who writes to it on Telegram. */
async function serve(replies: Reply[], more = '') {
  const endpoint = await openEndpoint(replies);
  const service = await startTestService({
    formation: `agent: { type: http, url: "${endpoint.url}", secret: "a secret of sixteen bytes" ${more} }
channels: { telegram: { token: "1:test", api_root: API_ROOT } }
turns: { deadline_ms: 3000 }
`,
  });
  onTestFinished(() => service.end());
  const { telegram } = service;
  const ann = telegram.person('Ann');
  const read = () => telegram.messages(ann).filter(({ from }) => from?.id === telegram.bot.id);
  return { endpoint, service, telegram, ann, read, texts: () => read().map(({ text }) => text) };
}

describe('an agent behind an endpoint', () => {
  it('asks, and gets the answer that was pressed', async () => {
    const clarification = { prompt: 'Which region?', choices: [{ value: 'us' }, { value: 'eu', label: 'Europe' }] };
    const { endpoint, telegram, ann, read, texts } = await serve([
      stream(
        events({ type: 'text', delta: 'Which region?' }, { type: 'clarification', ...clarification }, { type: 'done' }),
      ),
      json({ text: 'Fine.' }),
    ]);
    telegram.sendText(ann, ann, 'deploy');
    await expect.poll(texts, SOON).toEqual(['Which region?\n\n1. us\n2. Europe']);
    await telegram.press(ann, { chat: ann, message_id: read()[0]?.message_id ?? 0 }, 1);
    await expect.poll(() => texts().at(-1), SOON).toBe('Fine.');
    const second = JSON.parse(endpoint.got[1]?.body ?? '{}');
    expect(second).toMatchObject({
      attempt: 1,
      channel: 'telegram',
      user_id: String(ann.id),
      message: 'Europe',
      ui_response: { value: 'eu', label: 'Europe', prompt: 'Which region?' },
      context: { chat_id: ann.id },
    });
  });

  it.each<[string, Reply]>([
    ['answers nonsense', json('<html>oops</html>')],
    ['refuses', json({}, 401)],
    ['answers ten megabytes', json({ text: 'x'.repeat(10_000_000) })],
    ['is cut', stream(events({ type: 'text', delta: 'Half' }), { cut: true })],
  ])('that %s ends in a sentence to the person', async (_what, reply) => {
    const { telegram, ann, texts } = await serve([reply]);
    telegram.sendText(ann, ann, 'hello');
    await expect.poll(texts, SOON).toEqual(['Something went wrong while I was working on this. Please try again.']);
  });

  it('that stays busy is asked until the time is up, and the person is told', async () => {
    const { endpoint, telegram, ann, texts } = await serve([json({}, 503, { 'Retry-After': '1' })]);
    telegram.sendText(ann, ann, 'hello');
    await expect.poll(texts, SOON).toEqual(['This took too long, so I stopped here. Please try again.']);
    expect(new Set(endpoint.got.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(endpoint.got.length).toBeGreaterThan(1);
  });

  it('is let go of when the person says stop', async () => {
    let isClosed = false;
    const { endpoint, telegram, ann, texts } = await serve([
      (response) =>
        response.on('close', () => {
          isClosed = true;
        }),
    ]);
    telegram.sendText(ann, ann, 'hello');
    await expect.poll(() => endpoint.got.length, SOON).toBe(1);
    telegram.sendText(ann, ann, '/stop');
    await expect.poll(() => isClosed, SOON).toBe(true);
    await expect.poll(texts, SOON).toEqual(['Stopped.']);
  });
});
