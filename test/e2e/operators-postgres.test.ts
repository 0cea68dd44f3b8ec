import { describe, expect, it, onTestFinished } from 'vitest';
import { emptySchemaUrl, noPostgres, runSql } from '../store/postgres/server.ts';
import { runCli } from './child-service.ts';
import { startTestService } from './service.ts';

const SECRET = 'a-secret-that-all-instances-share';

describe.skipIf(noPostgres)(
  `operators on PostgreSQL (skipped where there is none: ${noPostgres ?? 'there is one'})`,
  () => {
    it('see what died and what is held, and send nothing twice after a restore', async () => {
      const url = await emptySchemaUrl();
      const service = await startTestService({ env: { DATABASE_URL: url, FOOTBRIDGE_SECRET: SECRET } });
      onTestFinished(() => service.end());
      const call = async (method: string, path: string) => {
        const response = await fetch(service.url + path, { method });
        const text = await response.text();
        return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
      };
      const ann = service.telegram.person('Ann');
      const texts = () => service.telegram.messages(ann.id).flatMap((message) => message.text ?? []);
      const push = (text: string, more = {}) =>
        service.post('/v1/turns', {
          to: { channel: 'telegram', address: { chat_id: ann.id } },
          turn: { text },
          ...more,
        });
      const dead = async () =>
        (await call('GET', '/v1/deliveries?status=dead')).body.data as { id: string; reason: string }[];

      service.telegram.failNext('sendMessage', { error_code: 403, description: 'Forbidden: not welcome' });
      await push('refused');
      await expect.poll(dead).toMatchObject([{ reason: expect.stringContaining('not welcome') }]);
      expect(await call('POST', `/v1/deliveries/${(await dead())[0]?.id}/retry`)).toMatchObject({ status: 202 });
      await expect.poll(texts).toEqual(['refused']);

      service.telegram.sendText(ann.id, ann.id, 'hello');
      await expect.poll(texts).toEqual(['refused', 'hello', 'You said: hello']);
      // What was pushed to her, and what she said.
      expect((await call('GET', `/v1/users/${ann.id}/export`)).body.turns).toHaveLength(2);
      expect(await call('DELETE', `/v1/users/${ann.id}`)).toMatchObject({ status: 200 });
      expect(await call('GET', `/v1/users/${ann.id}/export`)).toMatchObject({ status: 404 });
      expect(await call('GET', '/v1/backup')).toMatchObject({ body: { error: { code: 'backup_unavailable' } } });

      // A dump holds it as it waits for its time; by the time of the restore, that time is long past.
      await push('planned', { send_at: new Date(Date.now() + 3_600_000).toISOString() });
      await service.stop();
      await runSql(url, 'update delivery set not_before_ms = 1 where finished_at_ms is null');
      const step = await runCli(['after-restore'], { DATABASE_URL: url });
      expect(step).toMatchObject({ code: 0, output: expect.stringContaining('0 turns, 1 delivery.') });
      await service.restart();
      expect(await dead()).toMatchObject([{ reason: 'restored' }]);
      expect(texts()).toEqual(['refused', 'hello', 'You said: hello']);
    }, 60_000);
  },
);
