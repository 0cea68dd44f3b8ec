import { Upload } from './upload.ts';

const END_OF_HEAD = Buffer.from('\r\n\r\n');

/** The entries of a multipart/form-data body, files as `Upload`. Names may stand without quotes, as Telegram takes them. */
export function multipartEntries(body: Buffer, boundary: string): [string, unknown][] {
  const entries: [string, unknown][] = [];
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // The first delimiter has no line before it.
  let start = body.indexOf(delimiter.subarray(2)) + delimiter.length - 2;
  for (let end = body.indexOf(delimiter, start); end !== -1; end = body.indexOf(delimiter, start)) {
    const headEnd = body.indexOf(END_OF_HEAD, start);
    if (headEnd !== -1 && headEnd < end) {
      const head = body.toString('utf8', start, headEnd);
      const bytes = body.subarray(headEnd + END_OF_HEAD.length, end);
      const name = parameterOf(head, 'name');
      const fileName = parameterOf(head, 'filename');
      const mime = /^content-type:\s*([^\s;]+)/im.exec(head)?.[1] ?? 'application/octet-stream';
      if (name)
        entries.push([name, fileName === undefined ? bytes.toString('utf8') : new Upload(fileName, mime, bytes)]);
    }
    start = end + delimiter.length;
  }
  return entries;
}

function parameterOf(head: string, name: string): string | undefined {
  const match = new RegExp(`;\\s*${name}=(?:"([^"]*)"|([^;\\r\\n]*))`, 'i').exec(head);
  return match?.[1] ?? match?.[2];
}
