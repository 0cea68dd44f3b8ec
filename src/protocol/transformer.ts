/** How a template wants its text. */
export interface ContentFormat {
  /** The markup that the platform reads; text is escaped for it. */
  format: 'plain' | 'html' | 'mrkdwn' | 'markdown';
  /** Longest text of one message, counted as the platform counts; absent = the channel's own limit. */
  maxLength?: number;
  overflow: 'split' | 'truncate';
  truncationSuffix: string;
}

/** What a template can name. Everything else is a load error. */
export interface TemplateVariables {
  response: { content: string; html?: string; files?: unknown; metadata?: unknown; ui?: unknown };
  request?: { message: string; user_id: string; files?: unknown } | undefined;
  context: Readonly<Record<string, unknown>>;
  agent: { name: string };
  /** ISO 8601. */
  timestamp: string;
  /** Native UI by channel, e.g. `ui.telegram.reply_markup`. */
  ui: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** A compiled `transformers/<name>.yaml`. */
export interface Transformer {
  readonly name: string;
  /** Whether the body names `ui.*`; without it widgets never change the payload. */
  readonly usesUi: boolean;
  /** Whether the body names `timestamp`; without it none is written out. */
  readonly usesTimestamp: boolean;
  /** UTF-16 units of the template's own words beside `response.content` in one string: they count for the platform too. */
  readonly contentOverheadUnits?: number;
  /** Absent parts are the channel's own default. */
  readonly content: Partial<ContentFormat>;
  /**
   * The request body, a fresh value each time; the values of variables in it are the caller's own.
   * Throws `template_failed` when a value cannot be written into a text. Secrets are filled in at load.
   */
  body(variables: TemplateVariables): unknown;
}

/** A transformer that also says how its body is sent over HTTP. */
export interface DeliveringTransformer extends Transformer {
  /** The channel whose native UI the body names as `ui.<channel>.*`. */
  readonly nativeUi?: string;
  /** Absent: the channel delivers through its SDK, or the body goes to a URL that stands elsewhere. */
  readonly endpoint?: {
    readonly method: 'POST' | 'PUT' | 'PATCH';
    /**
     * http or https. Scheme, host and port come from the file and its secrets alone; other values are percent-encoded.
     * Throws `template_failed` when a value cannot be written there.
     */
    url(variables: TemplateVariables): string;
  };
  /**
   * `headers` and what `auth` stands for. Without line breaks; those that render to nothing are left out.
   * Throws `template_failed` when a value cannot be written there.
   */
  headers(variables: TemplateVariables): Readonly<Record<string, string>>;
  /** Families of variables, e.g. `context`, that URL and headers name: what they need beside the body. */
  readonly requestReads: ReadonlySet<string>;
}
