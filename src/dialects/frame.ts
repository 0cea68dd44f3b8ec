import type { LogPosition } from '../protocol/turn-log.ts';

/** What a frame says, as JSON. */
export interface FrameContent {
  name?: string;
  json: string;
}

/** One server-sent event. JSON has no raw line breaks, so one `data:` line holds it whole, whatever the text says. */
export function frameOf({ id, name, json }: { id?: string | undefined } & FrameContent): string {
  const idLine = id === undefined ? '' : `id: ${id}\n`;
  const eventLine = name === undefined ? '' : `event: ${name}\n`;
  return `${idLine}${eventLine}data: ${json}\n\n`;
}

/** The id of the frame of an event. Nothing for an event that is none of the turn's own. */
export function frameId(turnId: string, run: number, seq: number | undefined): string | undefined {
  return seq === undefined ? undefined : `${turnId}.${run}.${seq}`;
}

/**
 * The frames of one event. Only the last one has the event's place: who loses the line amid them gets them all again.
 */
export function framesOf(contents: readonly FrameContent[], id: string | undefined): string[] {
  return contents.map((content, index) => frameOf({ id: index === contents.length - 1 ? id : undefined, ...content }));
}

const PLACE = /^\.(\d{1,9})\.(\d{1,9})$/;

/** The place in a turn that a frame's id names. Nothing for the id of another turn, and for what is none. */
export function positionIn(id: string | undefined, turnId: string): LogPosition | undefined {
  if (id === undefined || id.length > turnId.length + 20 || !id.startsWith(turnId)) return undefined;
  const place = PLACE.exec(id.slice(turnId.length));
  const seq = Number(place?.[2] ?? 0);
  // Who is before the first event has nothing.
  return place && seq > 0 ? { run: Number(place[1]), seq } : undefined;
}
