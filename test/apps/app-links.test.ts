import { describe, expect, it } from 'vitest';
import { createAppLinks } from '../../src/apps/app-links.ts';
import { createSandboxPasses } from '../../src/apps/sandbox/sandbox-pass.ts';

const owner = { channel: 'telegram', conversation: 'telegram:42', personId: '42' };
const secrets = ['a secret of sixteen bytes', 'an older secret of ours'];
const linksAt = (nowMs: number, keys = secrets) => createAppLinks({ secrets: keys, now: () => nowMs });
const app = { ref: 'abcdefghijklmnopqrstuv', owner, expiresAtMs: 2_000 };

describe('the link to an app', () => {
  it('names its app, and is for one conversation and one person', () => {
    const read = linksAt(1_000).read(linksAt(1_000).issue(app));
    if (read === undefined || read === 'expired') throw new Error('no link');
    expect(read.ref).toBe('abcdefghijklmnopqrstuv');
    expect(read.isFor(owner)).toBe(true);
    for (const other of [{ channel: 'web' }, { conversation: 'telegram:43' }, { personId: '43' }]) {
      expect(read.isFor({ ...owner, ...other })).toBe(false);
    }
  });

  it('tells nobody whose it is, and fits into a button', () => {
    const token = linksAt(1_000).issue(app);
    expect(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).not.toContain('telegram');
    expect(token.length).toBeLessThan(200);
  });

  it('expires', () => {
    expect(linksAt(2_000).read(linksAt(1_000).issue(app))).toBe('expired');
  });

  it('is read with every secret, and signed with the first', () => {
    const old = linksAt(1_000, ['an older secret of ours']).issue(app);
    expect(linksAt(1_000).read(old)).toMatchObject({ ref: app.ref });
    expect(linksAt(1_000, ['another secret, long enough']).read(old)).toBeUndefined();
  });

  it.each(['', '.', 'a.b', 'a.b.c', 'x'.repeat(5_000)])('is not %j', (token) => {
    expect(linksAt(1_000).read(token)).toBeUndefined();
  });

  it('does not work when a character of it is another one', () => {
    const token = linksAt(1_000).issue(app);
    for (let at = 0; at < token.length; at += 7) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      // The last character of base64 has bits that mean nothing.
      if (
        Buffer.from(changed.split('.')[1] ?? '', 'base64url').equals(
          Buffer.from(token.split('.')[1] ?? '', 'base64url'),
        ) &&
        changed.split('.')[0] === token.split('.')[0]
      )
        continue;
      expect(linksAt(1_000).read(changed)).toBeUndefined();
    }
  });

  it('is no pass for the sandbox, nor the other way round', () => {
    const passes = createSandboxPasses({ secrets, now: () => 1_000 });
    expect(passes.read(linksAt(1_000).issue(app))).toBeUndefined();
    expect(
      linksAt(1_000).read(passes.issue({ ref: app.ref, ancestor: 'https://a.example', framedBy: [] })),
    ).toBeUndefined();
  });
});
