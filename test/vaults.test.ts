import { describe, expect, it } from 'vitest';
import { type Log, silentLog } from '../src/protocol/log.ts';
import { createMemoryStore } from '../src/store/memory/store.ts';
import { createVaults } from '../src/vaults.ts';
import { START_MS } from './store/fixtures.ts';

const [OLD, NEW] = ['an old secret of the service', 'a new secret of the service'] as const;

function bench() {
  const { channelMemory: memory } = createMemoryStore({ now: () => START_MS });
  const vaults = (secrets: readonly string[], log: Log = silentLog) => createVaults({ memory, secrets, log });
  const kept = (key: string) => memory.get({ channel: 'slack', key });
  return { memory, vaults, kept };
}

describe('a vault', () => {
  it('gives back what a channel has put there, and to no other channel', async () => {
    const { vaults } = bench();
    const vault = vaults([NEW]).of('slack');
    await vault.put('T1', 'xoxb-ünïcode 🔑');
    expect(await vault.get('T1')).toBe('xoxb-ünïcode 🔑');
    expect(await vault.get('T2')).toBeUndefined();
    expect(await vaults([NEW]).of('discord').get('T1')).toBeUndefined();
    expect(await vault.remove('T1')).toBe(true);
    expect(await vault.get('T1')).toBeUndefined();
  });

  it('adds once, and for as long as was said', async () => {
    const { vaults, memory } = bench();
    const vault = vaults([NEW]).of('slack');
    expect(await vault.add('once', 'a', START_MS + 1)).toBe(true);
    expect(await vault.add('once', 'b')).toBe(false);
    expect(await vault.get('once')).toBe('a');
    expect(await memory.list('slack')).toHaveLength(1);
    expect(await vault.add('past', 'a', START_MS)).toBe(true);
    expect(await vault.get('past')).toBeUndefined();
  });

  it('lets no secret reach the store, and writes the same value differently each time', async () => {
    const { vaults, kept } = bench();
    const vault = vaults([NEW]).of('slack');
    await vault.put('T1', 'xoxb-secret');
    await vault.put('T2', 'xoxb-secret');
    const [one, two] = [(await kept('T1')) ?? '', (await kept('T2')) ?? ''];
    expect(one).toMatch(/^v1\.[\w-]{50,}$/);
    expect(one).not.toBe(two);
    expect(Buffer.from(one.slice(3), 'base64url').toString('latin1')).not.toContain('xoxb');
  });

  it.each([
    ['the place of another key', async (value: string) => ({ key: 'T2', value })],
    ['bytes that were changed', async (value: string) => ({ key: 'T1', value: value.replace(/.$/, changed) })],
    ['half of it', async (value: string) => ({ key: 'T1', value: value.slice(0, 20) })],
    ['a plain text', async () => ({ key: 'T1', value: 'xoxb-secret' })],
  ])('does not open %s', async (_what, forged) => {
    const { vaults, memory, kept } = bench();
    const vault = vaults([NEW]).of('slack');
    await vault.put('T1', 'xoxb-secret');
    const { key, value } = await forged((await kept('T1')) ?? '');
    await memory.put({ channel: 'slack', key, value });
    await expect(vault.get(key)).rejects.toMatchObject({ code: 'secret_unknown' });
  });

  it('writes with the first secret and reads with all; without the right one it says what to do', async () => {
    const { vaults } = bench();
    await vaults([OLD]).of('slack').put('T1', 'one');
    expect(await vaults([NEW, OLD]).of('slack').get('T1')).toBe('one');
    await vaults([NEW, OLD]).of('slack').put('T2', 'two');
    expect(await vaults([NEW]).of('slack').get('T2')).toBe('two');
    const wrong = vaults([NEW]).of('slack').get('T1');
    await expect(wrong).rejects.toMatchObject({ code: 'secret_unknown', facts: { channel: 'slack', key: 'T1' } });
    await expect(wrong).rejects.toThrow(/Put the secret that was in use back, after the first one/);
    await expect(wrong).rejects.not.toThrow(NEW);
  });

  it('is renewed, so that an old secret can be left out; what no secret opens is logged and stays', async () => {
    const { vaults, kept } = bench();
    await vaults(['a secret that is lost']).of('slack').put('T0', 'lost');
    await vaults([OLD]).of('slack').put('T1', 'one');
    await vaults([NEW]).of('slack').put('T2', 'two');
    const [lost, ofNew] = [await kept('T0'), await kept('T2')];
    const errors: [object, string][] = [];
    const log: Log = { ...silentLog, error: (facts, message) => void errors.push([facts, message]) };

    await vaults([NEW, OLD], log).renew('slack');

    expect(await vaults([NEW]).of('slack').get('T1')).toBe('one');
    expect([await kept('T0'), await kept('T2')]).toEqual([lost, ofNew]);
    expect(errors).toMatchObject([[{ channel: 'slack', key: 'T0', code: 'secret_unknown' }, expect.any(String)]]);
  });
});

function changed(last: string): string {
  return last === 'A' ? 'Q' : 'A';
}
