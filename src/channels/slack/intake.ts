import type { ChannelHost } from '../../protocol/channel.ts';
import type { Inbound } from '../../protocol/inbound.ts';
import type { Log } from '../../protocol/log.ts';
import { readFormPress } from './form/form-press.ts';
import type { Forms } from './form/forms.ts';
import { readPayload } from './inbound.ts';
import { teamIdsIn } from './install/team-ids.ts';
import type { Notices } from './notices.ts';
import type { Reading } from './reading.ts';
import type { Tokens } from './tokens.ts';

/** Takes one payload. When it resolves, it is durable or holds nothing for us; when it throws, it must come again. */
export type Intake = (payload: Readonly<Record<string, unknown>>) => Promise<void>;

export interface IntakeDeps {
  host: Pick<ChannelHost, 'receive' | 'isKnown' | 'log'>;
  reading: () => Reading;
  /** Ids of the users, channels and workspaces that are heard; absent = everyone. */
  allow: readonly string[] | undefined;
  tokens: Tokens;
  notices: Notices;
  forms: Pick<Forms, 'open'>;
}

/** How many kinds of payloads are remembered as logged. Slack has fewer than 100 events. */
const MAX_KINDS_LOGGED = 200;

/** Keeps what a payload says, and tells whoever pressed what came of it. What opens a form says nothing yet. */
export function createIntake({ host, reading, allow, tokens, notices, forms }: IntakeDeps): Intake {
  const { log } = host;
  const logUnread = unreadLogger(log);

  return async (payload) => {
    if (payload.type === 'app_rate_limited') {
      const { team_id, minute_rate_limited } = payload;
      log.warn({ team: team_id, minute: minute_rate_limited }, 'slack left events out: more came than it passes on');
      return;
    }
    await tokens.meet(teamIdsIn(payload));
    const form = readFormPress(payload, reading());
    const heard = form ? undefined : readPayload(payload, reading());
    const from = form ?? heard?.inbound;
    if (!from) return logUnread(payload);
    const { address, person } = from;
    const team = address.team === undefined ? undefined : String(address.team);
    if (!(await tokens.isKnown(team))) {
      log.warn({ team }, 'slack sends from a workspace that has no token here');
      return;
    }
    if (!isAllowed(from, payload, allow)) {
      log.debug({ person: person.id }, 'not on the allow list of slack');
      return;
    }
    if (form) return forms.open(form);
    if (!heard || (heard.isOverheard && !(await host.isKnown(address)))) return;
    const received = await host.receive(heard.inbound);
    if (received.toast) notices.show(heard.inbound, received.toast);
  };
}

function isAllowed(
  { person, address }: Pick<Inbound, 'person' | 'address'>,
  { team_id }: Readonly<Record<string, unknown>>,
  allow: readonly string[] | undefined,
): boolean {
  if (!allow) return true;
  return [person.id, address.channel, address.team, team_id].some((id) => typeof id === 'string' && allow.includes(id));
}

/** One line for each kind of payload that nothing reads; most of them are not for us at all, so it is no warning. */
function unreadLogger(log: Log): (payload: Readonly<Record<string, unknown>>) => void {
  const logged = new Set<string>();
  return ({ type, event }) => {
    const inner = typeof event === 'object' && event !== null && 'type' in event ? event.type : type;
    const kind = String(inner).slice(0, 64);
    if (kind === 'message' || kind === 'block_actions' || logged.has(kind) || logged.size >= MAX_KINDS_LOGGED) return;
    logged.add(kind);
    log.info({ kind }, 'slack sends a kind of payload that is not read');
  };
}
