import { describe, expect, it, onTestFinished } from 'vitest';
import { openFile } from '../../../src/store/sqlite/open-file.ts';
import { dataFolder } from './folder.ts';

describe('a prepared statement', () => {
  it('reads with the values that it is given, whichever way it was read before', async () => {
    const driver = await openFile(dataFolder());
    onTestFinished(() => driver.close());
    driver.execute(`create table kept (name text, place integer);
      insert into kept values ('a', 1), ('a', 2), ('b', 3)`);
    const places = driver.prepare<{ place: number }>('select place from kept where name = ? order by place');
    const ways: Record<string, (name: string) => unknown> = {
      all: (name) => places.all(name).map((row) => row.place),
      get: (name) => places.get(name)?.place,
    };
    const expected: Record<string, Record<string, unknown>> = {
      all: { a: [1, 2], b: [3], none: [] },
      get: { a: 1, b: 3, none: undefined },
    };

    for (const [firstWay, secondWay] of [
      ['all', 'get'],
      ['get', 'all'],
    ] as const) {
      for (const first of ['a', 'b', 'none']) {
        for (const second of ['a', 'b', 'none']) {
          expect(ways[firstWay]?.(first)).toEqual(expected[firstWay]?.[first]);
          expect(ways[secondWay]?.(second)).toEqual(expected[secondWay]?.[second]);
        }
      }
    }
  });

  it('works again after it failed', async () => {
    const driver = await openFile(dataFolder());
    onTestFinished(() => driver.close());
    driver.execute('create table kept (name text primary key)');
    const keep = driver.prepare('insert into kept values (?)');

    keep.run('a');
    for (let count = 0; count < 2; count += 1) expect(() => keep.run('a')).toThrow();
    expect(keep.run('b')).toBe(1);
  });
});
