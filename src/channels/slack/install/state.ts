import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '../../../protocol/vault.ts';

/** As long as the code that Slack gives is good. docs.slack.dev, Installing with OAuth, read 2026-11. */
export const STATE_TTL_MS = 10 * 60_000;

/** A state that came back: which one it is, and until when (Unix milliseconds) it could come again. */
export interface State {
  id: string;
  expiresAtMs: number;
}

/** Why a state is not taken. */
export type StateFault = 'missing' | 'forged' | 'expired' | 'other_browser';

/**
 * The states of installations under way: signed, so that nothing is kept for whoever only looks at the page, and good
 * for one browser. Nobody can make another person's browser finish an installation that they began themselves.
 *
 * Ours and not the `InstallProvider` of @slack/oauth: that one writes to a response of Node's by itself, limits its
 * cookie to no path, and remembers no state that was used. What is left of it are two calls.
 */
export interface States {
  issue(browserId: string): string;
  read(state: string | null, browserId: string | undefined): State | StateFault;
  /** Whether it has brought an installation about. */
  isUsed(state: State): Promise<boolean>;
  /** Notes that it has. Gives whether it is the first time, over all instances. */
  use(state: State): Promise<boolean>;
}

const claims = z.tuple([z.string(), z.int(), z.string()]);

/** `secrets`: the first signs, all verify. */
export function createStates(deps: { secrets: readonly string[]; vault: Vault; now: () => number }): States {
  const { secrets, vault, now } = deps;
  const [signing = ''] = secrets;
  const keyOf = ({ id }: State) => `used state ${id}`;
  return {
    issue(browserId) {
      const id = randomBytes(16).toString('base64url');
      const body = Buffer.from(JSON.stringify([id, now() + STATE_TTL_MS, digestOf(browserId)])).toString('base64url');
      return `${body}.${macOf(body, signing).toString('base64url')}`;
    },
    read(state, browserId) {
      if (!state) return 'missing';
      const [body = '', mac = ''] = state.split('.', 2);
      const given = Buffer.from(mac, 'base64url');
      const isOurs = secrets.some((secret) => isSame(given, macOf(body, secret)));
      if (!isOurs) return 'forged';
      const [id, expiresAtMs, browser] = claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')));
      if (expiresAtMs <= now()) return 'expired';
      return browserId !== undefined && digestOf(browserId) === browser ? { id, expiresAtMs } : 'other_browser';
    },
    isUsed: async (state) => (await vault.get(keyOf(state))) !== undefined,
    use: (state) => vault.add(keyOf(state), '', state.expiresAtMs),
  };
}

function macOf(body: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(body).digest();
}

function digestOf(browserId: string): string {
  return createHash('sha256').update(browserId).digest('base64url');
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
