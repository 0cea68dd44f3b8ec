import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mimeType, safeFileName } from '../../src/protocol/file.ts';

describe('a safe file name', () => {
  it.each([
    ['plan.pdf', 'plan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\windows\\system.ini', 'system.ini'],
    ['a\r\nX-Evil: 1.txt', 'a X-Evil: 1.txt'],
    ['photo\u202Egnp.exe', 'photognp.exe'],
    ['отчёт за ноябрь.pdf', 'отчёт за ноябрь.pdf'],
    ['..', ''],
    ['a/', ''],
    ['\u0000', ''],
    ['con.txt', '_con.txt'],
    ['LPT1', '_LPT1'],
    ['concert.txt', 'concert.txt'],
    ['report.pdf. .', 'report.pdf'],
    ['. .', ''],
  ])('of %j is %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });

  it('keeps the ending of a long one', () => {
    expect(safeFileName(`${'a'.repeat(500)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  });

  it('never holds a path, a line break, a control character or half a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (name) => {
        const safe = safeFileName(name);
        expect(safe).not.toMatch(/[/\\\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|^\.+$/u);
        expect(safe.length).toBeLessThanOrEqual(200);
      }),
    );
  });
});

describe('a media type', () => {
  it.each([
    ['image/png', 'image/png'],
    ['Text/HTML; charset=utf-8', 'text/html'],
    ['text/html\r\nX: y', 'application/octet-stream'],
    ['png', 'application/octet-stream'],
    ['', 'application/octet-stream'],
    [undefined, 'application/octet-stream'],
  ])('of %j is %s', (mime, type) => {
    expect(mimeType(mime)).toBe(type);
  });
});
