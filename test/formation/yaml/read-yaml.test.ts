import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFinding } from '../../../src/formation/finding.ts';
import { readYaml } from '../../../src/formation/yaml/read-yaml.ts';
import { toPlain } from '../../../src/formation/yaml/source.ts';
import { cpuClock } from '../../cpu-clock.ts';
import { folderOf } from '../workshop.ts';

async function read(content: string | Uint8Array): Promise<{ value?: unknown; lines: string[] }> {
  const folder = folderOf({ 'a.yaml': content });
  const yaml = await readYaml(join(folder, 'a.yaml'));
  const findings = Array.isArray(yaml) ? yaml : yaml.findings.all();
  const lines = findings.map((finding) => formatFinding(finding).replace(`${folder}/a.yaml:`, ''));
  return { lines, ...(!Array.isArray(yaml) && { value: toPlain(yaml.root) }) };
}

describe('a good file', () => {
  it('keeps types, order and shared parts', async () => {
    const { value, lines } = await read(
      'b: 1\na: [true, null, "1", 1.5, 0x10]\nshared: &s { x: y }\nagain: *s\nyes: yes\nday: 2026-11-30\n"1": one\n',
    );
    expect(lines).toEqual([]);
    expect(JSON.stringify(value)).toBe(
      '{"1":"one","b":1,"a":[true,null,"1",1.5,16],"shared":{"x":"y"},"again":{"x":"y"},"yes":"yes","day":"2026-11-30"}',
    );
  });

  it('may begin with a byte order mark and have Windows line ends', async () => {
    expect(await read('\ufeffa: 1\r\nb: é\r\n')).toEqual({ value: { a: 1, b: 'é' }, lines: [] });
  });

  it('takes a merge key for a key: YAML 1.2 has none', async () => {
    expect((await read('a: &a { x: 1 }\nb: { <<: *a }\n')).value).toEqual({ a: { x: 1 }, b: { '<<': { x: 1 } } });
  });
});

describe('a broken file', () => {
  it.each([
    ['', '1:1: error: Expected lines such as "key: value" here, with a space after the colon.'],
    ['# nothing\n', '1:1: error: Expected lines such as "key: value" here, with a space after the colon.'],
    ['a:b\n', '1:1: error: Expected lines such as "key: value" here, with a space after the colon.'],
    ['- a\n', '1:1: error: Expected lines such as "key: value" here, with a space after the colon.'],
    ['a:\n\tb: 1\n', '2:1: error: A tab cannot indent YAML. Use spaces.'],
    ['a: "x\n', '2:1: error: Something is missing here: a closing quote, a comma, or ": " after a key.'],
    ['a: b: c\n', '1:4: error: There is a second ": " here. Put the text in quotes, or check the indentation.'],
    ['a: @b\n', '1:4: error: A text cannot start with this character. Put it in quotes.'],
    ['a: "\\q"\n', "1:5: error: This escape is not known. Write \\\\ for a backslash, or use 'single quotes'."],
    ['a: 1\n---\nb: 2\n', '2:1: error: A second document starts here. Remove the "---".'],
    ['a: ]\n', '1:4: error: This cannot stand here. Check quotes, brackets and indentation.'],
    ['%YAML 1.1\n---\na: yes\n', '1:1: error: Only YAML 1.2 is read. Remove the %YAML line.'],
    ['a: !!binary aGk=\n', '1:13: error: The tag "tag:yaml.org,2002:binary" is not known. Remove it.'],
    ['a: !mine x\n', '1:4: error: This tag is not known. Remove it.'],
    ['a: &a x\nb:\n  *a : 1\n', '3:3: error: A key must be text.'],
    ['a: *b\n', '1:4: error: There is no anchor &b above. If it is text, put it in quotes.'],
    ['a: &a [*a]\n', '1:8: error: The alias *a stands inside its own anchor.'],
    ['a: 1\nb: 2\na: 3\n', '3:1: error: The key "a" appears twice, first in line 1. Keep one.'],
    ['a: .inf\n', '1:4: error: A number must be finite.'],
    ['a: 9007199254740993\n', '1:4: error: This number is too large to be exact. Put it in quotes.'],
    ['__proto__: 1\n', '1:1: error: The key "__proto__" is never allowed. Remove it.'],
  ])('%j is told with its place', async (text, line) => {
    expect((await read(text)).lines).toEqual([line]);
  });

  it('does not print what could end up in a terminal', async () => {
    expect((await read('"\\e[31m\\u202e": 1\n"\\e[31m\\u202e": 2\n')).lines).toEqual([
      '2:1: error: The key "\\u{1b}[31m\\u{202e}" appears twice, first in line 1. Keep one.',
    ]);
  });

  it('tells where it stops being UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from('a: 1\nb: é'), Buffer.from([0xff]), Buffer.from('\n')]);
    expect((await read(bytes)).lines).toEqual(['2:5: error: This is not UTF-8. Save the file as UTF-8.']);
    expect((await read(Buffer.from('\ufeffa: 1\n', 'utf16le'))).lines).toEqual([
      '1:1: error: This is not UTF-8. Save the file as UTF-8.',
    ]);
    expect((await read(Buffer.from([0x61, 0xe2, 0x82]))).lines).toEqual([
      '1:2: error: This is not UTF-8. Save the file as UTF-8.',
    ]);
  });

  it('is no file at all', async () => {
    const folder = folderOf({ 'folder/a.yaml': '' });
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const linesOf = async (name: string) => {
      const findings = await readYaml(join(folder, name));
      return Array.isArray(findings) ? findings.map(({ message }) => message) : [];
    };
    expect(await linesOf('folder')).toEqual(['This is not a file.']);
    expect(await linesOf('pipe')).toEqual(['This is not a file.']);
    expect(await linesOf('absent')).toEqual(['The file cannot be read (ENOENT).']);
  });
});

