/** A file in a multipart body. */
export class Upload {
  readonly name: string;
  readonly mime: string;
  readonly bytes: Uint8Array;

  constructor(name: string, mime: string, bytes: Uint8Array) {
    this.name = name;
    this.mime = mime;
    this.bytes = bytes;
  }
}
