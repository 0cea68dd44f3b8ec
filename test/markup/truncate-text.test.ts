import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/markup/escape.ts';
import { truncateText } from '../../src/markup/truncate-text.ts';

const RLI = '\u2067';
const PDI = '\u2069';
const RLE = '\u202b';
const PDF = '\u202c';

describe('truncating text', () => {
  it('leaves a text that fits as it is', () => {
    expect(truncateText('abcd', 4, '…')).toBe('abcd');
  });

  it('cuts so that text and suffix fit, at a grapheme', () => {
    expect(truncateText('abcdef', 4, '…')).toBe('abc…');
    expect(truncateText('ab👨‍👩‍👧cd', 6, ' …')).toBe('ab …');
  });

  it('leaves out a suffix that does not fit', () => {
    expect(truncateText('abcdef', 3, ' (more)')).toBe('abc');
  });

  it('measures text and suffix as they are sent', () => {
    expect(truncateText('ab&cdefg', 8, '…', escapeHtml)).toBe('ab&…');
    expect(truncateText('ab&cdefg', 7, '…', escapeHtml)).toBe('ab…');
    expect(truncateText('abcdefgh', 7, ' >', escapeHtml)).toBe('ab >');
  });

  it('closes the directions that the cut leaves open [CH-65]', () => {
    expect(truncateText(`a${RLI}bcdefgh${PDI}`, 6, '…')).toBe(`a${RLI}bc${PDI}…`);
    expect(truncateText(`${RLI}${RLE}abcdefgh`, 7, '…')).toBe(`${RLI}${RLE}ab${PDF}${PDI}…`);
    expect(truncateText(`a${RLI}b${PDI}cdefgh`, 6, '…')).toBe(`a${RLI}b${PDI}c…`);
    expect(truncateText(`${RLI}${RLE}${PDI}abcdefgh`, 6, '…')).toBe(`${RLI}${RLE}${PDI}ab…`);
  });

  it('stays inside the limit when everything is an opener', () => {
    const truncated = truncateText(RLI.repeat(1_000), 100, '…');
    expect(truncated.length).toBeLessThanOrEqual(100);
    expect(truncateText(RLI.repeat(100), 5, '…').length).toBeLessThanOrEqual(5);
  });

  it('leaves Hebrew with a question mark as it is [CH-65]', () => {
    expect(truncateText('מה שלומך?', 20, '…')).toBe('מה שלומך?');
  });
});
