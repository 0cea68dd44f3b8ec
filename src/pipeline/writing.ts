import type { ChannelType, Writing } from '../protocol/channel.ts';
import type { Transformer } from '../protocol/transformer.ts';
import type { Address } from '../protocol/turn.ts';

/** How what goes to an address is written: as its channel says, else by the channel into the template of its name. */
export function writingFor(
  channel: ChannelType,
  address: Address,
  transformers: ReadonlyMap<string, Transformer>,
): Writing {
  return channel.writingFor?.(address) ?? { printer: channel, transformer: transformers.get(channel.name) };
}
