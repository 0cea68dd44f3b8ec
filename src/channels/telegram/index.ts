import type { ChannelType } from '../../protocol/channel.ts';
import { addressOf, conversationOf, deliveryLaneOf, isShared, telegramAddress } from './address.ts';
import { loadBot } from './bot.ts';
import { createConnection } from './connection.ts';
import { decodePayload } from './decode-payload.ts';
import { MAX_TEXT_UNITS, TELEGRAM_PACE } from './limits.ts';
import { acceptPayload } from './payload/accept.ts';
import { printTelegram } from './print.ts';
import { printFile } from './print-file.ts';
import { printPoint } from './print-point.ts';
import { type TelegramSettings, telegramSettings } from './settings.ts';

/** Bots on Telegram. The library is loaded when a bot connects; printing and decoding need none. */
export const telegram: ChannelType<TelegramSettings> = {
  name: 'telegram',
  settings: telegramSettings,
  isEnabled: ({ token }) => token !== '',
  address: telegramAddress,
  conversationOf,
  addressOf,
  deliveryLaneOf,
  pace: TELEGRAM_PACE,
  isShared,
  // Updates name a chat by its number only.
  answersFrom: ({ chat_id }) => typeof chat_id === 'number',
  content: { format: 'html', maxLength: MAX_TEXT_UNITS, overflow: 'split', truncationSuffix: '…' },
  readsMarkdown: () => true,
  print: printTelegram,
  printFile,
  printPoint,
  acceptPayload,
  decode: decodePayload,
  async connect(settings, host) {
    return createConnection(await loadBot(settings), settings, host);
  },
};
