import type { Inbound } from '../../protocol/inbound.ts';
import { readInteraction } from './interaction.ts';
import { readMessage, readUpdate } from './message.ts';
import type { Arrival, Reading } from './reading.ts';
import { type GatewayEvent, payloadIn } from './wire.ts';

/** Reads an event. Nothing when it is not for an agent. Never throws. */
export function readEvent({ t, d }: GatewayEvent, reading: Reading): Inbound | undefined {
  const arrival = readArrival({ t, d }, reading);
  return arrival && { ...arrival, raw: JSON.stringify({ t, d }) };
}

/**
 * Reads a kept event again. Whether it is for us was settled when it was kept, and is not asked again.
 */
export function readKept(raw: string, reading: Reading): Inbound | undefined {
  const event: unknown = JSON.parse(raw);
  if (typeof event !== 'object' || event === null || !('t' in event) || !('d' in event)) return undefined;
  const arrival = readArrival({ t: String(event.t), d: event.d }, { ...reading, groups: 'all' });
  return arrival && { ...arrival, raw };
}

function readArrival(event: GatewayEvent, reading: Reading): Arrival | undefined {
  const payload = payloadIn(event);
  switch (payload?.type) {
    case undefined:
      return undefined;
    case 'message':
      return readMessage(payload.message, reading);
    case 'update':
      return readUpdate(payload.message, reading);
    case 'interaction':
      return readInteraction(payload.interaction);
    default:
      return payload satisfies never;
  }
}
