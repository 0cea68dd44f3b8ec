import { describe, expect, it } from 'vitest';
import { compileDataPath } from '../../../src/formation/trigger/data-path.ts';

function found(path: string, data: unknown): readonly unknown[] {
  const compiled = compileDataPath(path);
  if (typeof compiled !== 'function') throw new Error(compiled.problem);
  return compiled(data);
}

function problem(path: string) {
  const compiled = compileDataPath(path);
  return typeof compiled === 'function' ? undefined : compiled;
}

describe('a path into the data of a trigger', () => {
  it('is a JSONPath or a dotted path', () => {
    const data = { event: { text: 'hi', users: [{ id: 7 }, { id: 8 }] } };
    expect(found('$.event.text', data)).toEqual(['hi']);
    expect(found('event.text', data)).toEqual(['hi']);
    expect(found('event.users.1.id', data)).toEqual([8]);
    expect(found('$.event.users[*].id', data)).toEqual([7, 8]);
    expect(found('$..id', data)).toEqual([7, 8]);
    expect(found("$.event.users[?@.id > 7]['id']", data)).toEqual([8]);
  });

  it('finds nothing where nothing is, and never what an object inherits', () => {
    for (const path of ['$.a.b', 'a.b', '$.constructor', 'constructor.name', '$.__proto__', '__proto__', 'length.x']) {
      expect(found(path, { c: 1 }), path).toEqual([]);
      expect(found(path, 'text'), path).toEqual([]);
      expect(found(path, null), path).toEqual([]);
    }
  });

  it('that is wrong says why and where', () => {
    expect(problem('$.event[')).toEqual({ problem: expect.stringMatching(/^this is no JSONPath: /), index: 8 });
    expect(problem('$.a[?nope(@)]')?.problem).toMatch(/^this is no JSONPath: /);
    for (const path of ['', 'a..b', '.a', 'a b', 'a[0]', '@.a']) {
      expect(problem(path)?.problem, path).toBe(
        'expected a JSONPath such as "$.event.text", or a dotted path such as "event.text"',
      );
    }
  });

  it('ends in milliseconds, whatever the pattern and the text', () => {
    const startedMs = performance.now();
    const texts = Array.from({ length: 100 }, () => 'a'.repeat(5_000));
    expect(found("$[?match(@, '(a+)+b')]", texts)).toEqual([]);
    expect(found("$[?search(@, '(a|a)*b')]", texts)).toEqual([]);
    // The pattern comes with the data.
    expect(found('$.texts[?match(@, $.pattern)]', { texts: texts.slice(0, 5), pattern: '(.*)*x' })).toEqual([]);
    // Each of these is compiled, or would take seconds to compile.
    const patterns = ['x'.repeat(1_000_000), '('.repeat(300_000), 'x'.repeat(2_000), '(x{1000}){1000}'];
    expect(found('$.patterns[?search($.text, @)]', { patterns, text: 'y' })).toEqual([]);
    // With backtracking one of them takes longer than the age of the universe.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('ends in about a second, whatever the data is, or says that it is too much', () => {
    let nested: unknown[] = [];
    for (let level = 0; level < 60; level++) nested = [nested, ...new Array(500).fill(0)];
    const startedMs = performance.now();
    expect(found('$..a', nested)).toEqual([]);
    for (const path of ['$..*..*', '$..*..a', '$[?count($..*) > 1]']) expect(() => found(path, nested), path).toThrow();
    // Without the limit, half a minute and more.
    expect(performance.now() - startedMs).toBeLessThan(15_000);
    expect(found('$..a', { a: 1 })).toEqual([1]);
  });

  it('reads a dot as the standard does: any character but line feed and carriage return', () => {
    const texts = ['a\u2028b', 'a\nb', 'a\rb', 'a🙂b', 'a.b'];
    expect(found("$[?match(@, 'a.b')]", texts)).toEqual(['a\u2028b', 'a🙂b', 'a.b']);
    expect(found("$[?match(@, 'a[.]b')]", texts)).toEqual(['a.b']);
    expect(found("$[?match(@, 'a\\\\.b')]", texts)).toEqual(['a.b']);
  });
});
