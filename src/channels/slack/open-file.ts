import { ask, opened } from '../../fetch/get.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { OpenedFile } from '../../protocol/file.ts';
import { readFileRef } from './files.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import { isSlacks } from './response-url.ts';
import type { Tokens } from './tokens.ts';
import type { CallWebApi } from './web-api.ts';

/** For the whole file. */
const TIMEOUT_MS = 60_000;

/**
 * Opens files by their handle: asks where the file is, then downloads it with the token. A file may live with another
 * service, whose address Slack gives as if it were its own: the token goes to Slack and to nobody else.
 */
export function createOpenFile(deps: { call: CallWebApi; tokens: Tokens; apiUrl: string }) {
  const ownHost = new URL(deps.apiUrl).host;
  return async (ref: string, given: AbortSignal): Promise<OpenedFile> => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(TIMEOUT_MS)]);
    const handle = readFileRef(ref);
    const token = handle && (await deps.tokens.of(handle.team));
    if (!handle || token === undefined) throw failed('it is of a workspace that has no token here');
    const answer = await deps.call('files.info', token, { file: handle.id });
    if (answer.type !== 'yes') throw failed(answer.type === 'no' ? `Slack answered ${answer.code}` : answer.reason);
    const { file } = answer.result;
    const { url_private_download, url_private } = (file ?? {}) as Record<string, unknown>;
    const url = url_private_download ?? url_private;
    if (typeof url !== 'string' || !isSlacks(url, ownHost)) throw failed('it is not kept on Slack');
    const headers = { Authorization: `Bearer ${token}` };
    return opened(await ask(new URL(url), { signal, headers }), MAX_DOWNLOAD_BYTES, signal);
  };
}

function failed(why: string): BridgeError {
  return new BridgeError('download_failed', `A file of Slack could not be downloaded: ${why}.`);
}
