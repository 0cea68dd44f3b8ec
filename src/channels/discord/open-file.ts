import { z } from 'zod';
import { ask, opened } from '../../fetch/get.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { OpenedFile } from '../../protocol/file.ts';
import { readFileRef } from './files.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import type { Answer, CallRest } from './rest.ts';

/** For the whole file. */
const TIMEOUT_MS = 60_000;

const attachmentsIn = z.object({ attachments: z.array(z.object({ id: z.string(), url: z.string() })) });

/** Opens files by their handle: asks for the message of today, for its addresses expire, then downloads without a token. */
export function createOpenFile({ call, apiRoot }: { call: CallRest; apiRoot: string }) {
  const ownHost = new URL(apiRoot).host;
  return async (ref: string, given: AbortSignal): Promise<OpenedFile> => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(TIMEOUT_MS)]);
    const handle = readFileRef(ref);
    if (!handle) throw failed('its handle is none of Discord');
    const answer = await call({ method: 'GET', path: `/channels/${handle.channelId}/messages/${handle.messageId}` });
    if (answer.type !== 'yes') throw failed(whyNot(answer));
    const { attachments } = attachmentsIn.safeParse(answer.result).data ?? {};
    const url = attachments?.find(({ id }) => id === handle.fileId)?.url;
    if (url === undefined) throw failed('its message does not have it any more');
    if (!isDiscords(url, ownHost)) throw failed('it is not kept on Discord');
    return opened(await ask(new URL(url), { signal }), MAX_DOWNLOAD_BYTES, signal);
  };
}

function whyNot(answer: Exclude<Answer, { type: 'yes' }>): string {
  switch (answer.type) {
    case 'no':
      return `Discord answered ${answer.code} to the question where it is`;
    case 'wait':
      return 'Discord asks to wait';
    case 'silence':
      return answer.reason;
    default:
      return answer satisfies never;
  }
}

/** Whether a URL goes to Discord's own files, over TLS, or to the server that stands in for it. */
function isDiscords(url: string, ownHost: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname } = new URL(url);
  return host === ownHost || (protocol === 'https:' && /(^|\.)discordapp\.(com|net)$/.test(hostname));
}

function failed(why: string): BridgeError {
  return new BridgeError('download_failed', `A file of Discord could not be downloaded: ${why}.`);
}
