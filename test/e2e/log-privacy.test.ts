import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createTelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { startChild } from './child-service.ts';

/** Every `…-word` is said, asked, named or secret, and none of them may be read in the log. */
const FORMATION = `schema: "1.0.0"
id: private
agent:
  type: script
  replies:
    - when: { ui_response: true }
      turn: { text: "answer-word \${{ turn.ui_response.value }}" }
    - when: { text: "ask" }
      turn:
        text: question-word
        clarification: { prompt: prompt-word, choices: [{ value: value-word, label: label-word }, { value: b }] }
    - when: { text: "broken" }
      mcp_calls: [{ server: nowhere, tool: t, args: { secret: argument-word } }]
      turn: { text: never-word }
    - turn: { text: "reply-word \${{ turn.text }}" }
channels:
  telegram: { token: "77:token-word", mode: webhook, secret_token: hook-word, api_root: "API_ROOT" }
`;

it('no line of the log holds what people or agents say, a key, a token or a secret, at the most talkative level', async () => {
  const telegram = await createTelegramEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-log-'));
  await writeFile(join(folder, 'formation.afs'), FORMATION.replace('API_ROOT', telegram.url));
  const child = await startChild({
    FOOTBRIDGE_FORMATION: folder,
    FOOTBRIDGE_DATA: join(folder, 'data'),
    FOOTBRIDGE_KEYS: 'client-key-word',
    FOOTBRIDGE_ADMIN_KEYS: 'admin-key-word',
    FOOTBRIDGE_SECRET: 'seal-secret-word-of-32-characters',
    LOG_LEVEL: 'trace',
  });
  onTestFinished(async () => {
    await child.kill('SIGKILL');
    await telegram.close();
    await rm(folder, { recursive: true, force: true });
  });
  let updateId = 1;
  const ann = telegram.person('name-word');
  const from = { id: ann.id, is_bot: false, first_name: 'name-word' };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(child.url + path, {
      method: 'POST',
      headers: { Authorization: 'Bearer client-key-word', ...headers },
      body: JSON.stringify(body),
    });
  const update = (fields: object, secret = 'hook-word') =>
    post(
      '/channels/telegram/webhook',
      { update_id: updateId++, ...fields },
      { 'X-Telegram-Bot-Api-Secret-Token': secret },
    );
  const message = (fields: object) => ({
    message: { message_id: 100 + updateId, date: 1, chat: { id: ann.id, type: 'private' }, from, ...fields },
  });
  const botMessages = () => telegram.messages(ann.id).filter((one) => one.from?.is_bot);

  await update(message({ text: 'message-word' }));
  await update(
    message({
      caption: 'caption-word',
      document: { file_id: 'file-id-word', file_unique_id: 'u', file_name: 'file-word.txt' },
    }),
  );
  await update(message({ text: 'broken' }));
  telegram.failNext('sendMessage', { error_code: 500, description: 'Internal Server Error' });
  await update(message({ text: 'ask' }));
  await update({ message: 'not-an-update-word' });
  await update(message({ text: 'message-word' }), 'wrong-secret-word');
  await expect.poll(() => botMessages().length, { timeout: 10_000 }).toBe(4);
  const asked = botMessages().at(-1);
  const data = (asked?.reply_markup as { inline_keyboard: { callback_data: string }[][] } | undefined)
    ?.inline_keyboard[0]?.[0]?.callback_data;
  await update({ callback_query: { id: '9', from, chat_instance: '1', data, message: { ...asked } } });
  await expect.poll(() => botMessages().length, { timeout: 10_000 }).toBe(5);
  await post('/v1/chat', { message: 'chat-word' }, { 'X-User-Id': 'user-word' });
  await post('/v1/chat', { message: 'broken chat-word', stream: true });
  await post('/v1/turns', { to: { channel: 'telegram', address: { chat_id: ann.id } }, turn: { text: 'pushed-word' } });
  await post('/v1/turns', { to: { channel: 'telegram', address: { chat_id: 999 } }, turn: { text: 'lost-word' } });
  await post('/v1/turns', '{"not json-word');
  const { token } = (await (await post('/v1/user-tokens', { user_id: 'user-word' })).json()) as { token: string };
  await post('/v1/chat', { message: 'chat-word' }, { Authorization: `Bearer ${token}` });
  await post('/v1/render', { channel: 'slack', turn: { text: 'rendered-word' } });
  await fetch(`${child.url}/v1/deliveries?status=dead`, { headers: { Authorization: 'Bearer admin-key-word' } });
  await fetch(`${child.url}/v1/users/user-word/export`, { headers: { Authorization: 'Bearer admin-key-word' } });
  await fetch(`${child.url}/v1/users/${ann.id}`, {
    method: 'DELETE',
    headers: { Authorization: 'Bearer admin-key-word' },
  });
  await child.kill('SIGTERM');

  const output = child.output();
  expect(output).toContain('"msg":"turn done"');
  expect(output).toContain('"msg":"agent failed"');
  expect(output).toContain('"msg":"delivery dead"');
  // Web conversations are named by their user: an address that lines are found by, not a word that was said.
  const words = output.replaceAll(/web:[^"]*/g, '').match(/[a-z-]*-words?\b[^"]{0,20}/g);
  expect(words).toBeNull();
  expect(output).not.toContain(token);
}, 60_000);
