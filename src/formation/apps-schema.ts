import { z } from 'zod';
import { HOST_PATTERN } from '../protocol/host-pattern.ts';

const HOST = new RegExp(`^${HOST_PATTERN}$`);

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
