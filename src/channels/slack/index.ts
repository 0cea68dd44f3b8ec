import type { ChannelType } from '../../protocol/channel.ts';
import { addressOf, conversationOf, deliveryLaneOf, isShared, slackAddress } from './address.ts';
import { decodeSlack } from './decode.ts';
import { MAX_TEXT_UNITS, SLACK_PACE } from './limits.ts';
import { printSlack, readsMarkdown } from './print.ts';
import { type SlackSettings, slackSettings } from './settings.ts';

/** Apps in Slack. It prints and decodes; it does not connect yet. */
export const slack: ChannelType<SlackSettings> = {
  name: 'slack',
  settings: slackSettings,
  isEnabled: ({ bot_token, signing_secret, app_token }) => bot_token !== '' && Boolean(signing_secret || app_token),
  address: slackAddress,
  conversationOf,
  addressOf,
  deliveryLaneOf,
  pace: SLACK_PACE,
  isShared,
  content: { format: 'mrkdwn', maxLength: MAX_TEXT_UNITS, overflow: 'split', truncationSuffix: '…' },
  readsMarkdown,
  print: printSlack,
  decode: decodeSlack,
};
