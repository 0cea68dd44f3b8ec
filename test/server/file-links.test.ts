import { describe, expect, it } from 'vitest';
import { createFileLinks } from '../../src/server/file-links.ts';

const FILE = { channel: 'telegram', ref: 'BQAC', name: 'план.pdf', mime: 'application/pdf' };
const DAY_MS = 86_400_000;

let nowMs = 1_000;
const now = () => nowMs;
const links = createFileLinks({ secrets: ['first secret of ours'], now });

describe('a link to a file', () => {
  it('names the file to us, and is short enough for a URL', () => {
    const token = links.issue({ ...FILE, ref: 'r'.repeat(120), name: 'n'.repeat(200) });
    expect(token).toMatch(/^[\w-]+\.[\w-]+$/);
    expect(token.length).toBeLessThan(700);
    expect(links.read(links.issue(FILE))).toEqual(FILE);
  });

  it('expires after 24 hours, to the millisecond', () => {
    nowMs = 1_000;
    const token = links.issue(FILE);
    nowMs = 1_000 + DAY_MS - 1;
    expect(links.read(token)).toEqual(FILE);
    nowMs = 1_000 + DAY_MS;
    expect(links.read(token)).toBe('expired');
  });

  it('is nothing when it was changed, cut or signed by another', () => {
    const token = links.issue(FILE);
    const [body = '', mac = ''] = token.split('.');
    const other = createFileLinks({ secrets: ['somebody else, of course'], now }).issue(FILE);
    const swapped = `${body}.${other.split('.')[1]}`;
    for (const bad of [
      `${body}x.${mac}`,
      `${body}.${mac.slice(1)}`,
      swapped,
      other,
      `${token}.x`,
      body,
      '',
      '.',
      'a.b',
    ]) {
      expect(links.read(bad)).toBeUndefined();
    }
  });

  it('is read with an older secret as well', () => {
    const token = links.issue(FILE);
    const rotated = createFileLinks({ secrets: ['second secret of ours', 'first secret of ours'], now });
    expect(rotated.read(token)).toEqual(FILE);
  });
});
