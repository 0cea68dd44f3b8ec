import { mimeType, safeFileName } from '../../protocol/file.ts';
import type { InboundFile } from '../../protocol/turn.ts';
import type { Said } from './wire.ts';

/** The files of a message, by handle. One that lives elsewhere, or is gone, has no bytes on Slack. */
export function filesOf({ files = [] }: Said, team: string | undefined): InboundFile[] {
  return files.flatMap(({ id, name, mimetype, size, mode }) =>
    mode === 'external' || mode === 'tombstone' || mode === 'hidden_by_limit'
      ? []
      : [
          {
            name: safeFileName(name ?? '') || 'file',
            mime: mimeType(mimetype),
            ref: `${team ?? ''}/${id}`,
            ...(size !== undefined && { sizeBytes: size }),
          },
        ],
  );
}

/** The workspace and the id of a file, from its handle. */
export function readFileRef(ref: string): { team: string | undefined; id: string } | undefined {
  const [, team, id] = /^([A-Z0-9]*)\/([A-Z0-9]+)$/.exec(ref) ?? [];
  return id === undefined ? undefined : { team: team || undefined, id };
}
