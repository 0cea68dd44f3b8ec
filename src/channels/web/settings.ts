import { z } from 'zod';

const httpUrl = z.url({ protocol: /^https?$/, error: 'not an http(s) URL, e.g. https://acme.example' });

const origin = httpUrl.refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'not an origin: write scheme and host without a path or a trailing slash, e.g. https://acme.example',
});

export const webSettings = z.strictObject({
  /** Browser origins that may call the API with a user token. */
  origins: z.array(origin).default([]),
  /** The web application that routes and panels open in. */
  app_url: httpUrl.optional(),
  /** Hosts that an external action may open. */
  external_hosts: z.array(z.string().min(1)).default([]),
  /** Messages that the console offers a newcomer to try. */
  suggestions: z.array(z.string().min(1)).default([]),
});

export type WebSettings = z.infer<typeof webSettings>;
