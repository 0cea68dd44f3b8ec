import { mimeType, safeFileName } from '../../protocol/file.ts';
import type { InboundFile } from '../../protocol/turn.ts';
import type { Message } from './wire.ts';

/** The files of a message. Their addresses work for a day or so; the handle finds the one of that time. */
export function filesOf({ id: messageId, channel_id, attachments = [] }: Message): InboundFile[] {
  return attachments.map(({ id, filename, content_type, size }) => ({
    name: safeFileName(filename ?? '') || 'file',
    mime: mimeType(content_type),
    ref: `${channel_id}/${messageId}/${id}`,
    ...(size !== undefined && { sizeBytes: size }),
  }));
}

/** The channel, the message and the file of a handle. */
export function readFileRef(ref: string): { channelId: string; messageId: string; fileId: string } | undefined {
  const [, channelId, messageId, fileId] = /^(\d+)\/(\d+)\/(\d+)$/.exec(ref) ?? [];
  if (channelId === undefined || messageId === undefined || fileId === undefined) return undefined;
  return { channelId, messageId, fileId };
}
