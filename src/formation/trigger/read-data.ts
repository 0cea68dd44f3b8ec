import { BridgeError } from '../../protocol/errors.ts';
import { mimeType, safeFileName } from '../../protocol/file.ts';
import type { TriggerReading } from '../../protocol/trigger.ts';
import type { InboundFile } from '../../protocol/turn.ts';
import type { DataPath } from './data-path.ts';
import type { TriggerKeys } from './schema.ts';

/** More files than this come with no message of a person. */
const MAX_FILES = 20;

/** Takes from the data of a call what the paths of a trigger name. */
export function readData(data: unknown, trigger: string, parse: TriggerKeys['parse']): TriggerReading {
  const found = (path: DataPath | undefined, key: string): readonly unknown[] => {
    if (!path) return [];
    try {
      return path(data);
    } catch (cause) {
      throw unreadable(trigger, key, 'the data is too large or too deep for it', cause);
    }
  };
  const text = (path: DataPath | undefined, key: string): string | undefined => {
    const [value] = found(path, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === 'object') throw unreadable(trigger, key, 'it finds a list or an object instead of a text');
    return String(value);
  };

  const message = text(parse.message, 'message');
  const userId = text(parse.user_id, 'user_id');
  const sessionId = text(parse.session_id, 'session_id');
  const context = Object.entries(parse.context).flatMap(([name, path]) => {
    const [value] = found(path, `context.${name}`);
    return value === undefined || value === null ? [] : [[name, value] as const];
  });
  return {
    ...(message !== undefined && { message }),
    ...(userId !== undefined && userId !== '' && { userId }),
    ...(sessionId !== undefined && sessionId !== '' && { sessionId }),
    files: found(parse.files, 'files').flat(1).flatMap(fileOf).slice(0, MAX_FILES),
    callbacks: found(parse.ui_response, 'ui_response')
      .flat(1)
      .filter((value) => typeof value === 'string'),
    context: Object.fromEntries(context),
  };
}

/** A URL, or an object that has one. Whatever cannot be fetched is no file. */
function fileOf(value: unknown): InboundFile[] {
  const about: { url?: unknown; name?: unknown; mime?: unknown; size_bytes?: unknown } =
    typeof value === 'object' && value !== null ? value : { url: value };
  const { url, name, mime, size_bytes: size } = about;
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return [];
  const named = typeof name === 'string' ? safeFileName(name) : '';
  return [
    {
      name: named || safeFileName(new URL(url).pathname) || 'file',
      mime: mimeType(typeof mime === 'string' ? mime : undefined),
      ref: url,
      url,
      ...(typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 && { sizeBytes: size }),
    },
  ];
}

function unreadable(trigger: string, key: string, why: string, cause?: unknown): BridgeError {
  return new BridgeError(
    'body_invalid',
    `Cannot read the data for the trigger '${trigger}': parse.${key} does not fit, ${why}. Correct the path or the data.`,
    { cause },
  );
}
