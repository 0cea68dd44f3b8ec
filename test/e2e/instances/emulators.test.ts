import { expect, it } from 'vitest';
import { emptySchemaUrl, noPostgres } from '../../store/postgres/server.ts';
import { startInstances } from './instances.ts';

const FORMATION = `agent: { type: script, replies: [{ turn: { text: hello } }] }
channels: { telegram: { token: "" } }
`;

it.skipIf(noPostgres).each([
  ['no emulator unless asked', {}, []],
  ['an emulator when asked', { FOOTBRIDGE_EMULATORS: 'on' }, ['telegram']],
])('an instance over a shared database has %s', async (_name, env, expected) => {
  const instances = await startInstances(1, {
    formation: FORMATION,
    apiRoot: 'http://127.0.0.1:1',
    databaseUrl: await emptySchemaUrl(),
    env,
  });
  try {
    const ready = await fetch(`${instances.services[0]?.url}/readyz`).then((response) => response.json());
    const { channels } = ready as { channels: Record<string, unknown> };
    expect(Object.keys(channels).filter((name) => name !== 'web')).toEqual(expected);
  } finally {
    await instances.end();
  }
});
