import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { type ChildService, startChild } from '../child-service.ts';

const SECRET = 'hook-secret';

/** A bot that answers `re: <text>`, as a service in a process of its own, with an emulated Telegram in this one. */
export async function setUp() {
  const telegram = await createTelegramEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-fault-'));
  await writeFile(
    join(folder, 'formation.afs'),
    `schema: "1.0.0"
id: patient
agent: { type: script, replies: [{ turn: { text: "re: \${{ turn.text }}" } }] }
channels:
  telegram: { token: "1:patient", mode: webhook, secret_token: ${SECRET}, api_root: "${telegram.url}" }
outbox: { rates: { telegram: off } }
`,
  );
  const data = join(folder, 'data');
  const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: data, LOG_LEVEL: 'info' };
  const children: ChildService[] = [];
  onTestFinished(async () => {
    for (const child of children) await child.kill('SIGKILL');
    await telegram.close();
    await rm(folder, { recursive: true, force: true });
  });
  const ann = telegram.person('Ann').id;
  let updateId = 0;

  return {
    telegram,
    folder,
    data,
    env,
    ann,
    async start(more: Record<string, string> = {}): Promise<ChildService> {
      const child = await startChild({ ...env, ...more });
      children.push(child);
      return child;
    },
    /** Ann writes; the platform posts it once. Gives the answer to the platform. */
    async write(service: ChildService, text: string): Promise<{ status: number; code: string | undefined }> {
      updateId += 1;
      const message = {
        message_id: 1_000 + updateId,
        date: Math.floor(Date.now() / 1_000),
        chat: { id: ann, type: 'private', first_name: 'Ann' },
        from: { id: ann, is_bot: false, first_name: 'Ann' },
        text,
      };
      const response = await fetch(`${service.url}/channels/telegram/webhook`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': SECRET },
        body: JSON.stringify({ update_id: updateId, message }),
      });
      const body = await response.text();
      return { status: response.status, code: /"code":"([a-z_]+)"/.exec(body)?.[1] };
    },
    /** What Ann has read, shortened. */
    answers: () => telegram.messages(ann).flatMap(({ text }) => (text === undefined ? [] : [text.slice(0, 20)])),
  };
}