describe('a hostile file', () => {
  it('over 1 MB is not parsed', async () => {
    expect((await read(`a: "${'x'.repeat(1_048_576)}"`)).lines).toEqual([
      '1:1: error: The file has 1048581 bytes, the limit is 1048576.',
    ]);
  });

  // At the end of the stack the process would die, not throw: seen with lists in lines.
  it.each([
    ['lists', '[', '1:65'],
    ['lists in lines', '[\n', '65:1'],
    ['maps', '{a: ', '1:257'],
    ['items', '- ', '1:129'],
    ['keys', '? ', '1:129'],
    ['lists in maps', '[a: ', '1:257'],
  ])('of 20,000 nested %s is told to be too deep', async (_, piece, place) => {
    expect((await read(piece.repeat(20_000))).lines).toEqual([
      `${place}: error: This is nested deeper than 64 levels.`,
    ]);
  });

  it('may nest 64 levels and no more', async () => {
    const nested = (levels: number) => `a: ${'['.repeat(levels)}x${']'.repeat(levels)}\n`;
    expect((await read(nested(63))).lines).toEqual([]);
    expect((await read(nested(64))).lines).toEqual(['1:67: error: This is nested deeper than 64 levels.']);
  });

  it('that is too deep twice is told where it is first', async () => {
    const deep = `[${'['.repeat(70)}${']'.repeat(70)}]`;
    expect((await read(`a: ${deep}\nb: ${deep}\n`)).lines).toEqual([
      '1:67: error: This is nested deeper than 64 levels.',
    ]);
  });

  it('cannot nest deeper by aliases', async () => {
    const links = Array.from({ length: 200 }, (_, index) => `x${index + 1}: &x${index + 1} [*x${index}]\n`);
    const { lines } = await read(`x0: &x0 [a]\n${links.join('')}`);
    expect(lines[0]).toBe('64:12: error: With this alias the file is nested deeper than 64 levels.');
  });

  it('cannot unfold a few aliases to billions of values', async () => {
    const names = [...'abcdefghij'];
    const bomb = names.map((name, index) => {
      const item = index === 0 ? 'x' : `*${names[index - 1]}`;
      return `${name}: &${name} [${Array(10).fill(item).join(', ')}]\n`;
    });
    expect((await read(bomb.join(''))).lines).toEqual(['5:36: error: The aliases unfold to more than 100000 values.']);
  });

  it.each([
    ['keys', Array.from({ length: 30_000 }, (_, index) => `k${index}: 1`).join('\n')],
    ['equal keys', 'a: 1\n'.repeat(30_000)],
    ['anchors', `a: ${'&a '.repeat(30_000)}`],
    ['aliases', `a: &a x\nb: [${'*a,'.repeat(30_000)}]`],
    ['quotes', '"\n'.repeat(30_000)],
    ['commas', `a: [${','.repeat(30_000)}`],
    ['documents', '---\n'.repeat(30_000)],
  ])('of very many %s is read in seconds, with a bounded list of findings', async (_, text) => {
    const spentMs = cpuClock();
    const { lines } = await read(text);
    expect(spentMs()).toBeLessThan(5_000);
    expect(lines.length).toBeLessThanOrEqual(101);
  });

  it('never makes the reader throw', async () => {
    const scrap = fc.constantFrom(
      ...[
        'a: ',
        'b',
        '- ',
        '{',
        '}',
        '[',
        ']',
        '"',
        "'",
        '|\n',
        '>\n',
        '&x ',
        '*x ',
        '!t ',
        '? ',
        ': ',
        '\n',
        '  ',
        '\t',
        '${{ ',
        ' }}',
        '#',
        '---\n',
        '%',
        '\ud800',
        '__proto__: ',
      ],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(scrap, { maxLength: 40 }), async (scraps) => {
        const { lines, value } = await read(scraps.join(''));
        expect(lines.length > 0 || typeof value === 'object').toBe(true);
        for (const line of lines) expect(line).toMatch(/^[1-9]\d*:[1-9]\d*: (error|warning): \S/);
      }),
      { numRuns: 300 },
    );
  });
});
