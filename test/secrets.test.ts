import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedSecrets, serviceSecrets } from '../src/secrets.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footbridge-secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the service's secrets", () => {
  it('are those of the environment, in their order', async () => {
    const given = ['a new one of 20 bytes', 'an old one of 20 byte'];
    expect(await serviceSecrets(given, folder)).toEqual(given);
    expect(await serviceSecrets(given, undefined)).toEqual(given);
  });

  it('are made once and kept beside the data where none is given', async () => {
    const [made, ...others] = await serviceSecrets([], folder);
    expect(made).toMatch(/^[0-9a-f]{64}$/);
    expect(others).toEqual([]);
    expect(await serviceSecrets([], folder)).toEqual([made]);
  });

  it('must be given where several instances share a database', async () => {
    await expect(serviceSecrets([], undefined)).rejects.toMatchObject({
      code: 'secret_required',
      message: expect.stringMatching(/DATABASE_URL is set and FOOTBRIDGE_SECRET is not/),
    });
  });

  it('must be 16 bytes long, each of them', async () => {
    await expect(serviceSecrets(['a new one of 20 bytes', 'short'], folder)).rejects.toMatchObject({
      code: 'secret_required',
    });
  });

  it('give one of each for a purpose, in the same order', () => {
    const derived = derivedSecrets(['new', 'old'], 'telegram webhook');
    expect(derived).toEqual([
      'de5b0010bed9420ffcaea1322a75107ed3eebffceeb37c2ab439f60487c093ba',
      '641e151152abeef2d6773cf51bebe9aee6047aa36c39fc903de4cd28acf56af6',
    ]);
    expect(derivedSecrets(['old', 'new'], 'telegram webhook')).toEqual([...derived].reverse());
  });
});
