import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { silentLog } from '../../../src/protocol/log.ts';
import { Database, PATIENCE } from '../../../src/store/postgres/connection/database.ts';
import { bind, bindRows } from '../../../src/store/postgres/connection/sql.ts';
import { describeOnServer } from './on-server.ts';
import { sharedServerUrl } from './server.ts';

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('\0', '\u001b', '"', '\\', '\\u0000', '\ud83d', '\ude00', '{', ','),
    fc.string({ unit: 'binary', maxLength: 3 }),
  ),
});

describeOnServer('texts', () => {
  it('come back as they were, whatever they hold, by value, in a list and in rows', async () => {
    const url = await sharedServerUrl();
    const database = new Database({ url, patience: PATIENCE, maxConnections: 1, log: silentLog, random: () => 0 });
    onTestFinished(() => database.close());
    const one = { name: 'one', text: 'select $1::text as text' };
    const list = { name: 'list', text: 'select text from unnest($1::text[]) as asked (text)' };
    const rows = { name: 'rows', text: 'select text from json_to_recordset($1) as row (text text)' };
    const textsOf = async (query: ReturnType<typeof bind>) =>
      (await database.rows<{ text: string }>(query)).map((row) => row.text);

    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 10 }), async (texts) => {
        expect(await textsOf(bind(one, texts[0] ?? ''))).toEqual([texts[0]]);
        expect(await textsOf(bind(list, texts))).toEqual(texts);
        expect(
          await textsOf(
            bindRows(
              rows,
              texts.map((each) => ({ text: each })),
            ),
          ),
        ).toEqual(texts);
      }),
      { numRuns: 50 },
    );
  });
});
