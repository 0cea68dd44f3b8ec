import { z } from 'zod';
import { DEFAULT_EXTERNAL_HOSTS } from '../../protocol/ui/block-actions/external.ts';

const httpUrl = z.url({ protocol: /^https?$/, error: 'not an http(s) URL, e.g. https://acme.example' });

const origin = httpUrl.refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'not an origin: write scheme and host without a path or a trailing slash, e.g. https://acme.example',
});

/** A path is put behind it, so it ends where a path may begin. */
const appUrl = httpUrl.refine((value) => URL.canParse(value) && isWithoutExtras(new URL(value)), {
  error: 'not a plain address: write scheme, host and path alone, e.g. https://acme.example/app',
});

function isWithoutExtras({ href, username, password }: URL): boolean {
  return username === '' && password === '' && !/[?#]/.test(href);
}

const host = z
  .string()
  .refine((name) => URL.canParse(`https://${name}`) && new URL(`https://${name}`).hostname === name, {
    error: 'not a host: write it alone and in lower case, e.g. acme.example',
  })
  .refine((name) => !name.includes('*'), { error: 'stands for many hosts: name each of them' });

export const webSettings = z.strictObject({
  /** Browser origins that may call the API with a user token. */
  origins: z.array(origin).default([]),
  /** The web application that routes and panels open in. */
  app_url: appUrl.optional(),
  /** The hosts that an external action may open, and no other. */
  external_hosts: z.array(host).default([...DEFAULT_EXTERNAL_HOSTS]),
  /** Messages that the console offers a newcomer to try. */
  suggestions: z.array(z.string().min(1)).default([]),
});

export type WebSettings = z.infer<typeof webSettings>;
