import type { z } from 'zod';
import { createMailIntake, type MailIntake } from '../../../../src/channels/email/inbound/intake.ts';
import { createReplyTokens } from '../../../../src/channels/email/reply-token.ts';
import { emailSettings } from '../../../../src/channels/email/settings.ts';
import type { ChannelResponse } from '../../../../src/protocol/channel.ts';
import { FakeHost } from '../../telegram/fake-host.ts';

export const SECRET = 'a-secret-of-the-provider';

/** A mail in MIME: headers as written, an empty line, the text. */
export function mailOf(headers: Readonly<Record<string, string>>, text: string): Buffer {
  const all = { From: 'Ann <ann@customer.example>', To: 'bot@bridge.example', Subject: 'Hello', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${text.replaceAll('\n', '\r\n')}\r\n`);
}

/** An intake with its route open, and a way to post to it. */
export async function openIntake(given: Partial<z.input<typeof emailSettings>> = {}): Promise<{
  host: FakeHost;
  intake: MailIntake;
  post(raw: Buffer, headers?: Readonly<Record<string, string>>): Promise<ChannelResponse>;
  /** Our address with the token sealed for this conversation. */
  replyAddress(conversation: string): string;
}> {
  const host = new FakeHost();
  host.now = () => Date.UTC(2026, 10, 30, 10);
  const settings = emailSettings.parse({
    from: 'Bridge <bot@bridge.example>',
    smtp: 'smtp://localhost',
    inbound_secret: SECRET,
    ...given,
  });
  const intake = await createMailIntake(settings, host);
  const tokens = createReplyTokens(host.derivedSecrets('reply address'));
  return {
    host,
    intake,
    async post(body, headers = { authorization: `Bearer ${SECRET}` }) {
      const [route] = intake.routes;
      if (!route) throw new Error('there is no route');
      return route.handle({ headers, body });
    },
    replyAddress: (conversation) => `bot+${tokens.seal({ conversation, nowMs: host.now() })}@bridge.example`,
  };
}

/** The header of our mail server that says that From is aligned. */
export function vouched(domain = 'customer.example', by = 'mx.bridge.example'): Record<string, string> {
  return {
    'Authentication-Results': `${by}; spf=pass smtp.mailfrom=${domain}; dmarc=pass (p=reject) header.from=${domain}`,
  };
}
