import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import { type AttemptDeps, attempt, outcomeOf } from './attempt.ts';
import { deliverFile, type FileDeps } from './deliver-file.ts';
import type { LiveKeyboards } from './live-keyboards.ts';
import { type Loose, objectIn } from './loose.ts';
import { filePayloadIn } from './print-file.ts';
import { pointIn } from './print-point.ts';
import { plainWords, SEND_REPAIRS } from './repairs.ts';

export type DeliverDeps = AttemptDeps & FileDeps & { keyboards: Pick<LiveKeyboards, 'during'> };

/**
 * Sends a message, a file or a point on the map, or changes a message. The waits and the retries are the dispatcher's; here a call is
 * made again only when the platform has refused it, so that nothing can arrive twice.
 */
export async function deliver(request: DeliveryRequest, deps: DeliverDeps): Promise<DeliveryOutcome> {
  const body = objectIn(request.payload);
  if (!body) return { status: 'refused', reason: 'The payload is not a sendMessage body' };
  if (request.kind === 'edit') return edit(request, body, deps);
  const file = body.method === undefined ? undefined : filePayloadIn(body);
  if (file) return deliverFile(request, file, deps);
  const point = pointIn(body);
  if (point) {
    const { method, ...location } = body;
    return outcomeOf(await attempt(request, 'sendLocation', location, SEND_REPAIRS, deps), request);
  }
  return outcomeOf(await attempt(request, 'sendMessage', body, SEND_REPAIRS, deps), request);
}

async function edit(request: DeliveryRequest, body: Loose, deps: DeliverDeps): Promise<DeliveryOutcome> {
  const { message_thread_id, ...rest } = body;
  const target = { ...rest, message_id: Number(request.targetReceipt) };
  // An edit without its keyboard would take the buttons of open questions away, so only its markup is mended.
  const attempted = await deps.keyboards.during(target, (current) =>
    body.text === undefined
      ? attempt(request, 'editMessageReplyMarkup', current, [], deps)
      : attempt(request, 'editMessageText', current, [plainWords], deps),
  );
  return outcomeOf(attempted, request);
}
