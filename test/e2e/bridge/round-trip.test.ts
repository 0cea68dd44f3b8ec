import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTelegramEmulator, type TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { Victim } from '../chaos/victim.ts';
import { openTap, type Passing, type Tap } from './tap.ts';

/*
 * The platform, the bridge and the runtime are three programs, with a tap on each line between them:
 *
 *   platform ◄── 'platform' ── bridge ── 'forward' ──► runtime ── 'reply' ──► bridge
 *
 * At each place of the round trip the bridge is killed once, at the very moment at which something passes there.
 */

const SECRET = 'a secret of sixteen bytes';
const SOON = { timeout: 15_000, interval: 20 };

let telegram: TelegramEmulator;
let victim: Victim;
let runtime: ChildProcess;
let runtimeUrl = '';
let folder = '';
const taps: Tap[] = [];

/** Where the bridge is to be killed next. */
let killAt: ((passing: Passing) => boolean) | undefined;
/** What is not to go out to the platform before that. */
let heldText: string | undefined;
let onKilled = () => {};
let killed = Promise.resolve();

function killWhen(when: (passing: Passing) => boolean, held: string | undefined): void {
  killAt = when;
  heldText = held;
  killed = new Promise((resolve) => {
    onKilled = resolve;
  });
}

async function onPass(passing: Passing): Promise<'on' | 'cut'> {
  const isHeld = heldText !== undefined && passing.phase === 'asked' && isCall('sendMessage', passing);
  if (isHeld && passing.request.includes(heldText ?? '')) {
    await killed;
    return 'cut';
  }
  if (!killAt?.(passing)) return 'on';
  killAt = undefined;
  await victim.kill();
  heldText = undefined;
  onKilled();
  void victim.start();
  return 'cut';
}

