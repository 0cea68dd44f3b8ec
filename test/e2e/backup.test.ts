import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTelegramEmulator, type TelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { type ChildService, runCli, startChild } from './child-service.ts';

const FORMATION = `schema: "1.0.0"
id: backup
agent:
  type: script
  replies:
    - when: { ui_response: true }
      turn: { text: "Deploying to \${{ turn.ui_response.value }}." }
    - when: { text: "deploy" }
      turn:
        text: Which region?
        clarification: { prompt: "Which region?", choices: [{ value: us }, { value: eu }] }
    - when: { text: "never" }
      delay_ms: 3600000
      turn: { text: Never said. }
    - turn: { text: "You said: \${{ turn.text }}" }
channels:
  telegram: { token: "1:backup", mode: webhook, secret_token: hook, api_root: "API_ROOT" }
`;

let folder: string;
let telegram: TelegramEmulator;
const children: ChildService[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footbridge-backup-'));
  telegram = await createTelegramEmulator();
  await writeFile(join(folder, 'formation.afs'), FORMATION.replace('API_ROOT', telegram.url));
});
afterEach(async () => {
  for (const child of children.splice(0)) await child.kill('SIGKILL');
  await telegram.close();
  await rm(folder, { recursive: true, force: true });
});

const env = (data: string) => ({
  FOOTBRIDGE_FORMATION: folder,
  FOOTBRIDGE_DATA: join(folder, data),
  FOOTBRIDGE_KEYS: 'client',
  FOOTBRIDGE_ADMIN_KEYS: 'admin',
  LOG_LEVEL: 'info',
});

async function start(data: string): Promise<ChildService> {
  const child = await startChild(env(data));
  children.push(child);
  return child;
}

const texts = (chat: number) => telegram.messages(chat).flatMap((message) => message.text ?? []);

/** An update as Telegram posts it; the same number is the same update. */
function update(child: ChildService, updateId: number, chat: number, more: object) {
  const from = { id: chat, is_bot: false, first_name: 'P' };
  const about = { message_id: 1_000 + updateId, date: 1, chat: { id: chat, type: 'private', first_name: 'P' }, from };
  const body =
    'data' in more
      ? { callback_query: { id: `${updateId}`, from, chat_instance: '1', ...more } }
      : { message: { ...about, ...more } };
  return fetch(`${child.url}/channels/telegram/webhook`, {
    method: 'POST',
    headers: { 'X-Telegram-Bot-Api-Secret-Token': 'hook' },
    body: JSON.stringify({ update_id: updateId, ...body }),
  });
}

describe('a backup of the running service', () => {
  it('is restored without a word to anybody, knows what was seen, and goes on where an operator says', async () => {
    const [ann, ben] = [telegram.person('Ann').id, telegram.person('Ben').id];
    const first = await start('data');
    await update(first, 1, ann, { text: 'deploy' });
    await expect.poll(() => texts(ann)).toHaveLength(1);
    await update(first, 2, ben, { text: 'never' });
    const file = join(folder, 'monday.db');

    const made = await runCli(['backup', file, '--url', first.url], env('data'));
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('2 turns, 1 delivery. Checked.') });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    await first.kill('SIGKILL');
    await rm(join(folder, 'data'), { recursive: true });

    const restored = await runCli(['restore', file], env('data'));
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 turn, 0 deliveries. Start the service'),
    });
    const second = await start('data');
    await update(second, 1, ann, { text: 'deploy' });
    // The button that the old service sealed, with the secret that came with the backup.
    const asked = telegram.messages(ann).at(-1);
    const keyboard = asked?.reply_markup as { inline_keyboard: { callback_data: string }[][] } | undefined;
    await update(second, 3, ann, { data: keyboard?.inline_keyboard[0]?.[0]?.callback_data, message: asked });
    await expect.poll(() => texts(ann).at(-1)).toBe('Deploying to us.');
    expect(texts(ann)).toHaveLength(2);
    expect(texts(ben)).toEqual([]);

    const dead = ['--url', second.url];
    const listed = await runCli(['dead', 'list', ...dead], env('data'));
    expect(listed.output).toMatch(/turn_\w+ +telegram:\d+ +1 +\S+ +restored/);
    const retried = await runCli(['dead', 'retry', '--all', '--reason', 'restored', ...dead], env('data'));
    expect(retried).toMatchObject({ code: 0, output: expect.stringContaining('To be done again: 1.') });
    const metrics = async () => (await fetch(`${second.url}/metrics`)).text();
    await expect.poll(metrics, { timeout: 10_000 }).toContain('footbridge_live_turns 1');
  }, 60_000);

  it('wants an admin key, and leaves the folder owned by the service, which goes on', async () => {
    const child = await start('data');
    const file = join(folder, 'a.db');
    const wrong = { ...env('data'), FOOTBRIDGE_ADMIN_KEYS: 'wrong' };
    const refused = await runCli(['backup', file, '--url', child.url], wrong);
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('unauthorized: ') });
    expect(existsSync(file)).toBe(false);
    expect(await runCli(['backup', file, '--url', child.url], env('data'))).toMatchObject({ code: 0 });

    const second = await runCli(['start'], env('data'));
    expect(second).toMatchObject({ code: 1, output: expect.stringContaining('data_in_use') });
    expect(second.output).toContain(join(folder, 'data'));
    expect(second.output).toContain('FOOTBRIDGE_DATA');
    const ann = telegram.person('Ann').id;
    await update(child, 1, ann, { text: 'hello' });
    await expect.poll(() => texts(ann)).toEqual(['You said: hello']);
  }, 60_000);
});

describe('a backup of a service that is not running', () => {
  it('is made of the folder, and restored only into an empty one', async () => {
    const ann = telegram.person('Ann').id;
    const child = await start('data');
    await update(child, 1, ann, { text: 'hello' });
    await expect.poll(() => texts(ann)).toHaveLength(1);
    await child.kill('SIGKILL');
    const file = join(folder, 'a.db');
    // Port 9 answers nobody.
    const made = await runCli(['backup', file], { ...env('data'), PORT: '9' });
    expect(made).toMatchObject({ code: 0, output: expect.stringContaining('1 turn, 1 delivery. Checked.') });

    const used = await runCli(['restore', file], env('data'));
    expect(used).toMatchObject({ code: 1, output: expect.stringContaining('data_not_empty') });
    expect(used.output).toContain(join(folder, 'data'));
    const fresh = await runCli(['restore', file], env('fresh'));
    expect(fresh).toMatchObject({ code: 0, output: expect.stringContaining('Nothing was sent.') });
  }, 60_000);
});
