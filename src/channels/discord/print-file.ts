import type { OutboundFile } from '../../protocol/file.ts';

/** The one delivery of a file: `{file: {name, mime, data?, url?}}`. Where it goes, its conversation tells. */
export function printFile(file: OutboundFile): object {
  return { file };
}

/** Reads a payload that `printFile` made. Nothing for any other. */
export function fileIn({ file }: Readonly<Record<string, unknown>>): OutboundFile | undefined {
  if (typeof file !== 'object' || file === null) return undefined;
  const { name, mime, data, url } = file as Partial<OutboundFile>;
  if (typeof name !== 'string' || typeof mime !== 'string' || (data ?? url) === undefined) return undefined;
  return file as OutboundFile;
}
