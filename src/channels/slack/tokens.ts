import { addressOf } from './address.ts';
import { whyNotInstalled } from './install/explained-calls.ts';
import type { Installer } from './install/installer.ts';
import type { SlackSettings } from './settings.ts';

/** Which token speaks in which workspace: what the settings name, and what was installed. */
export interface Tokens {
  /** Every token of the settings once, with its workspace where they name it. */
  readonly configured: readonly { token: string; team: string | undefined }[];
  /** Makes these workspaces known to `teamOf`, where the app is installed there. Rejects when that cannot be read. */
  meet(ids: readonly string[]): Promise<void>;
  /**
   * The token of a workspace; of the app's own where none is named. Nothing for a workspace that is not known. Rejects
   * when an installation cannot be read.
   */
  of(team: string | undefined): Promise<string | undefined>;
  /** The token of the workspace that a conversation is in. */
  ofConversation(conversation: string | undefined): Promise<string | undefined>;
  /** What stands as `team` in an address: the first that is known. Nothing where there is one workspace only. */
  teamOf(ids: readonly (string | undefined)[]): string | undefined;
  /** Whether what comes from a workspace can be answered there. */
  isKnown(team: string | undefined): Promise<boolean>;
  /** Why a conversation has no token, and what to do. */
  whyNone(conversation: string | undefined): string;
}

export function createTokens({ bot_token, workspaces = {} }: SlackSettings, installer?: Installer): Tokens {
  const named = new Map(Object.entries(workspaces).map(([team, one]) => [team, one.bot_token]));
  const installations = installer?.installations;
  const isAlone = named.size === 0 && !installations;
  const own = bot_token || undefined;
  const of = async (team: string | undefined) => {
    if (team === undefined) return own;
    return named.get(team) ?? (await installations?.of(team))?.token ?? own;
  };
  const teamIn = (conversation: string | undefined) => {
    const { team } = addressOf(conversation ?? '') ?? {};
    return team === undefined ? undefined : String(team);
  };
  return {
    configured: [
      ...(own === undefined ? [] : [{ token: own, team: undefined }]),
      ...[...named].map(([team, token]) => ({ token, team })),
    ],
    async meet(ids) {
      if (installations) await Promise.all(ids.map((id) => installations.of(id)));
    },
    of,
    ofConversation: (conversation) => of(teamIn(conversation)),
    teamOf(ids) {
      if (isAlone) return undefined;
      const isKnown = (id: string) => named.has(id) || installations?.isKnown(id) === true;
      return ids.find((id) => id !== undefined && isKnown(id)) ?? ids.find((id) => id !== undefined);
    },
    isKnown: async (team) => (await of(team)) !== undefined,
    whyNone(conversation) {
      const team = teamIn(conversation);
      if (team === undefined) return 'The address names no workspace. Give it a team, the id of its workspace';
      return installer
        ? whyNotInstalled(team, installer.installUrl)
        : `There is no bot token of workspace ${team}. Name one under channels.slack.workspaces`;
    },
  };
}
