import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'vitest';
import { createTelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { startChild } from './child-service.ts';

const FORMATION = `schema: "1.0.0"
id: drain
agent:
  type: script
  replies:
    - when: { text: "^slowly" }
      delay_ms: 700
      turn: { text: Done. }
    - when: { text: "^never" }
      delay_ms: 3600000
      turn: { text: Never said. }
    - turn: { text: "You said: \${{ turn.text }}" }
channels:
  telegram: { token: "1:drain", api_root: "API_ROOT" }
`;

async function started({ onTestFinished }: TestContext) {
  const telegram = await createTelegramEmulator();
  const folder = await mkdtemp(join(tmpdir(), 'footbridge-drain-'));
  await writeFile(join(folder, 'formation.afs'), FORMATION.replace('API_ROOT', telegram.url));
  const env = { FOOTBRIDGE_FORMATION: folder, FOOTBRIDGE_DATA: join(folder, 'data'), LOG_LEVEL: 'info' };
  const child = await startChild(env);
  onTestFinished(async () => {
    await child.kill('SIGKILL');
    await telegram.close();
    await rm(folder, { recursive: true, force: true });
  });
  const metric = async (name: string) => {
    const text = await (await fetch(`${child.url}/metrics`)).text();
    return Number(new RegExp(`^footbridge_${name} (\\d+)$`, 'm').exec(text)?.[1]);
  };
  return { telegram, env, child, metric };
}

const texts = (telegram: Awaited<ReturnType<typeof started>>['telegram'], chat: number) =>
  telegram.messages(chat).flatMap((message) => message.text ?? []);

// Side by side: they mostly wait.
describe.concurrent('a service that is told to stop', () => {
  it('lets the turn in flight end and its reply go out', async (context) => {
    const { expect } = context;
    const { telegram, child, metric } = await started(context);
    const ann = telegram.person('Ann');
    telegram.sendText(ann.id, ann.id, 'slowly');
    await expect.poll(() => metric('live_turns'), { timeout: 10_000 }).toBe(1);

    await child.kill('SIGTERM');

    expect(child.process.exitCode).toBe(0);
    expect(texts(telegram, ann.id)).toEqual(['slowly', 'Done.']);
  }, 30_000);

  it('ends within 10 s though an agent and the platform hang, and goes on with both after the next start', async (context) => {
    const { expect } = context;
    const { telegram, env, child, metric } = await started(context);
    const [ann, ben] = [telegram.person('Ann'), telegram.person('Ben')];
    telegram.sendText(ann.id, ann.id, 'never');
    telegram.failNext('sendMessage', 'hang');
    telegram.sendText(ben.id, ben.id, 'hello');
    await expect
      .poll(async () => [await metric('live_turns'), await metric('live_deliveries')], { timeout: 10_000 })
      .toEqual([1, 1]);

    const startedMs = performance.now();
    await child.kill('SIGTERM');

    expect(performance.now() - startedMs).toBeLessThan(10_000);
    expect(child.process.exitCode).toBe(0);
    const next = await startChild(env);
    context.onTestFinished(() => next.kill('SIGKILL'));
    await expect.poll(() => texts(telegram, ben.id), { timeout: 10_000 }).toEqual(['hello', 'You said: hello']);
    const live = async () =>
      /^footbridge_live_turns (\d+)$/m.exec(await (await fetch(`${next.url}/metrics`)).text())?.[1];
    await expect.poll(live, { timeout: 10_000 }).toBe('1');
  }, 60_000);

  it('ends at once at a second signal', async (context) => {
    const { expect } = context;
    const { telegram, child, metric } = await started(context);
    const ann = telegram.person('Ann');
    telegram.sendText(ann.id, ann.id, 'never');
    await expect.poll(() => metric('live_turns'), { timeout: 10_000 }).toBe(1);
    const exited = once(child.process, 'exit');
    child.process.kill('SIGTERM');
    await expect.poll(() => child.output(), { timeout: 5_000 }).toContain('"msg":"stopping"');

    const startedMs = performance.now();
    child.process.kill('SIGTERM');
    const [code] = await exited;

    expect(performance.now() - startedMs).toBeLessThan(1_500);
    expect(code).toBe(143);
  }, 30_000);
});
