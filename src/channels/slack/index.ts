import type { ChannelType } from '../../protocol/channel.ts';
import { addressOf, answersFrom, conversationOf, deliveryLaneOf, isShared, slackAddress } from './address.ts';
import { loadBolt } from './bolt.ts';
import { createConnection } from './connection.ts';
import { decodeSlack } from './decode.ts';
import { MAX_TEXT_UNITS, SLACK_PACE } from './limits.ts';
import { acceptPayload } from './payload/accept.ts';
import { printSlack, readsMarkdown } from './print.ts';
import { printFile } from './print-file.ts';
import { isEnabled, type SlackSettings, slackSettings } from './settings.ts';

/** Apps in Slack. The library is loaded when an app connects; printing and decoding need none. */
export const slack: ChannelType<SlackSettings> = {
  name: 'slack',
  settings: slackSettings,
  isEnabled,
  address: slackAddress,
  conversationOf,
  addressOf,
  deliveryLaneOf,
  pace: SLACK_PACE,
  isShared,
  answersFrom,
  content: { format: 'mrkdwn', maxLength: MAX_TEXT_UNITS, overflow: 'split', truncationSuffix: '…' },
  readsMarkdown,
  print: printSlack,
  printFile,
  acceptPayload,
  decode: decodeSlack,
  async connect(settings, host) {
    return createConnection(await loadBolt(settings), settings, host);
  },
};
