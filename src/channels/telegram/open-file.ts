import { ask, opened } from '../../fetch/get.ts';
import { BridgeError } from '../../protocol/errors.ts';
import type { OpenedFile } from '../../protocol/file.ts';
import type { CallBotApi } from './bot-api.ts';
import { MAX_DOWNLOAD_BYTES } from './limits.ts';
import { objectIn, textIn } from './loose.ts';
import type { TelegramSettings } from './settings.ts';

/** For the whole file. */
const TIMEOUT_MS = 60_000;

/** Opens files by their `file_id`: asks for the path of today, then downloads. The URL holds the token and stays in here. */
export function createOpenFile(call: CallBotApi, { api_root, token }: TelegramSettings) {
  return async (ref: string, given: AbortSignal): Promise<OpenedFile> => {
    const signal = AbortSignal.any([given, AbortSignal.timeout(TIMEOUT_MS)]);
    const answer = await call('getFile', { file_id: ref }, signal);
    if (answer.type === 'silence') throw failed(answer.reason);
    if (answer.type === 'no') {
      if (!/file is too big/i.test(answer.description)) throw failed(`Telegram answered ${answer.description}`);
      throw new BridgeError(
        'download_too_large',
        `A file is larger than ${MAX_DOWNLOAD_BYTES} bytes, the most that Telegram lets a bot download. Ask for a smaller one.`,
      );
    }
    const path = textIn(objectIn(answer.result)?.file_path);
    // A Bot API server in local mode gives the path of its own disk.
    if (!path || path.startsWith('/')) throw failed('Telegram gave no path that can be downloaded');
    const url = new URL(`${api_root}/file/bot${token}/${path.split('/').map(encodeURIComponent).join('/')}`);
    return opened(await ask(url, { signal }), MAX_DOWNLOAD_BYTES, signal);
  };
}

function failed(why: string): BridgeError {
  return new BridgeError('download_failed', `A file of Telegram could not be downloaded: ${why}.`);
}
