import { isIP } from 'node:net';
import { z } from 'zod';
import { DEFAULT_WEBHOOKS, type WebhookSettings } from '../protocol/webhooks.ts';
import { httpUrlProblem } from './http-url.ts';
import { webhookUrlProblem } from './webhook-url.ts';

const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,252}$/;

const host = z
  .string()
  // No URL holds an address with a zone, `fe80::1%eth0`.
  .refine((text) => (isIP(text) === 0 ? NAME.test(text) : !text.includes('%')), {
    error: 'expected the name or the address of a host, without scheme and port, e.g. "bridge.internal".',
  })
  // As URLs have it, in which an IPv6 address has one spelling only.
  .transform((name) => (isIP(name) === 6 ? new URL(`http://[${name}]`).hostname.slice(1, -1) : name.toLowerCase()));

/** `async` of a formation. */
export const webhooksSchema = z
  .strictObject({
    webhook_url: z.string().exactOptional(),
    webhook_retries: z
      .int()
      .min(0)
      .max(100)
      .default(DEFAULT_WEBHOOKS.maxAttempts - 1),
    webhook_timeout: z
      .number()
      .min(1)
      .max(60)
      .default(DEFAULT_WEBHOOKS.timeoutMs / 1000),
    allow_hosts: z.array(host).max(100).default([]),
  })
  .superRefine(({ webhook_url: url, allow_hosts: allowHosts }, context) => {
    if (url === undefined) return;
    const problem = httpUrlProblem(url) ?? webhookUrlProblem(url, allowHosts);
    if (problem) context.addIssue({ code: 'custom', path: ['webhook_url'], message: `${problem}.` });
  })
  .transform(
    ({ webhook_url, webhook_retries, webhook_timeout, allow_hosts }): WebhookSettings => ({
      ...(webhook_url !== undefined && { defaultUrl: webhook_url }),
      maxAttempts: webhook_retries + 1,
      timeoutMs: Math.round(webhook_timeout * 1000),
      allowHosts: allow_hosts,
    }),
  );
