import type { LogPosition } from '../../protocol/turn-log.ts';
import type { StreamAbout } from '../encoder.ts';
import { frameId, frameOf } from '../frame.ts';
import { typedJson } from './typed-events.ts';

/**
 * The first event of every stream. It tells what was negotiated for this stream, so it is written again when a reader
 * comes back; its id is the place where the reader is by then.
 */
export function startFrame({ turnId, sessionId, blocks, nowMs }: StreamAbout, at: LogPosition | undefined): string {
  const data = { ts: nowMs, session_id: sessionId, ...(blocks && { supported_blocks: blocks }) };
  const id = frameId(turnId, at?.run ?? 0, at?.seq ?? 0);
  return frameOf({ id, name: 'start', json: typedJson({ type: 'start', data: JSON.stringify(data) }) });
}
