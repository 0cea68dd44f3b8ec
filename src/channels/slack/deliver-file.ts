import { escapeMrkdwn } from '../../markup/escape.ts';
import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import { reasonOf } from '../../protocol/errors.ts';
import type { OpenUrl, OutboundFile } from '../../protocol/file.ts';
import type { Log } from '../../protocol/log.ts';
import type { Note } from '../../protocol/notes.ts';
import { MAX_UPLOAD_BYTES } from './limits.ts';
import { outcomeOf } from './outcome.ts';
import type { FilePayload } from './print-file.ts';
import type { Answer, CallWebApi } from './web-api.ts';

const UPLOAD_TIMEOUT_MS = 120_000;

interface FileDeps {
  call: CallWebApi;
  openUrl: OpenUrl;
  log: Log;
}

/**
 * Sends one file: Slack gives an address, takes the bytes there, and shows them when it is told where. Nobody sees
 * anything before that last call, so whatever fails before it is simply begun anew. A file that cannot be had, or that
 * Slack does not take, is named in a message.
 */
export async function deliverFile(
  request: DeliveryRequest,
  { file, ...place }: FilePayload,
  token: string,
  { call, openUrl, log }: FileDeps,
): Promise<DeliveryOutcome> {
  const asText = async (reason: string): Promise<DeliveryOutcome> => {
    log.info({ delivery_id: request.deliveryId, reason }, 'a file could not be sent');
    const text = escapeMrkdwn(file.url === undefined ? file.name : `${file.name}: ${file.url}`);
    return outcomeOf('chat.postMessage', await call('chat.postMessage', token, { ...place, text }), request, [NAMED]);
  };

  let bytes: Buffer;
  try {
    bytes = await bytesOf(file, openUrl);
  } catch (error) {
    return asText(reasonOf(error));
  }
  const asked = await call('files.getUploadURLExternal', token, { filename: file.name, length: bytes.length });
  const { upload_url, file_id } = asked.type === 'yes' ? asked.result : {};
  if (typeof upload_url !== 'string' || typeof file_id !== 'string') return notSent(asked, request, asText);
  const failure = await upload(upload_url, bytes);
  if (failure !== undefined) return { status: 'unreached', reason: failure };
  const { channel, ...thread } = place;
  const files = [{ id: file_id, title: file.name }];
  const shared = await call('files.completeUploadExternal', token, { files, channel_id: channel, ...thread });
  return shared.type === 'silence'
    ? outcomeOf('files.completeUploadExternal', shared, request)
    : shared.type === 'yes'
      ? { status: 'delivered' }
      : notSent(shared, request, asText);
}

const NAMED: Note = { code: 'file_as_text', message: 'A file could not be sent. A message names it instead.' };

/** Nothing is to be seen yet, whatever Slack has done: it can be tried again. A refusal is about the file. */
function notSent(
  answer: Answer,
  request: DeliveryRequest,
  asText: (reason: string) => Promise<DeliveryOutcome>,
): Promise<DeliveryOutcome> | DeliveryOutcome {
  if (answer.type === 'silence') return { status: 'unreached', reason: answer.reason };
  const outcome = outcomeOf('the upload of a file', answer, request);
  if (outcome.status === 'refused') return asText(outcome.reason);
  return outcome.status === 'delivered' ? asText('Slack gave no address for it') : outcome;
}

async function bytesOf({ data, url }: OutboundFile, openUrl: OpenUrl): Promise<Buffer> {
  if (data !== undefined) return Buffer.from(data, 'base64');
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await openUrl(url ?? '', { maxBytes: MAX_UPLOAD_BYTES })).body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Gives why the bytes could not be brought there. The address is a secret, and no reason names it. */
async function upload(url: string, bytes: Buffer): Promise<string | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
      redirect: 'error',
      signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.ok ? undefined : `Slack answered an upload with HTTP status ${response.status}`;
  } catch {
    return 'Slack did not take the bytes of a file';
  }
}
