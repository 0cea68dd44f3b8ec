declare module 'mailauth' {
  interface Status {
    result: string;
  }
  /** Looks a name up in the DNS; rejects with a `code` such as ENOTFOUND, as `dns.promises.resolve` does. */
  export type Resolver = (name: string, type: string) => Promise<unknown>;
  /** The part of its options that is used here. */
  interface Options {
    ip: string;
    helo: string;
    sender: string;
    mta: string;
    trustReceived: false;
    disableArc: true;
    disableBimi: true;
    resolver?: Resolver;
  }
  /** The part of its result that is used here. */
  interface Result {
    dkim: { headerFrom: readonly string[]; results: readonly { status: Status }[] };
    spf: { status: Status } | false;
    dmarc:
      | {
          status: Status;
          alignment?: { spf: { result?: string | false }; dkim: { result?: string | false; underSized?: number } };
        }
      | false
      | undefined;
  }
  export function authenticate(message: Buffer, options: Options): Promise<Result>;
}
