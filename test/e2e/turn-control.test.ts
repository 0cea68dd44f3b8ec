import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Message } from '../../src/emulators/telegram/index.ts';
import type { AgentType } from '../../src/protocol/agent.ts';
import { startTestService, type TestService } from './service.ts';

/** Speaks a little, and then works until its signal says stop. */
const drip: AgentType = {
  type: 'drip',
  settings: z.strictObject({}),
  create: () => ({
    async *run({ message, session }, { signal }) {
      if (message.startsWith('work')) {
        yield { type: 'text', delta: 'First things first.' };
        await sleep(60_000, undefined, { signal });
      }
      if (message.startsWith('slowly')) await sleep(300, undefined, { signal });
      if (message === 'where') yield { type: 'text', delta: session };
      else if (message === 'ask') {
        yield { type: 'clarification', prompt: 'Go?', choices: [{ value: 'y', label: 'Yes' }] };
      } else yield { type: 'text', delta: `re: ${message}` };
    },
  }),
};

let service: TestService | undefined;
afterEach(async () => {
  await service?.end();
  service = undefined;
});

async function start(rules: string, more = ''): Promise<TestService> {
  const agent = 'agent: { type: drip }\n';
  const channels = 'channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n';
  service = await startTestService({
    formation: `description: I work.\nturns: ${rules}\n${agent}${channels}${more}`,
    agents: [drip],
  });
  return service;
}

/** What the bot said in a chat, once it is this. */
async function reads({ telegram }: TestService, chat: { id: number }, texts: readonly string[]): Promise<Message[]> {
  const ofBot = () => telegram.messages(chat.id).filter((message) => message.from?.id === telegram.bot.id);
  await expect.poll(() => ofBot().map(({ text }) => text), { timeout: 8_000, interval: 10 }).toEqual(texts);
  return ofBot();
}

async function chat({ post }: TestService, body: object): Promise<string> {
  const answer = await post('/v1/chat', { session_id: 's', ...body }, { 'X-User-Id': 'ann' });
  expect(answer.status).toBe(200);
  return (answer.body as { data: { message: { content: string } } }).data.message.content;
}

async function metric({ url }: TestService, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

async function untilRuns(running: TestService): Promise<void> {
  await expect.poll(() => metric(running, 'footbridge_live_turns'), { timeout: 8_000, interval: 10 }).toBe(1);
}

/** The answer as a stream: its text, and the names of its frames. */
async function streamed({ url }: TestService, message: string): Promise<{ text: string; events: string[] }> {
  const response = await fetch(`${url}/v1/chat`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
    body: JSON.stringify({ message, session_id: 's', stream: true }),
  });
  const frames = await response.text();
  const tokens = [...frames.matchAll(/^data: \{"token":(".*")\}$/gm)].map((match) => JSON.parse(match[1] ?? '""'));
  return { text: tokens.join(''), events: [...frames.matchAll(/^event: (.*)$/gm)].map((match) => match[1] ?? '') };
}

describe('on Telegram', () => {
  it('a turn whose time is up says what it has, and the next message is answered', async () => {
    const running = await start('{ deadline_ms: 100 }');
    const ann = running.telegram.person('Ann');
    running.telegram.sendText(ann, ann, 'work');
    running.telegram.sendText(ann, ann, 'hello');
    await reads(running, ann, [
      'First things first.\n\nThis took too long, so I stopped here. Please try again.',
      're: hello',
    ]);
  });

  it('/stop ends what runs and what waits, and is answered in the language of the person', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const ann = telegram.person('Ann', { language_code: 'zh-hans' });
    telegram.sendText(ann, ann, 'work');
    telegram.sendText(ann, ann, 'and more');
    await untilRuns(running);
    telegram.sendText(ann, ann, '/stop');
    await reads(running, ann, ['已停止。']);
    telegram.sendText(ann, ann, 'hello');
    await reads(running, ann, ['已停止。', 're: hello']);
  });

  it('/stop in a group is obeyed from the one who is answered, named or not, and from nobody else', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const group = telegram.group('Team');
    const [ann, eve] = [telegram.person('Ann'), telegram.person('Eve')];
    telegram.sendText(ann, group, `@${telegram.bot.username} work`);
    await untilRuns(running);
    telegram.sendText(eve, group, `/stop@${telegram.bot.username}`);
    await reads(running, group, ['I am not working on anything of yours here.']);
    telegram.sendText(ann, group, `/stop@${telegram.bot.username}`);
    await reads(running, group, ['I am not working on anything of yours here.', 'Stopped.']);
    expect(await metric(running, 'footbridge_live_turns')).toBe(0);
  });

  it('/reset closes the question that is open and begins another session', async () => {
    const running = await start('{}');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'ask');
    const [question] = await reads(running, ann, ['Go?\n1. Yes']);
    telegram.sendText(ann, ann, '/reset');
    await reads(running, ann, ['Go?\n1. Yes', 'Done. We start over.']);
    const toast = await telegram.press(ann, { chat: ann, message_id: question?.message_id ?? 0 }, 0);
    expect(toast.text).toBe('This question has expired.');
    telegram.sendText(ann, ann, 'where');
    await reads(running, ann, ['Go?\n1. Yes', 'Done. We start over.', `telegram:${ann.id}#1`]);
  });

  it('/help says what the bot is', async () => {
    const running = await start('{ commands: { reset: false } }');
    const ann = running.telegram.person('Ann');
    running.telegram.sendText(ann, ann, '/help');
    await reads(running, ann, ['I work.\n\n/stop – stop what I am doing\n/help – show this']);
  });

  it('messages that came while a turn ran are one turn, where a formation steers', async () => {
    const running = await start('{ when_busy: steer }');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    for (const text of ['slowly', 'one', 'two', 'three']) telegram.sendText(ann, ann, text);
    await reads(running, ann, ['re: slowly', 're: one\n\ntwo\n\nthree']);
  });

  it('messages that came while a turn ran are refused, where a formation drops them', async () => {
    const running = await start('{ when_busy: drop }');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'slowly');
    await untilRuns(running);
    telegram.sendText(ann, ann, 'one');
    await reads(running, ann, [
      'I am still working on the last message, so I did not take this one. Please send it again later.',
      're: slowly',
    ]);
  });

  it('a backlog that is full tells so once, whatever comes', async () => {
    const running = await start('{ max_waiting: 1, limits: false }');
    const { telegram } = running;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'work');
    await untilRuns(running);
    for (let number = 1; number <= 50; number++) telegram.sendText(ann, ann, `message ${number}`);
    const refused = () => metric(running, 'footbridge_refused_total{channel="telegram",reason="lane_full"}');
    await expect.poll(refused, { timeout: 8_000 }).toBe(49);
    expect(await metric(running, 'footbridge_dead_turns')).toBe(49);
    telegram.sendText(ann, ann, '/stop');
    await reads(running, ann, [
      'Too many messages are waiting here, so I cannot take more right now. Please wait a little.',
      'Stopped.',
    ]);
  });

  it('a person who is too fast is told so once, and another one is answered', async () => {
    const running = await start('{ limits: { per_person: { per_second: 0.01, burst: 2 } } }');
    const { telegram } = running;
    const [ann, bo] = [telegram.person('Ann'), telegram.person('Bo')];
    for (let number = 1; number <= 30; number++) telegram.sendText(ann, ann, `${number}`);
    telegram.sendText(bo, bo, 'hello');
    await reads(running, bo, ['re: hello']);
    await expect
      .poll(() =>
        telegram
          .messages(ann.id)
          .flatMap(({ from, text }) => (from?.id === ann.id ? [] : [text]))
          .sort(),
      )
      .toEqual([
        'This is too fast for me, so I did not take all of your messages. Please wait a little.',
        're: 1',
        're: 2',
      ]);
  });
});

