import { z } from 'zod';

/** Field name of RFC 9110: a token. */
const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/, {
  error: 'a header is named by letters, digits and "-".',
});

const auth = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('bearer'), token: z.string().min(1) }),
  z.strictObject({ type: z.literal('basic'), username: z.string(), password: z.string() }),
  z.strictObject({ type: z.literal('header'), name: headerName, value: z.string().min(1) }),
]);

const contentTransform = z
  .strictObject({
    format: z.enum(['plain', 'html', 'mrkdwn', 'markdown']).exactOptional(),
    max_length: z.int().min(1).max(1_000_000).exactOptional(),
    overflow: z.enum(['split', 'truncate']).exactOptional(),
    truncation_suffix: z
      .string()
      .refine((text) => !text.includes('${{'), { error: 'no placeholder can stand here.' })
      .exactOptional(),
  })
  .superRefine(({ max_length: maxLength, truncation_suffix: suffix }, context) => {
    if (maxLength === undefined || suffix === undefined || suffix.length < maxLength) return;
    const message = `must be shorter than max_length, which is ${maxLength}.`;
    context.addIssue({ code: 'custom', path: ['truncation_suffix'], message });
  });

/** The keys of a transformer file. Placeholders are still text here. */
export const transformerSchema = z.strictObject({
  name: z.string(),
  version: z.union([z.string(), z.number()]).exactOptional(),
  endpoint: z
    .strictObject({ url: z.string().min(1), method: z.enum(['POST', 'PUT', 'PATCH']).default('POST') })
    .exactOptional(),
  auth: auth.exactOptional(),
  headers: z.record(headerName, z.string()).default({}),
  body: z.record(z.string(), z.unknown()),
  content_transform: contentTransform.default({}),
});

export type TransformerKeys = z.infer<typeof transformerSchema>;
