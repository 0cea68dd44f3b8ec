import { describe, expect, it } from 'vitest';
import { FileFindings } from '../../src/formation/file-findings.ts';

describe('the findings of one file', () => {
  it('have lines and columns from 1', () => {
    const findings = new FileFindings('a.yaml', 'ab\r\nc\n');
    for (const offset of [0, 1, 4, 5, 6]) findings.warning(offset, 'x');
    expect(findings.all().map(({ line, column }) => [line, column])).toEqual([
      [1, 1],
      [1, 2],
      [2, 1],
      [2, 2],
      [3, 1],
    ]);
  });

  it('are at most a hundred and a count of the others, which is an error when one of them is', () => {
    const findings = new FileFindings('a.yaml', 'a');
    for (let count = 0; count < 105; count += 1) findings.warning(0, `warning ${count}`);
    expect(findings.all()).toHaveLength(101);
    expect(findings.all().at(-1)).toEqual({
      severity: 'warning',
      file: 'a.yaml',
      line: 1,
      column: 1,
      message: '5 more are not shown. Deal with these first.',
    });
    findings.error(0, 'late');
    expect(findings.all().at(-1)).toMatchObject({ severity: 'error', message: expect.stringMatching(/^6 more/) });
  });
});