describe('in the web chat', () => {
  it('/stop is answered, and so is every request that it ends', async () => {
    const running = await start('{}');
    const working = chat(running, { message: 'work' });
    const streaming = streamed(running, 'work in the stream');
    await untilRuns(running);
    const waiting = chat(running, { message: 'next' });
    await sleep(100);
    expect(await chat(running, { message: '/stop' })).toBe('Stopped.');
    expect([await working, await streaming, await waiting]).toEqual([
      'First things first.\n\nStopped.',
      { text: 'Stopped.', events: ['done'] },
      'Stopped.',
    ]);
    expect(await chat(running, { message: '/stop' })).toBe('There is nothing to stop.');
  });

  it('a stream that is stopped ends after what it said', async () => {
    const running = await start('{}');
    const streaming = streamed(running, 'work');
    await untilRuns(running);
    await chat(running, { message: '/stop' });
    expect(await streaming).toEqual({ text: 'First things first.\n\nStopped.', events: ['done'] });
  });

  it('a turn whose time is up answers with what it has', async () => {
    const running = await start('{ deadline_ms: 50 }');
    const sentence = 'This took too long, so I stopped here. Please try again.';
    expect(await chat(running, { message: 'work' })).toBe(`First things first.\n\n${sentence}`);
    expect((await streamed(running, 'work')).text).toBe(`First things first.\n\n${sentence}`);
  });

  it('each refused request is told why', async () => {
    const running = await start('{ max_waiting: 1, limits: { per_person: { per_second: 0.01, burst: 4 } } }');
    const slow = chat(running, { message: 'slowly' });
    await untilRuns(running);
    const next = chat(running, { message: 'next' });
    await sleep(100);
    const full = 'Too many messages are waiting here, so I cannot take more right now. Please wait a little.';
    expect(await chat(running, { message: 'third' })).toBe(full);
    expect(await chat(running, { message: 'fourth' })).toBe(full);
    expect([await slow, await next]).toEqual(['re: slowly', 're: next']);
    const fast = 'This is too fast for me, so I did not take all of your messages. Please wait a little.';
    await chat(running, { message: 'fifth' });
    await chat(running, { message: 'sixth' });
    expect(await chat(running, { message: 'seventh' })).toBe(fast);
  });

  it('requests that were joined to one turn get its answer', async () => {
    const running = await start('{ when_busy: steer }');
    const slow = chat(running, { message: 'slowly' });
    await untilRuns(running);
    const one = chat(running, { message: 'one' });
    await sleep(100);
    const two = chat(running, { message: 'two' });
    expect([await slow, await one, await two]).toEqual(['re: slowly', 're: one\n\ntwo', 're: one\n\ntwo']);
  });

  it('a command under a key is the same answer again and acts once', async () => {
    const running = await start('{}');
    const ask = (message: string) =>
      running.post('/v1/chat', { message, session_id: 's' }, { 'X-User-Id': 'ann', 'Idempotency-Key': `k ${message}` });
    const first = await ask('/reset');
    expect((await ask('/reset')).body).toEqual(first.body);
    expect(await chat(running, { message: 'where' })).toBe('web:ann:s#1');
  });
});
