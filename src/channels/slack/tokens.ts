import { addressOf } from './address.ts';
import type { SlackSettings } from './settings.ts';

/** Which token speaks in which workspace. */
export interface Tokens {
  /** Every token once, with its workspace where the settings name it. */
  readonly all: readonly { token: string; team: string | undefined }[];
  /** The token of a workspace; of the app's own where none is named. Nothing for a workspace that is not known. */
  of(team: string | undefined): string | undefined;
  /** The token of the workspace that a conversation is in. */
  ofConversation(conversation: string | undefined): string | undefined;
  /** What stands as `team` in an address: the first that is known. Nothing where there is one workspace only. */
  teamOf(ids: readonly (string | undefined)[]): string | undefined;
  /** Whether what comes from a workspace can be answered there. */
  isKnown(team: string | undefined): boolean;
}

export function createTokens({ bot_token, workspaces = {} }: SlackSettings): Tokens {
  const named = new Map(Object.entries(workspaces).map(([team, one]) => [team, one.bot_token]));
  const isAlone = named.size === 0;
  const own = bot_token || undefined;
  const of = (team: string | undefined) => (team === undefined ? own : (named.get(team) ?? own));
  return {
    all: [
      ...(own === undefined ? [] : [{ token: own, team: undefined }]),
      ...[...named].map(([team, token]) => ({ token, team })),
    ],
    of,
    ofConversation: (conversation) => of(String(addressOf(conversation ?? '')?.team ?? '') || undefined),
    teamOf(ids) {
      if (isAlone) return undefined;
      return ids.find((id) => id !== undefined && named.has(id)) ?? ids.find((id) => id !== undefined);
    },
    isKnown: (team) => of(team) !== undefined,
  };
}
