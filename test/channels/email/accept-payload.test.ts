import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { email } from '../../../src/channels/email/index.ts';

const accept = (payload: unknown) => email.acceptPayload?.(payload) ?? { fault: 'it takes none' };

describe('a finished mail', () => {
  it('stays as it is when there is nothing to mend', () => {
    const payload = {
      to: 'ann@example.com',
      subject: 'Hello',
      text: 'Go?',
      html: '<p>Go?</p>',
      headers: { 'X-Run': '7' },
    };
    expect(accept(payload)).toEqual({
      address: { address: 'ann@example.com', subject: 'Hello' },
      payloads: [payload],
      notes: [],
    });
  });

  it('goes to one mailbox, however that is written', () => {
    for (const to of ['Ann <ann@example.com>', { name: 'Ann', address: 'ann@example.com' }, ' ann@example.com ']) {
      expect(accept({ to, text: 'a' })).toMatchObject({
        payloads: [{ to: 'ann@example.com', subject: 'New message' }],
      });
    }
  });

  it('says nothing in its headers that could send it elsewhere', () => {
    const headers = {
      Bcc: 'eve@example.com',
      'X-A': 'one\r\nBcc: eve@example.com',
      'Bad Name': 'x',
      From: 'eve@example.com',
      'X-N': 7,
      'X-Empty': '',
    };
    expect(
      accept({
        to: 'ann@example.com',
        subject: 'Hi\r\nBcc: eve@example.com',
        text: 'a',
        from: 'eve@example.com',
        headers,
      }),
    ).toMatchObject({
      payloads: [
        {
          to: 'ann@example.com',
          subject: 'Hi Bcc: eve@example.com',
          text: 'a',
          headers: { 'X-A': 'one Bcc: eve@example.com', 'X-N': '7' },
        },
      ],
    });
    expect(JSON.stringify(accept({ to: 'ann@example.com', text: 'a', from: 'eve@example.com' }))).not.toContain('eve');
  });

  it('has a text beside its HTML', () => {
    expect(
      accept({ to: 'ann@example.com', html: '<head><style>p{}</style></head><p>One &amp; two</p><p>three</p>' }),
    ).toMatchObject({
      payloads: [{ text: 'One & two\nthree' }],
      notes: [{ code: 'text_empty' }],
    });
  });

  it.each([
    ['<style>', 200_000],
    ['<', 1_000_000],
    ['<a href="', 100_000],
    ['<!--', 200_000],
  ])('has a text beside HTML that is made to hold us up: %s, %i times', (piece, count) => {
    const startedMs = performance.now();
    accept({ to: 'ann@example.com', html: `Hello${piece.repeat(count)}` });
    // A second, on a busy machine; it was minutes and more.
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it.each<[unknown, string]>([
    [{ text: 'a' }, 'to must be one mail address, e.g. ann@example.com.'],
    [{ to: 'a@example.com, b@example.com', text: 'a' }, 'to must be one mail address, e.g. ann@example.com.'],
    [{ to: 'a@example.com\nBcc: b@example.com', text: 'a' }, 'to must be one mail address, e.g. ann@example.com.'],
    [{ to: 'a@example.com', text: ' ' }, 'text is empty, so there is nothing to send.'],
    [{ to: 'a@example.com', text: 1 }, 'text must be text.'],
  ])('is refused when it cannot be mended: %j', (payload, fault) => {
    expect(accept(payload)).toEqual({ fault });
  });

  it('never lets a line break into a header, whatever comes', () => {
    const header = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('X-A', 'Bcc')),
      fc.oneof(fc.string(), fc.constant('a\r\nBcc: b')),
    );
    const anyMail = fc.record({
      to: fc.constant('ann@example.com'),
      subject: fc.string(),
      text: fc.string().map((said) => `a${said}`),
      headers: header,
    });
    fc.assert(
      fc.property(anyMail, (mail) => {
        const accepted = accept(mail);
        if ('fault' in accepted) throw new Error(accepted.fault);
        const [{ subject, headers }] = accepted.payloads as [{ subject: string; headers: Record<string, string> }];
        for (const line of [subject, ...Object.entries(headers).flat()]) expect(line).not.toMatch(/[\r\n]/);
        expect(Object.keys(headers).map((name) => name.toLowerCase())).not.toContain('bcc');
      }),
      { numRuns: 500 },
    );
  });
});
