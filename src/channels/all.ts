import type { ChannelType, ChannelTypes } from '../protocol/channel.ts';
import { discord } from './discord/index.ts';
import { email } from './email/index.ts';
import { slack } from './slack/index.ts';
import { telegram } from './telegram/index.ts';
import { web } from './web/index.ts';

/** The channels there are, by name. */
export function allChannels(): ChannelTypes {
  const types = [telegram, slack, discord, email, web] as ChannelType[];
  return new Map(types.map((type) => [type.name, type]));
}
