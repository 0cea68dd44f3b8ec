/** What a browser asks one of a channel's pages for. */
export interface PageRequest {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What stands behind the `?`. */
  query: URLSearchParams;
}

/** A page for a person, in plain text; how it looks is the server's. */
export interface Page {
  status: number;
  title: string;
  /** A paragraph each. */
  lines: readonly string[];
  /** What the person may do next, as a button: an http(s) URL. */
  action?: { label: string; url: string };
  /** A button that posts these fields to a path of ours, and as `check` the values of what was checked above it. */
  form?: {
    label: string;
    path: string;
    fields: Readonly<Record<string, string>>;
    checks?: readonly { value: string; label: string }[];
  };
  headers?: Readonly<Record<string, string>>;
}

/** A page of a channel, e.g. to install its app. `GET` and `HEAD` only show it; nobody has signed in. */
export interface ChannelPage {
  /** Exact path, e.g. `/channels/slack/install`. */
  path: string;
  open(request: PageRequest): Promise<Page>;
  /** What the button of its form does, and the page that says so. Absent: `POST` is refused. */
  submit?(fields: URLSearchParams): Promise<Page>;
}
