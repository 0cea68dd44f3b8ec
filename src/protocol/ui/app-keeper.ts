import type { BlobOwner } from '../blob-store.ts';

/** A view that a tool of an MCP server showed, with what it was called with and what came of it. */
export interface NewApp {
  owner: BlobOwner;
  server: string;
  tool: string;
  /** As the tool was called. Absent = not known. */
  args: unknown;
  /** The raw `CallToolResult`. */
  result: unknown;
  resource: {
    /** Begins with `ui://`. */
    uri: string;
    data: string;
    encoding: 'text' | 'base64';
    mime: string | undefined;
    /** Its `_meta`, unchecked. */
    meta: unknown;
  };
}

/** A kept app, and where it can be opened. */
export interface AppPlace {
  /** The signed token that names it. */
  token: string;
  /** The page of ours that shows it. */
  url: string;
}

/** Keeps apps, so that they can be opened later. */
export interface AppKeeper {
  /** Nothing when it is too large to be kept: 8 MiB for its document. */
  keep(app: NewApp): Promise<AppPlace | undefined>;
  /** A place as `keep` would give it, without an app: for previews, which keep nothing. */
  previewOf(app: Pick<NewApp, 'owner'>): AppPlace;
}
