import type { RequestHandler } from 'express';
import { z } from 'zod';
import { webId } from '../../channels/web/index.ts';
import type { UserTokens } from '../user-token.ts';
import { validated } from '../validate.ts';

const MAX_TTL_SEC = 24 * 60 * 60;

const tokensBody = z.strictObject({
  user_id: webId,
  ttl_s: z.number().int().min(1).max(MAX_TTL_SEC).default(3600),
});

/** Gives a trusted client a short-lived token that its user's browser may carry. */
export function userTokensRoute(userTokens: UserTokens): RequestHandler {
  return (request, response) => {
    const { user_id, ttl_s } = validated(tokensBody, request.body);
    const { token, expiresAtMs } = userTokens.issue(user_id, ttl_s);
    response.status(201).json({ token, user_id, expires_at: new Date(expiresAtMs).toISOString() });
  };
}
