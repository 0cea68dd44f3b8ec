import { jsonOnce } from '../../protocol/json-once.ts';
import { majorOf } from '../../protocol/ui/major-of.ts';
import type { BlockSupport, UiBlock } from '../../protocol/ui/ui-block.ts';
import type { Encoder, StreamAbout } from '../encoder.ts';
import { frameId, framesOf } from '../frame.ts';
import { startFrame } from './start.ts';
import { type TypedEvent, typedContent, typedEvents } from './typed-events.ts';

/**
 * The UI Block Protocol: typed events, and a block where it was made. A stream carries no block that was not negotiated
 * for it, whatever was for the one that began the turn.
 */
export function ubp(about: StreamAbout): Encoder {
  const { turnId, blocks = [] } = about;
  const eventsOf = (event: Parameters<typeof typedEvents>[0]): TypedEvent[] =>
    event.type === 'block' && isNegotiated(event.block, blocks)
      ? [{ type: 'ui_block', data: jsonOnce(event.block) }]
      : typedEvents(event, turnId);
  return {
    head: (at) => [startFrame(about, at)],
    frames: ({ run, events }) =>
      events.flatMap((event) => framesOf(eventsOf(event).map(typedContent), frameId(turnId, run, event.seq))),
  };
}

function isNegotiated({ namespace, block_type: type, version }: UiBlock, blocks: readonly BlockSupport[]): boolean {
  const major = majorOf(version);
  return blocks.some((one) => one.namespace === namespace && one.block_type === type && one.version === major);
}
