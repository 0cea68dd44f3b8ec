import type { ChannelType } from '../../protocol/channel.ts';
import { acceptPayload } from './accept-payload.ts';
import { addressOf, conversationOf, emailAddress } from './address.ts';
import { decodeEmail } from './decode.ts';
import { EMAIL_PACE } from './limits.ts';
import { printEmail } from './print.ts';
import { type EmailSettings, emailSettings } from './settings.ts';

/** Mail. It prints and decodes; it does not connect yet. */
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
  decode: decodeEmail,
};
