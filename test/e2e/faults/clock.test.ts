import { describe, expect, it } from 'vitest';
import { setUp } from './patient.ts';

const preload = new URL('./clock-set-back.mjs', import.meta.url).href;

describe('a clock that is set back by an hour while the service runs', () => {
  it('delays nothing for an hour: what waits goes, what comes is answered, in order', async () => {
    const { start, write, answers, telegram } = await setUp();
    const service = await start({ NODE_OPTIONS: `--import=${preload}` });
    expect(await write(service, 'one')).toMatchObject({ status: 200 });
    await expect.poll(answers, { timeout: 10_000 }).toEqual(['re: one']);
    // The platform is down for a moment, so this one waits for its second attempt.
    telegram.failNext('sendMessage', { error_code: 502, description: 'Bad Gateway' });
    expect(await write(service, 'two')).toMatchObject({ status: 200 });
    await expect.poll(() => service.output(), { timeout: 10_000 }).toContain('delivery waits');

    service.process.kill('SIGUSR2');
    await expect.poll(() => service.output(), { timeout: 10_000 }).toContain('the clock was set back');
    expect(await write(service, 'three')).toMatchObject({ status: 200 });

    await expect.poll(answers, { timeout: 15_000 }).toEqual(['re: one', 're: two', 're: three']);
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  }, 60_000);

  it('starts with what waits from the hour that is yet to come', async () => {
    const { start, write, answers, telegram } = await setUp();
    const service = await start();
    telegram.failNext('sendMessage', { error_code: 502, description: 'Bad Gateway' });
    expect(await write(service, 'one')).toMatchObject({ status: 200 });
    await expect.poll(() => service.output(), { timeout: 10_000 }).toContain('delivery waits');
    await service.kill('SIGKILL');

    const next = await start({ NODE_OPTIONS: `--import=${preload}`, FOOTBRIDGE_TEST_CLOCK: 'back' });

    expect(await write(next, 'two')).toMatchObject({ status: 200 });
    await expect.poll(answers, { timeout: 15_000 }).toEqual(['re: one', 're: two']);
  }, 60_000);
});
