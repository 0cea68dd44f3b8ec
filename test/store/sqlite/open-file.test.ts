import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { message, onlyTurn, START_MS } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

const open = async (folder: string) => {
  const store = await openSqliteStore({ folder, now: () => START_MS });
  onTestFinished(() => store.close());
  return store;
};

describe('opening the data folder', () => {
  it('makes it, for its owner only, with one file in it', async () => {
    const folder = join(dataFolder(), 'deep', 'data');
    await (await open(folder)).close();

    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'footbridge.db')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['footbridge.db']);
  });

  it('is refused while another process has it, with the folder and what to do', async () => {
    const folder = dataFolder();
    await open(folder);

    const second = open(folder);

    await expect(second).rejects.toMatchObject({ code: 'data_in_use', facts: { folder } });
    await expect(second).rejects.toThrow(folder);
    await expect(second).rejects.toThrow('FOOTBRIDGE_DATA');
  });

  it('is refused when no SQLite can be loaded, with what to install', async () => {
    const hidden = vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    vi.doMock('libsql', () => {
      throw new Error('no prebuilt binary');
    });
    onTestFinished(() => {
      hidden.mockRestore();
      vi.doUnmock('libsql');
    });

    const opened = open(dataFolder());

    await expect(opened).rejects.toMatchObject({ code: 'data_unusable', cause: expect.anything() });
    await expect(opened).rejects.toThrow('npm install libsql');
  });

  it('works again once the other one has closed', async () => {
    const folder = dataFolder();
    const first = await open(folder);
    await expect(open(folder)).rejects.toMatchObject({ code: 'data_in_use' });
    await first.accept(message('t1'));
    await first.close();

    expect(await onlyTurn(await open(folder))).toMatchObject({ turnId: 't1' });
  });

  it('is refused when the file is no database', async () => {
    const folder = dataFolder();
    writeFileSync(join(folder, 'footbridge.db'), 'these are my notes\n'.repeat(1_000));

    const opened = open(folder);

    await expect(opened).rejects.toMatchObject({ code: 'data_unusable', cause: expect.anything() });
    await expect(opened).rejects.toThrow('backup');
    expect(readFileSync(join(folder, 'footbridge.db'), 'utf8')).toContain('these are my notes');
  });

  it('is refused when the file was cut off', async () => {
    const folder = dataFolder();
    await (await open(folder)).close();
    truncateSync(join(folder, 'footbridge.db'), 5_000);

    await expect(open(folder)).rejects.toMatchObject({ code: 'data_unusable' });
  });

  it('is refused when the folder cannot be made', async () => {
    const folder = dataFolder();
    writeFileSync(join(folder, 'file'), '');

    const opened = open(join(folder, 'file', 'data'));

    await expect(opened).rejects.toMatchObject({ code: 'data_unusable', cause: expect.anything() });
    await expect(opened).rejects.toThrow(join(folder, 'file', 'data'));
  });

  it('is refused when the file cannot be opened', async () => {
    const folder = dataFolder();
    mkdirSync(join(folder, 'footbridge.db'));

    await expect(open(folder)).rejects.toMatchObject({ code: 'data_unusable', cause: expect.anything() });
  });

  it.skipIf(process.platform !== 'linux')('is refused where nothing can be written (/sys, on Linux only)', async () => {
    await expect(open('/sys/footbridge')).rejects.toMatchObject({ code: 'data_unusable', cause: expect.anything() });
  });
});
