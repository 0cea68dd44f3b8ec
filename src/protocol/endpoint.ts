import { z } from 'zod';

/** An HTTP endpoint that an operator wrote into the formation, and how it is called. Headers and secret are never logged. */
export interface Endpoint {
  /** http or https, without user name and password. A host of our own network is allowed: it is there by its name. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Signs every request. Absent = they are not signed. */
  secret?: string;
  /** Longest silence: before the answer begins, and within it. */
  silenceMs: number;
}

/** RFC 9110, 5.6.2: what a field name consists of. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** RFC 9110, 5.5: visible ASCII, blanks and tabs; all that every server reads the same way. */
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
/** What the request itself or its signature says. */
const OWN_HEADERS =
  /^(?:host|content-length|content-type|transfer-encoding|connection|idempotency-key|webhook-.*|footbridge-.*)$/i;

const MIN_SECRET_BYTES = 16;
const WHSEC = /^whsec_[A-Za-z0-9+/]+={0,2}$/;

/** The bytes that a secret stands for: base64 behind `whsec_`, as Standard Webhooks write it; else the text itself. */
export function secretBytes(secret: string): Buffer {
  return WHSEC.test(secret) ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
}

/** An http or https URL without user name and password. */
export const endpointUrl = z.string().superRefine((text, context) => {
  const problem = problemOf(text);
  if (problem) context.addIssue({ code: 'custom', message: problem });
});

function problemOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text) || /[\p{Cc}\s]/u.test(text)) {
    return 'expected a URL that starts with https:// or http://.';
  }
  const { username, password } = new URL(text);
  return username === '' && password === ''
    ? undefined
    : 'the URL holds a user name or a password. Send them as a header instead.';
}

const headers = z.record(z.string(), z.string()).superRefine((given, context) => {
  const fault = (name: string, message: string) => context.addIssue({ code: 'custom', message, path: [name] });
  for (const [name, value] of Object.entries(given)) {
    if (!HEADER_NAME.test(name)) fault(name, 'no name of a header: letters, digits and "-".');
    else if (OWN_HEADERS.test(name)) fault(name, 'this header is set by Footbridge itself. Remove it.');
    else if (!HEADER_VALUE.test(value)) fault(name, 'a header holds ASCII only, on one line.');
  }
});

const secret = z.string().refine((text) => secretBytes(text).length >= MIN_SECRET_BYTES, {
  error: `too short to sign with: use ${MIN_SECRET_BYTES} random bytes or more, e.g. from: openssl rand -hex 32`,
});

/** A minute and more: models think before they speak. */
const DEFAULT_SILENCE_MS = 120_000;
const HOUR_MS = 3_600_000;

/** How any endpoint is called: `headers` and `timeout_ms`. */
export const callKeys = {
  headers: headers.default({}),
  timeout_ms: z.int().min(100).max(HOUR_MS).default(DEFAULT_SILENCE_MS),
};

/** The keys of an endpoint in a formation: `url`, `headers`, `secret`, `timeout_ms`. */
export const endpointSchema: z.ZodType<Endpoint> = z
  .strictObject({
    url: endpointUrl,
    headers: callKeys.headers,
    secret: secret.exactOptional(),
    timeout_ms: callKeys.timeout_ms,
  })
  .transform(({ timeout_ms, ...rest }) => ({ ...rest, silenceMs: timeout_ms }));
