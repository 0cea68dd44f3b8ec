import type { AgentFile } from '../../protocol/agent-turn.ts';
import { mimeType, type OutboundFile, safeFileName } from '../../protocol/file.ts';
import { linkUrl } from '../../protocol/link-url.ts';
import type { Note } from '../../protocol/notes.ts';
import { plainLine } from '../../protocol/plain-text.ts';
import type { Reference } from './complete-text.ts';

/** Largest `data` of a file, bytes as decoded. It is kept with its delivery. */
const MAX_DATA_BYTES = 8 * 1024 * 1024;
/** Files of one turn that go out as files. Platforms let a bot send about one message a second to a chat. */
const MAX_FILES = 10;
const UNNAMED = 'file';

/** A turn's files: those that go out as files, and those that the text must name. */
export interface OutgoingFiles {
  sent: OutboundFile[];
  named: Reference[];
  notes: Note[];
}

/** Sorts files by what can be done with them. `canSend`: whether the channel sends files at all. */
export function sortFiles(files: readonly AgentFile[], canSend: boolean): OutgoingFiles {
  const sent: OutboundFile[] = [];
  const named: Reference[] = [];
  const notes: Note[] = [];
  for (const file of files) {
    const content = contentOf(file);
    const { data, url } = content;
    const isSendable = canSend && (data !== undefined || url !== undefined);
    if (isSendable && sent.length < MAX_FILES) {
      const name = safeFileName(file.name) || UNNAMED;
      if (name !== file.name) {
        notes.push({
          code: 'file_renamed',
          message: `A file's name held a path, hidden characters or too many of them. It is sent as '${name}'.`,
        });
      }
      sent.push({
        name,
        mime: mimeType(file.mime),
        ...(data !== undefined && { data }),
        ...(url !== undefined && { url }),
      });
      continue;
    }
    named.push({ label: plainLine(file.name) || UNNAMED, ...(url !== undefined && { target: url }) });
    const why = isSendable ? `a turn sends at most ${MAX_FILES} files` : whyNamed(content);
    if (why) notes.push({ code: 'file_as_text', message: `A file is named in the text only: ${why}.` });
  }
  return { sent, named, notes };
}

interface Content {
  data?: string;
  url?: string;
  /** What is wrong with what is not there. */
  fault?: string;
}

function contentOf(file: AgentFile): Content {
  const checked = file.url === undefined ? undefined : linkUrl(file.url);
  const dataFault = file.data === undefined ? undefined : faultOfBase64(file.data);
  const fault =
    dataFault ?? (checked && 'refusal' in checked ? `its URL cannot be shown, ${checked.refusal}` : undefined);
  return {
    ...(file.data !== undefined && dataFault === undefined && { data: file.data }),
    ...(checked && 'url' in checked && { url: checked.url }),
    ...(fault !== undefined && { fault }),
  };
}

/** A link in the text is as good as a file where the channel sends none. */
function whyNamed({ data, url, fault }: Content): string | undefined {
  if (url !== undefined) return undefined;
  if (data !== undefined) return 'this channel sends no files yet, and it has no URL';
  return fault ?? 'it has neither data nor a URL';
}

/** RFC 4648, section 4, padded or not. */
function faultOfBase64(data: string): string | undefined {
  const digits = data.endsWith('==') ? data.length - 2 : data.endsWith('=') ? data.length - 1 : data.length;
  if (digits === 0) return 'its data is empty';
  if (Math.floor((digits * 3) / 4) > MAX_DATA_BYTES) return `its data has more than ${MAX_DATA_BYTES} bytes`;
  // Looked for from the front, so that the search never goes back.
  const stranger = data.search(/[^A-Za-z0-9+/]/);
  const isWhole = digits % 4 !== 1 && (stranger === -1 || stranger === digits);
  return isWhole ? undefined : 'its data is not base64';
}
