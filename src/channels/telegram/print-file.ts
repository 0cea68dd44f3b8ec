import type { OutboundFile } from '../../protocol/file.ts';
import { type Loose, objectIn, textIn } from './loose.ts';

/** Methods that send one file, and the field that carries it. Bot API, read 2026-11. */
const FIELDS = {
  sendPhoto: 'photo',
  sendVoice: 'voice',
  sendAudio: 'audio',
  sendVideo: 'video',
  sendDocument: 'document',
} as const;

export type FileMethod = keyof typeof FIELDS;

/** What each method shows as more than a document. Bot API, the methods' own pages, read 2026-11. */
const METHODS: Readonly<Record<string, FileMethod>> = {
  'image/jpeg': 'sendPhoto',
  'image/png': 'sendPhoto',
  'image/webp': 'sendPhoto',
  'audio/ogg': 'sendVoice',
  'audio/mpeg': 'sendAudio',
  'audio/mp4': 'sendAudio',
  'audio/x-m4a': 'sendAudio',
  'video/mp4': 'sendVideo',
};

/** The one delivery of a file: `{method, chat_id, message_thread_id?, <photo|document|…>: {name, mime, data?, url?}, caption?}`. */
export function printFile(
  file: OutboundFile,
  { chat_id, message_thread_id }: Readonly<Record<string, unknown>>,
): Loose {
  const method = METHODS[file.mime] ?? 'sendDocument';
  const thread = message_thread_id === undefined ? {} : { message_thread_id };
  return { method, chat_id, ...thread, ...contentFields(method, file, file) };
}

/** The fields of a method that carry a file. Only documents and audio show its name, so the others have it as caption. */
export function contentFields(method: FileMethod, { name }: OutboundFile, content: unknown): Loose {
  const showsName = method === 'sendDocument' || method === 'sendAudio';
  return { [FIELDS[method]]: content, ...(!showsName && { caption: name }) };
}

/** Reads a payload that `printFile` made: what to send how, and where. Nothing for any other. */
export function filePayloadIn(body: Loose): { method: FileMethod; file: OutboundFile; place: Loose } | undefined {
  const { method, caption, ...rest } = body;
  if (!isFileMethod(method)) return undefined;
  const { [FIELDS[method]]: content, ...place } = rest;
  const { name, mime, data, url } = objectIn(content) ?? {};
  const [dataText, urlText] = [textIn(data), textIn(url)];
  if (typeof name !== 'string' || typeof mime !== 'string' || (dataText ?? urlText) === undefined) return undefined;
  const file: OutboundFile = {
    name,
    mime,
    ...(dataText !== undefined && { data: dataText }),
    ...(urlText !== undefined && { url: urlText }),
  };
  return { method, file, place };
}

export function isFileMethod(method: unknown): method is FileMethod {
  return typeof method === 'string' && Object.hasOwn(FIELDS, method);
}
