import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortFiles } from '../../../src/pipeline/compose/outgoing-files.ts';
import { cpuClock } from '../../cpu-clock.ts';

const file = (data: string) => ({ name: 'a.bin', mime: 'application/zip', data });
const codes = ({ notes }: ReturnType<typeof sortFiles>) => notes.map(({ code }) => code);

describe('data of a file', () => {
  it('may have 8 MB and not a byte more', () => {
    const just = Buffer.alloc(8_388_608).toString('base64');
    const over = Buffer.alloc(8_388_609).toString('base64');
    expect(sortFiles([file(just)], true)).toMatchObject({ sent: [{ data: just }], notes: [] });
    const { sent, named, notes } = sortFiles([file(over)], true);
    expect({ sent, named }).toEqual({ sent: [], named: [{ label: 'a.bin' }] });
    expect(notes).toEqual([
      { code: 'file_as_text', message: 'A file is named in the text only: its data has more than 8388608 bytes.' },
    ]);
  });

  it('is taken when it is base64, padded or not, and decodes to the same bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 50 }), fc.boolean(), (bytes, isPadded) => {
        const padded = Buffer.from(bytes).toString('base64');
        const data = isPadded ? padded : padded.replace(/=+$/, '');
        const [sent] = sortFiles([file(data)], true).sent;
        expect(Buffer.from(sent?.data ?? '', 'base64')).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it.each(['A', 'AAAAA', 'AA=A', '=AAA', 'A===', 'AAAA\n', 'AA-_', 'data:text/plain;base64,eA==', '😀', 'AAAA===='])(
    'is not taken when it is %j',
    (data) => {
      expect(sortFiles([file(data)], true)).toMatchObject({ sent: [], named: [{ label: 'a.bin' }] });
    },
  );

  it('is judged in a moment, however hostile', () => {
    const spentMs = cpuClock();
    for (const data of ['='.repeat(10_000_000), `${'A'.repeat(10_000_000)}!`, '!'.repeat(10_000_000)]) {
      expect(codes(sortFiles([file(data)], true))).toEqual(['file_as_text']);
    }
    expect(spentMs()).toBeLessThan(500);
  });
});

describe('where the channel sends no files', () => {
  it('a URL in the text is no loss, and data is', () => {
    const url = 'https://files.example/a';
    const both = sortFiles([{ ...file('eA=='), url }, file('eA==')], false);
    expect(both.sent).toEqual([]);
    expect(both.named).toEqual([{ label: 'a.bin', target: url }, { label: 'a.bin' }]);
    expect(codes(both)).toEqual(['file_as_text']);
  });

  it('a name of nothing visible is still a name', () => {
    expect(sortFiles([{ name: '\u202e', mime: 'x', data: '' }], false).named).toEqual([{ label: 'file' }]);
  });
});
