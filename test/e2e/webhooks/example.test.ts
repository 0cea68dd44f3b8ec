import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { postTo, startFrom } from '../service.ts';

it('the example of a trigger runs: an alert asks, and the press of its button is heard', async () => {
  const data = await mkdtemp(join(tmpdir(), 'footbridge-alerts-'));
  const folder = fileURLToPath(new URL('../../../formations/alerts', import.meta.url));
  const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: data, FOOTBRIDGE_EMULATORS: 'off' };
  const service = await startFrom(folder, env);
  try {
    const call = async (fields: object) => {
      const { body } = await postTo(`${service.url}/v1/triggers/alert`, {
        data: { team: 'ops', incident: 'i-1', ...fields },
      });
      return (body as { data: { message: { content: string; ui?: { id: string }[] }; user_id: string } }).data;
    };
    const asked = await call({ service: 'db1', severity: 'critical', text: 'disk full' });
    expect(asked.user_id).toBe('ops');
    expect(asked.message.content).toContain('2. Wake somebody up');
    const answered = await call({ pressed: `${asked.message.ui?.[0]?.id}#1` });
    expect(answered.message.content).toBe('Understood: Wake somebody up.');
    expect((await call({ service: 'web', severity: 'info', text: 'up' })).message.content).toBe(
      'Noted. web reports info: up',
    );
  } finally {
    await service.stop();
    await rm(data, { recursive: true, force: true });
  }
});
