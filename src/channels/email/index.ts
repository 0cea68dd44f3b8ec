import type { ChannelType } from '../../protocol/channel.ts';
import { acceptPayload } from './accept-payload.ts';
import { addressOf, conversationOf, emailAddress } from './address.ts';
import { createConnection } from './connection.ts';
import { decodeEmail } from './decode.ts';
import { createMailIntake } from './inbound/intake.ts';
import { EMAIL_PACE } from './limits.ts';
import { createMailer } from './outbound/mailer.ts';
import { printEmail } from './print.ts';
import { printFile } from './print-file.ts';
import { type EmailSettings, emailSettings } from './settings.ts';

/** Mail. The library is loaded when it connects; printing and decoding need none. */
export const email: ChannelType<EmailSettings> = {
  name: 'email',
  isTextOnly: true,
  settings: emailSettings,
  isEnabled: ({ from, smtp }) => from !== '' && smtp !== '',
  address: emailAddress,
  conversationOf,
  addressOf,
  deliveryLaneOf: conversationOf,
  pace: EMAIL_PACE,
  isShared: () => false,
  content: { format: 'plain', overflow: 'split', truncationSuffix: '…' },
  readsMarkdown: () => true,
  print: printEmail,
  acceptPayload,
  printFile,
  decode: decodeEmail,
  async connect(settings, host) {
    const [mailer, intake] = await Promise.all([createMailer(settings), createMailIntake(settings, host)]);
    return createConnection({ mailer, intake }, settings, host);
  },
};
