import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ChildService, startChild } from '../child-service.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const SECRET = 'a-secret-of-the-receiver';

interface Place {
  receiver: Receiver;
  folder: string;
  start(): Promise<ChildService>;
}

/** A formation with a trigger whose answers go to `/hook`, and what cannot go there to `/default`. */
async function place(): Promise<Place> {
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-crash-'));
  onTestFinished(async () => {
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });
  await writeFile(
    join(folder, 'formation.afs'),
    `schema: "1.0.0"
id: crash
agent:
  type: script
  replies:
    - when: { text: slowly }
      delay_ms: 1500
      turn: { text: "done: \${{ turn.text }}" }
    - turn: { text: "did: \${{ turn.text }}" }
async: { webhook_url: "${receiver.url}/default?\${{ secrets.RECEIVER }}", allow_hosts: [127.0.0.1] }
`,
  );
  await mkdir(join(folder, 'triggers'));
  await mkdir(join(folder, 'transformers'));
  await writeFile(join(folder, 'triggers', 'job.md'), '---\ntransformer: job\n---\n${{ data.text }}');
  await writeFile(
    join(folder, 'transformers', 'job.yaml'),
    `name: job
endpoint: { url: "${receiver.url}/hook?\${{ secrets.RECEIVER }}" }
auth: { type: bearer, token: "\${{ secrets.RECEIVER }}" }
body: { text: "\${{ response.content }}" }
`,
  );
  const env = {
    FOOTBRIDGE_FORMATION: folder,
    FOOTBRIDGE_DATA: join(folder, 'data'),
    LOG_LEVEL: 'debug',
    RECEIVER: SECRET,
  };
  return {
    receiver,
    folder,
    async start() {
      const child = await startChild(env);
      onTestFinished(() => child.kill('SIGKILL'));
      return child;
    },
  };
}

async function call(service: ChildService, text: string): Promise<void> {
  const response = await fetch(`${service.url}/v1/triggers/job`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ data: { text }, session_id: 's1' }),
  });
  expect(response.status).toBe(202);
}

const count = (receiver: Receiver, path: string) => receiver.requests.filter((one) => one.path.startsWith(path)).length;
const texts = (receiver: Receiver) => receiver.requests.map(({ body }) => (body as { text?: string }).text);

it('an answer survives a kill while the agent works on it', { timeout: 60_000 }, async () => {
  const { receiver, start } = await place();
  const first = await start();
  await call(first, 'slowly one');
  await call(first, 'two');
  await first.kill('SIGKILL');
  await start();
  await expect.poll(() => texts(receiver), { timeout: 20_000 }).toEqual(['done: slowly one', 'did: two']);
});

it('an answer that was being posted is posted again under the same key, and what follows it after', {
  timeout: 60_000,
}, async () => {
  const { receiver, folder, start } = await place();
  const first = await start();
  receiver.answer = () => 'say nothing';
  await call(first, 'one');
  await call(first, 'two');
  await expect.poll(() => count(receiver, '/hook'), { timeout: 10_000 }).toBe(1);
  await first.kill('SIGKILL');
  receiver.answer = () => ({ status: 200 });
  const second = await start();
  await expect.poll(() => texts(receiver), { timeout: 20_000 }).toEqual(['did: one', 'did: one', 'did: two']);
  const keys = receiver.requests.map(({ headers }) => headers['idempotency-key']);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);

  // Where the answer goes is kept; the secrets that it takes to get there are not, and no line tells them.
  expect(first.output() + second.output()).not.toContain(SECRET);
  const data = join(folder, 'data');
  for (const name of await readdir(data)) expect((await readFile(join(data, name))).includes(SECRET), name).toBe(false);
});

it('what was refused reaches the formation’s webhook, also by a process that comes later', {
  timeout: 60_000,
}, async () => {
  const { receiver, start } = await place();
  receiver.answer = ({ path }) => (path.startsWith('/hook') ? { status: 410 } : 'say nothing');
  const first = await start();
  await call(first, 'one');
  await expect.poll(() => count(receiver, '/default'), { timeout: 10_000 }).toBe(1);
  await first.kill('SIGKILL');
  receiver.answer = () => ({ status: 200 });
  await start();
  await expect.poll(() => count(receiver, '/default'), { timeout: 20_000 }).toBe(2);
  expect(count(receiver, '/hook')).toBe(1);
  expect(receiver.requests.at(-1)?.body).toMatchObject({
    response: [{ type: 'text', text: 'did: one' }],
    transformer_error: { transformer: 'job', destination: 'trigger job', message: 'the server answered 410' },
  });
});
