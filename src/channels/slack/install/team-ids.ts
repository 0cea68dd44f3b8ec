import { z } from 'zod';

const id = z
  .string()
  .regex(/^[TE][A-Za-z0-9]{1,63}$/)
  .optional()
  .catch(undefined);
const withId = z.looseObject({ id }).optional().catch(undefined);
const ids = { team_id: id, enterprise_id: id };

const schema = z.looseObject({
  ...ids,
  authorizations: z
    .array(z.looseObject(ids).catch({ team_id: undefined }))
    .optional()
    .catch(undefined),
  team: withId,
  enterprise: withId,
  user: z.looseObject({ team_id: id }).optional().catch(undefined),
  message: z.looseObject({ team: id }).optional().catch(undefined),
});

/** At most so many are looked up for one payload; Slack names three or four. */
const MAX_IDS = 8;

/** The workspaces and organisations that a payload names, wherever it does. */
export function teamIdsIn(payload: unknown): string[] {
  const read = schema.safeParse(payload).data;
  if (!read) return [];
  const { team_id, enterprise_id, authorizations = [], team, enterprise, user, message } = read;
  const named = [
    ...[team_id, enterprise_id, team?.id, enterprise?.id, user?.team_id, message?.team],
    ...authorizations.slice(0, MAX_IDS).flatMap((one) => [one.team_id, one.enterprise_id]),
  ];
  return [...new Set(named.filter((one) => typeof one === 'string'))].slice(0, MAX_IDS);
}