beforeAll(async () => {
  telegram = await createTelegramEmulator();
  folder = await mkdtemp(join(tmpdir(), 'footbridge-round-trip-'));
  const tap = async (link: string, target: () => string | undefined) => {
    taps.push(await openTap(link, target, onPass));
    return taps.at(-1)?.url ?? '';
  };
  const platform = await tap('platform', () => telegram.url);
  const forward = await tap('forward', () => runtimeUrl);
  const reply = await tap('reply', () => victim.url);

  const script = fileURLToPath(new URL('./stand-in-runtime.mjs', import.meta.url));
  runtime = spawn(process.execPath, [script], {
    env: { BRIDGE_URL: reply, SECRET },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(runtime.stdout as NodeJS.ReadableStream, 'data');
  runtimeUrl = /http:\S+/.exec(String(line))?.[0] ?? '';

  await writeFile(
    join(folder, 'formation.afs'),
    `schema: "1.0.0"
id: round-trip
agent: { type: script, replies: [{ turn: { text: the agent was asked } }] }
outbox: { rates: { telegram: off } }
channels:
  telegram:
    token: "1:round"
    api_root: "${platform}"
    forward: { url: "${forward}/v1/formations/f/triggers/telegram", secret: "${SECRET}" }
`,
  );
  victim = new Victim({
    FOOTBRIDGE_FORMATION: folder,
    FOOTBRIDGE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'error',
  });
  await victim.start();
}, 60_000);

afterAll(async () => {
  await victim.end();
  runtime.kill('SIGKILL');
  for (const tap of taps) await tap.close();
  await telegram.close();
  await rm(folder, { recursive: true, force: true });
});

interface Taken {
  text?: string;
  hint?: { id: string; index: number };
  update_id: number;
  times: number;
}

/** What the runtime took, and the widget ids that it asked with. */
async function runtimeLog(): Promise<{ taken: Taken[]; asked: string[] }> {
  return (await fetch(runtimeUrl)).json() as Promise<{ taken: Taken[]; asked: string[] }>;
}

const isCall = (method: string, { link, path }: Passing) => link === 'platform' && path.endsWith(`/${method}`);
const contains = (text: string, { request, answer }: Passing) => (request + answer).includes(text);

/** Each place of the round trip of `word`; `doubles`: the platform's yes is cut there, so that it may hear it twice. */
const PLACES: {
  at: string;
  when: (passing: Passing, word: string) => boolean;
  doubles?: 'question' | 'answer';
  /** What it has just kept is not to be on its way out yet. */
  holds?: string;
}[] = [
  {
    at: 'the update is on its way to the bridge',
    when: (passing, word) => passing.phase === 'answered' && isCall('getUpdates', passing) && contains(word, passing),
  },
  {
    at: 'the update is on its way to the runtime',
    when: (passing, word) => passing.link === 'forward' && passing.phase === 'asked' && contains(word, passing),
  },
  {
    at: 'the runtime has the update and its yes is on the way',
    when: (passing, word) => passing.link === 'forward' && passing.phase === 'answered' && contains(word, passing),
  },
  {
    at: 'the question is on its way to the bridge',
    when: (passing, word) => passing.link === 'reply' && passing.phase === 'asked' && contains(word, passing),
  },
  {
    at: 'the bridge has the question and its yes is on the way',
    when: (passing, word) => passing.link === 'reply' && passing.phase === 'answered' && contains(word, passing),
    holds: 'which region?',
  },
  {
    at: 'the question is on its way to the platform',
    when: (passing, word) => passing.phase === 'asked' && isCall('sendMessage', passing) && contains(word, passing),
  },
  {
    at: 'the platform has the question and its yes is on the way',
    when: (passing, word) => passing.phase === 'answered' && isCall('sendMessage', passing) && contains(word, passing),
    doubles: 'question',
  },
  {
    at: 'the press is on its way to the bridge',
    when: (passing) =>
      passing.phase === 'answered' && isCall('getUpdates', passing) && contains('callback_query', passing),
  },
  {
    at: 'the press is about to be told as received',
    when: (passing) => passing.phase === 'asked' && isCall('answerCallbackQuery', passing),
  },
  {
    at: 'the press is on its way to the runtime',
    when: (passing) => passing.link === 'forward' && passing.phase === 'asked' && contains('callback_query', passing),
  },
  {
    at: 'the runtime has the press and its yes is on the way',
    when: (passing) =>
      passing.link === 'forward' && passing.phase === 'answered' && contains('callback_query', passing),
  },
  {
    at: 'the answer is on its way to the bridge',
    when: (passing) => passing.link === 'reply' && passing.phase === 'asked' && contains('You chose', passing),
  },
  {
    at: 'the bridge has the answer and its yes is on the way',
    when: (passing) => passing.link === 'reply' && passing.phase === 'answered' && contains('You chose', passing),
    holds: 'You chose',
  },
  {
    at: 'the platform has the answer and its yes is on the way',
    when: (passing) => passing.phase === 'answered' && isCall('sendMessage', passing) && contains('You chose', passing),
    doubles: 'answer',
  },
];

/** Whether the bridge has nothing under way: what went out is written down. */
async function isIdle(): Promise<boolean> {
  const text = await fetch(`${victim.url}/metrics`).then(
    (response) => response.text(),
    () => '',
  );
  const counts = [...text.matchAll(/^footbridge_(?:waiting|live)_(?:turns|deliveries) (\d+)$/gm)];
  return counts.length === 4 && counts.every(([, count]) => count === '0');
}

/** Somebody writes, reads the question, presses "Europe" and reads the answer. Gives what they read, and what the runtime saw. */
async function goRound(word: string) {
  const person = telegram.person(`Person of ${word}`);
  const before = await runtimeLog();
  const read = () => telegram.messages(person).filter(({ from }) => from?.id === telegram.bot.id);
  const texts = () => read().map(({ text }) => text ?? '');
  telegram.sendText(person, person, word);
  await expect.poll(texts, SOON).toContain(`${word}: which region?`);
  await expect.poll(isIdle, SOON).toBe(true);
  // The toast may be lost with the process; a platform gives that up by itself.
  void telegram.press(person, { chat: person, message_id: read()[0]?.message_id ?? 0 }, 1);
  await expect.poll(texts, SOON).toContain('You chose Europe.');
  await expect.poll(isIdle, SOON).toBe(true);
  const after = await runtimeLog();
  return {
    texts: texts(),
    taken: after.taken.slice(before.taken.length),
    asked: after.asked.slice(before.asked.length),
  };
}

describe('a round trip through another runtime', () => {
  it('brings a message there, its question back, and the press as the hint that it is', async () => {
    const { texts, taken, asked } = await goRound('calm');
    expect(texts).toEqual(['calm: which region?', 'You chose Europe.']);
    expect(taken).toMatchObject([
      { text: 'calm', times: 1 },
      { hint: { id: asked[0], index: 1 }, times: 1 },
    ]);
  });

  it.each(PLACES.map((place, number) => ({ ...place, word: `deploy-${number}` })))(
    'loses nothing when the bridge is killed as $at',
    async ({ when, doubles, holds, word }) => {
      killWhen((passing) => when(passing, word), holds);
      const { texts, taken, asked } = await goRound(word);
      expect(killAt, 'where the bridge was to be killed').toBeUndefined();
      const [question, answer] = [`${word}: which region?`, 'You chose Europe.'];
      // A yes that was cut is the one thing that nobody can tell from a no.
      expect(texts).toEqual([
        ...Array(doubles === 'question' ? 2 : 1).fill(question),
        ...Array(doubles === 'answer' ? 2 : 1).fill(answer),
      ]);
      expect(taken.map(({ text, hint }) => hint ?? text)).toEqual([word, { id: asked[0], index: 1 }]);
      expect(asked.length).toBe(1);
    },
    40_000,
  );
});
