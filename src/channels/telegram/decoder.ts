import type { Bot, Context } from 'grammy';
import type { Inbound } from '../../protocol/inbound.ts';
import { READ_KINDS, type ReadKind, readUpdate } from './inbound.ts';
import { objectIn } from './loose.ts';
import type { Reading } from './reading.ts';

/**
 * The inbox worker's reading of a kept update: through grammY's middleware, so that plugins of its world fit in.
 * Whether a group's message is for us was settled when it was kept, and is not asked again.
 */
export function createDecoder(bot: Bot, reading: () => Reading): (raw: string) => Promise<Inbound | undefined> {
  const read = new WeakMap<object, Inbound | undefined>();
  bot.on([...READ_KINDS] as ReadKind[], (context: Context) => {
    read.set(context.update, readUpdate(context.update, '', { ...reading(), groups: 'all' }));
  });

  return async (raw) => {
    const update = objectIn(JSON.parse(raw));
    if (!update) return undefined;
    // Unlike polling, handleUpdate does not go through bot.catch: what fails in there rejects here.
    await bot.handleUpdate(update as unknown as Context['update']);
    const inbound = read.get(update);
    return inbound && { ...inbound, raw };
  };
}
