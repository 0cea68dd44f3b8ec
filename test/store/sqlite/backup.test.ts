import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { backUpFolder } from '../../../src/store/sqlite/back-up-folder.ts';
import { openDriver, openFile } from '../../../src/store/sqlite/open-file.ts';
import { openSqliteStore } from '../../../src/store/sqlite/store.ts';
import { verifyBackup } from '../../../src/store/sqlite/verify-backup.ts';
import { delivery, message, pushOf, START_MS } from '../fixtures.ts';
import { dataFolder } from './folder.ts';

const open = (folder: string) => openSqliteStore({ folder, now: () => START_MS });

/** A push of two messages, kept in one transaction. */
function pair(name: string) {
  return pushOf(name, { deliveries: [delivery(`${name} first`), delivery(`${name} second`)] });
}

describe('a backup of an open store', () => {
  it('holds one moment whole while writes go on, and takes none of them from the store', async () => {
    const folder = dataFolder();
    const store = await open(folder);
    await Promise.all(Array.from({ length: 300 }, (_, index) => store.push(pair(`before ${index}`))));
    let isOver = false;
    const copying = store.backup().finally(() => {
      isOver = true;
    });
    let meanwhile = 0;
    while (!isOver) await store.push(pair(`meanwhile ${meanwhile++}`));
    const copy = await copying;

    const { turns, deliveries, madeAtMs } = await verifyBackup(copy.file);
    expect(turns).toBeGreaterThanOrEqual(300);

    expect(deliveries).toBe(2 * turns);
    expect(madeAtMs).toBe(START_MS);
    expect(meanwhile).toBeGreaterThan(0);
    await store.close();
    const after = await open(folder);
    expect(await after.counts()).toMatchObject({ waitingDeliveries: 600 + 2 * meanwhile });
    await after.close();
  });

  it('is one file, readable by its owner only, and gone when it is removed', async () => {
    const folder = dataFolder();
    const store = await open(folder);
    const copy = await store.backup();
    expect(copy.bytes).toBe(statSync(copy.file).size);
    expect(statSync(copy.file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('backup-'))).toHaveLength(1);
    await copy.remove();
    expect(readdirSync(folder).filter((name) => name.startsWith('backup-'))).toEqual([]);
    await store.close();
  });

  it('is refused while another one is made, and can be made after it', async () => {
    const store = await open(dataFolder());
    const first = store.backup();
    await expect(store.backup()).rejects.toMatchObject({ code: 'backup_unavailable' });
    await (await first).remove();
    await (await store.backup()).remove();
    await store.close();
  });

  it('is given up when the store closes, and leaves nothing', async () => {
    const folder = dataFolder();
    const store = await open(folder);
    const copying = expect(store.backup()).rejects.toMatchObject({ code: 'shutting_down' });
    await store.close();
    await copying;
    expect(readdirSync(folder)).toEqual(['footbridge.db']);
  });

  it('that a killed process left is removed at the next start', async () => {
    const folder = dataFolder();
    await (await open(folder)).close();
    writeFileSync(join(folder, 'backup-0a1b.part'), 'half');
    writeFileSync(join(folder, 'backup.db'), "an operator's own");
    await (await open(folder)).close();
    expect(readdirSync(folder).sort()).toEqual(['backup.db', 'footbridge.db']);
  });
});

describe('a backup of a stopped store', () => {
  it('holds also what only the log holds, as after a kill', async () => {
    const folder = dataFolder();
    const store = await open(folder);
    await store.accept(message('t1'));
    await store.close();
    const file = join(folder, 'copy.db');
    await backUpFolder({ folder, file, now: () => START_MS });
    expect(await verifyBackup(file)).toEqual({ madeAtMs: START_MS, turns: 1, deliveries: 0 });
  });

  it('is refused while a process owns the folder, and where there is nothing', async () => {
    const folder = dataFolder();
    const empty = backUpFolder({ folder, file: join(folder, 'copy.db'), now: () => START_MS });
    await expect(empty).rejects.toMatchObject({ code: 'backup_unavailable' });
    const store = await open(folder);
    const owned = backUpFolder({ folder, file: join(folder, 'copy.db'), now: () => START_MS });
    await expect(owned).rejects.toMatchObject({ code: 'data_in_use' });
    await store.close();
  });

  it('never overwrites a file', async () => {
    const folder = dataFolder();
    await (await open(folder)).close();
    const file = join(folder, 'mine');
    writeFileSync(file, 'mine');
    const copying = backUpFolder({ folder, file, now: () => START_MS });
    await expect(copying).rejects.toMatchObject({ code: 'backup_unavailable' });
    expect(statSync(file).size).toBe(4);
  });
});

describe('the check of a backup', () => {
  async function backup(): Promise<string> {
    const folder = dataFolder();
    const store = await open(folder);
    await Promise.all(Array.from({ length: 100 }, (_, index) => store.push(pair(`p${index}`))));
    await store.close();
    const file = join(folder, 'copy.db');
    await backUpFolder({ folder, file, now: () => START_MS });
    return file;
  }

  it('finds a page that is damaged', async () => {
    const file = await backup();
    const { open: openHandle } = await import('node:fs/promises');
    const handle = await openHandle(file, 'r+');
    await handle.write(Buffer.alloc(2_000, 0xff), 0, 2_000, statSync(file).size - 4_096);
    await handle.close();
    await expect(verifyBackup(file)).rejects.toMatchObject({ code: 'backup_invalid' });
  });

  it('refuses what is no backup: no file, another file, a store that was copied by hand', async () => {
    const folder = dataFolder();
    await expect(verifyBackup(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'backup_invalid' });
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    const text = join(folder, 'text');
    writeFileSync(text, 'no database at all, but long enough to be read as the head of one'.repeat(20));
    await expect(verifyBackup(text)).rejects.toMatchObject({ code: 'backup_invalid' });
    await (await open(folder)).close();
    await expect(verifyBackup(join(folder, 'footbridge.db'))).rejects.toMatchObject({ code: 'backup_invalid' });
  });

  it('refuses one that a newer version made', async () => {
    const file = await backup();
    const driver = await openDriver(file);
    driver.execute('insert into schema_version (version, applied_at_ms) values (1000, 0)');
    driver.close();
    await expect(verifyBackup(file)).rejects.toMatchObject({ code: 'data_too_new' });
  });
});

it('a backup moves the log into the file once, and lets it move again after', async () => {
  const folder = dataFolder();
  const driver = await openFile(folder);
  driver.close();
  const store = await open(folder);
  await store.accept(message('t1'));
  expect(statSync(join(folder, 'footbridge.db-wal')).size).toBeGreaterThan(0);
  await (await store.backup()).remove();
  expect(statSync(join(folder, 'footbridge.db-wal')).size).toBe(0);
  await store.close();
});
