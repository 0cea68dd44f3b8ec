import { describe, expect, it } from 'vitest';
import { email } from '../../../src/channels/email/index.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';

describe('a mail that came in', () => {
  it('is a message of its sender, never a press', () => {
    const mail = { from: 'Ann, of Acme <Ann@Example.com>', subject: 'Re: Deploy', text: 'ui_abc#1' };
    expect(email.decode(mail)).toEqual({
      message: 'ui_abc#1',
      user_id: 'ann@example.com',
      ui_response: null,
      context: { address: 'Ann@Example.com', subject: 'Re: Deploy' },
    });
    expect(email.decode({ from: { name: 'Ann', address: 'ann@example.com' } })).toEqual({
      message: '',
      user_id: 'ann@example.com',
      ui_response: null,
      context: { address: 'ann@example.com' },
    });
  });

  it('is refused without one sender [CH-73]', () => {
    for (const from of [
      undefined,
      7,
      '',
      'nobody',
      'a@x.example, b@y.example',
      'a@x.example <evil@y.example> <b@y.example>',
      'a@x.example\r\nBcc: evil@y.example',
      'Ann <a@x.example\r\nRCPT TO:<evil@y.example>',
    ]) {
      expect(() => email.decode({ from, text: 'hi' })).toThrow(BridgeError);
    }
    for (const payload of [null, 'x', []]) expect(() => email.decode(payload)).toThrow(/it needs \{from, text\}/);
  });

  it('has a subject of one line', () => {
    const { context } = email.decode({ from: 'a@x.example', subject: 'Hi\r\nBcc: evil@y.example' });
    expect(context.subject).toBe('Hi Bcc: evil@y.example');
  });
});
