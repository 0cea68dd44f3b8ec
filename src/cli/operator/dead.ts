import { parseArgs } from 'node:util';
import type { Environment } from '../../environment.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { deadTable } from './dead-table.ts';
import type { DeadEntry, ServiceClient } from './service-client.ts';
import { SERVICE_FLAGS, serviceFor } from './service-options.ts';

export const DEAD_USAGE = `Usage:
  footbridge dead list [turns|deliveries] [--channel <name>] [--json]
  footbridge dead retry <id>…              or --all [--reason <reason>] [--channel <name>]
  footbridge dead drop <id>…               or --all [--reason <reason>] [--channel <name>]

It asks the running service: at --url, FOOTBRIDGE_URL, or PORT on this machine, with the first of FOOTBRIDGE_ADMIN_KEYS.`;

/** Items of one page; `--all` reads as many pages as there are. */
const PAGE = '200';

interface Selection {
  all: boolean;
  reason?: string | undefined;
  channel?: string | undefined;
}

/** Lists what was set aside, lets it wait again or deletes it. Gives the exit code: 2 when it was called wrongly. */
export async function runDead(
  args: readonly string[],
  { environment, print, complain }: { environment: Environment; print: Print; complain: Print },
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...SERVICE_FLAGS,
      all: { type: 'boolean', default: false },
      reason: { type: 'string' },
      channel: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [action, ...rest] = positionals;
  const service = serviceFor(environment, values);
  if (action === 'list' && rest.every((word) => word === 'turns' || word === 'deliveries')) {
    const found = await entriesOf(kindsIn(rest), service, values);
    print(values.json ? JSON.stringify(found) : deadTable(found));
    return 0;
  }
  if ((action === 'retry' || action === 'drop') && values.all === (rest.length === 0)) {
    // Oldest first, so that what is sent again keeps its order.
    const entries = values.all
      ? (await entriesOf(['turn', 'delivery'], service, values)).reverse()
      : rest.map((id) => ({ object: kindOf(id), id }));
    return actOn(entries, action, { service, print, complain });
  }
  complain(DEAD_USAGE);
  return 2;
}

type Print = (line: string) => void;

function kindsIn(words: readonly string[]): DeadEntry['object'][] {
  if (words.length === 0) return ['turn', 'delivery'];
  return words.map((word) => (word === 'turns' ? 'turn' : 'delivery'));
}

/** An id says what it is: the service makes `turn_…` and `dlv_…`. */
function kindOf(id: string): DeadEntry['object'] {
  return id.startsWith('dlv_') ? 'delivery' : 'turn';
}

/** All that is selected, the latest first. */
async function entriesOf(
  kinds: readonly DeadEntry['object'][],
  service: ServiceClient,
  { reason, channel }: Omit<Selection, 'all'>,
): Promise<DeadEntry[]> {
  const entries: DeadEntry[] = [];
  for (const kind of kinds) {
    let cursor: string | undefined;
    do {
      const page = await service.list(kind, { limit: PAGE, ...(channel && { channel }), ...(cursor && { cursor }) });
      entries.push(...page.data);
      cursor = page.cursor;
    } while (cursor !== undefined);
  }
  const selected = reason === undefined ? entries : entries.filter((entry) => entry.reason === reason);
  return selected.sort((one, other) => (one.died_at < other.died_at ? 1 : one.died_at > other.died_at ? -1 : 0));
}

/** Does it one by one. What is gone meanwhile is told and passed over; gives 1 when there was any. */
async function actOn(
  entries: readonly Pick<DeadEntry, 'object' | 'id'>[],
  action: 'retry' | 'drop',
  { service, print, complain }: { service: ServiceClient; print: Print; complain: Print },
): Promise<number> {
  let missing = 0;
  for (const { object, id } of entries) {
    try {
      await service[action](object, id);
    } catch (error) {
      if (!(error instanceof BridgeError && error.code === 'not_found')) throw error;
      complain(error.message);
      missing++;
    }
  }
  const done = entries.length - missing;
  print(action === 'retry' ? `To be done again: ${done}.` : `Deleted: ${done}.`);
  return missing === 0 ? 0 : 1;
}
