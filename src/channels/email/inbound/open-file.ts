import type { ChannelHost } from '../../../protocol/channel.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import type { OpenedFile } from '../../../protocol/file.ts';
import { readFileRef } from './file-ref.ts';
import { readKeptMail } from './kept-mail.ts';
import { MAX_FILES } from './read/files.ts';
import type { MailParser } from './read/parse.ts';

/**
 * Opens the files of a mail that is still kept: until its turn has ended. No platform keeps them for us, and a mail is
 * not kept longer than it is needed.
 */
export function createOpenFile(parser: MailParser, host: Pick<ChannelHost, 'keptUpdate'>) {
  return async (ref: string): Promise<OpenedFile> => {
    const named = readFileRef(ref);
    const raw = named && (await host.keptUpdate(named.dedupeKey));
    if (!named || raw === undefined || named.index >= MAX_FILES) {
      throw new BridgeError(
        'download_failed',
        'A file of a mail is not kept any more: it can be had until the turn that it came with has ended. Ask for it to be sent again.',
      );
    }
    const { attachments } = await parser.parse(readKeptMail(raw).mime);
    const content = attachments[named.index]?.content;
    if (!content) throw new BridgeError('download_failed', 'A mail has no such file.');
    return { body: once(content), sizeBytes: content.length };
  };
}

async function* once(content: Buffer): AsyncGenerator<Uint8Array> {
  yield content;
}
