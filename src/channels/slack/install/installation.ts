import { z } from 'zod';

/** The app in one workspace, or in all of an organisation. */
export interface Installation {
  /** Of the workspace, `T…`, or of the organisation, `E…`. */
  id: string;
  token: string;
}

/** An installation that Slack has just agreed to, and what its page may say. */
export interface Granted extends Installation {
  /** What its people call the workspace, when Slack tells it. */
  name?: string;
  appId?: string;
  /** The token runs out, and another one would have to be fetched: the app has token rotation turned on. */
  isRotating: boolean;
}

const where = z.looseObject({
  id: z.string().regex(/^[TE][A-Za-z0-9]{1,63}$/),
  name: z.string().optional().catch(undefined),
});

/** docs.slack.dev, `oauth.v2.access`, read 2026-11. */
const answer = z.looseObject({
  access_token: z.string().regex(/^[\w.-]+$/),
  token_type: z.literal('bot'),
  app_id: z.string().regex(/^\w+$/).optional().catch(undefined),
  team: where.nullish(),
  enterprise: where.nullish(),
  is_enterprise_install: z.boolean().nullish(),
  refresh_token: z.unknown().optional(),
  expires_in: z.unknown().optional(),
});

/** Reads the answer to a code. Nothing when it holds no token of a bot. */
export function grantedIn(result: unknown): Granted | undefined {
  const read = answer.safeParse(result).data;
  // An organisation may install the app for one of its workspaces: then there are both, and the workspace it is.
  const place = read?.is_enterprise_install ? read.enterprise : read?.team;
  if (!read || !place) return undefined;
  return {
    id: place.id,
    token: read.access_token,
    ...(place.name !== undefined && { name: place.name }),
    ...(read.app_id !== undefined && { appId: read.app_id }),
    isRotating: read.refresh_token !== undefined || read.expires_in !== undefined,
  };
}
