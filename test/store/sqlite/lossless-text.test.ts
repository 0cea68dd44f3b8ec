import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { dataFolder } from './folder.ts';

describe('texts in the file', () => {
  it('come back as they were, whatever they hold, and equal only themselves', async () => {
    const driver = await openFile(dataFolder());
    onTestFinished(() => driver.close());
    driver.execute('create table kept (text text primary key)');
    const keep = driver.prepare('insert into kept values (?) on conflict do nothing');
    const find = driver.prepare<{ text: string }>('select text from kept where text = ?');
    const all = driver.prepare<{ text: string }>('select text from kept');
    const clear = driver.prepare('delete from kept');
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('\0', '\u001b', '"', '\\'), fc.string({ unit: 'binary', maxLength: 3 })),
    });

    fc.assert(
      fc.property(fc.uniqueArray(text, { maxLength: 20 }), (texts) => {
        clear.run();
        for (const kept of texts) expect(keep.run(kept)).toBe(1);
        for (const kept of texts) expect(find.get(kept)).toEqual({ text: kept });
        expect(new Set(all.all().map((row) => row.text))).toEqual(new Set(texts));
      }),
      { numRuns: 50 },
    );
  });
});
