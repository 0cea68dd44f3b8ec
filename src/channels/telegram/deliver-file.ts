import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { OpenUrl, OutboundFile } from '../../protocol/file.ts';
import type { Note } from '../../protocol/notes.ts';
import { type Attempt, type AttemptDeps, attempt, outcomeOf } from './attempt.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';
import type { Loose } from './loose.ts';
import { contentFields, type FileMethod } from './print-file.ts';
import { SEND_REPAIRS } from './repairs.ts';
import { Upload } from './upload.ts';

export interface FileDeps {
  openUrl: OpenUrl;
}

/**
 * Sends one file: as what its type says, else as a document, else as a line that names it and links to it. The next
 * way is taken only after a no of the platform, or when the bytes could not be had and so never were sent whole.
 */
export async function deliverFile(
  request: DeliveryRequest,
  { method, file, place }: { method: FileMethod; file: OutboundFile; place: Loose },
  deps: AttemptDeps & FileDeps,
): Promise<DeliveryOutcome> {
  const upload = new Upload(file, () => open(file, deps.openUrl));
  const ways: FileMethod[] = method === 'sendDocument' ? [method] : [method, 'sendDocument'];
  for (const way of ways) {
    const body = { ...place, ...contentFields(way, file, upload) };
    const attempted = await attempt(request, way, body, SEND_REPAIRS, deps);
    const isCut = attempted.answer.type === 'silence' && upload.fault !== undefined;
    const reason = isCut ? reasonOf(upload.fault) : refusalOfFile(attempted);
    if (reason === undefined) return outcomeOf(attempted, request);
    deps.log.info({ delivery_id: request.deliveryId, method: way, reason }, 'a file could not be sent this way');
    // Without bytes there is no other way to send them.
    if (isCut) break;
  }
  const text = file.url === undefined ? file.name : `${file.name}: ${file.url}`;
  const attempted = await attempt(request, 'sendMessage', { ...place, text }, SEND_REPAIRS, deps);
  attempted.notes.push(NAMED);
  return outcomeOf(attempted, request);
}

const NAMED: Note = { code: 'file_as_text', message: 'A file could not be sent. A message names it instead.' };

async function open({ data, url }: OutboundFile, openUrl: OpenUrl): Promise<AsyncIterable<Uint8Array>> {
  if (data !== undefined) return onceOf(Buffer.from(data, 'base64'));
  return (await openUrl(url ?? '', { maxBytes: MAX_UPLOAD_BYTES })).body;
}

async function* onceOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Why the platform does not take this file this way. Nothing when it took it, or when another way would fare no better. */
function refusalOfFile({ answer }: Attempt): string | undefined {
  if (answer.type !== 'no' || answer.movedTo !== undefined) return undefined;
  const isAboutFile =
    answer.code === 413 || (answer.code === 400 && !/chat not found|PEER_ID/i.test(answer.description));
  return isAboutFile ? `${answer.code} ${answer.description}` : undefined;
}
