import { z } from 'zod';

/** A host, or all below it: a wildcard stands before two names at least, so never before a whole registry. */
const HOST = /^(?:\*\.(?=[^.]+\.))?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** The key `apps`: what views of MCP servers are allowed here. */
export const appsSchema = z.strictObject({
  allowed_hosts: z
    .array(
      z.string().max(253).regex(HOST, {
        error:
          'expected a host in lower case without scheme, port and path, e.g. "api.acme.example", or "*.acme.example" for all below it.',
      }),
    )
    .max(200)
    .exactOptional(),
});
