import { type FormFault, invalidForm } from '../refusal.ts';
import type { Message } from '../wire.ts';
import type { Room } from '../world.ts';

/** docs.discord.com/developers/resources/message#get-channel-messages, read 2026-11. */
const DEFAULT_LISTED = 50;
const MAX_LISTED = 100;
/** docs.discord.com/developers/reference#snowflakes, read 2026-11: 64 bits without a sign. */
const MAX_SNOWFLAKE = 2n ** 64n - 1n;

/** The messages of a conversation, newest first, as the query asks for them. Throws the refusal of one that is malformed. */
export function listMessages(room: Room, query: URLSearchParams): Message[] {
  const faults: FormFault[] = [];
  const limit = limitIn(query, faults);
  const before = snowflakeIn(query, 'before', faults);
  const after = snowflakeIn(query, 'after', faults);
  if (faults.length > 0) throw invalidForm(faults);
  const all = [...room.messages.values()].filter(
    ({ id }) => (before === undefined || BigInt(id) < before) && (after === undefined || BigInt(id) > after),
  );
  return (after === undefined ? all.slice(-limit) : all.slice(0, limit)).reverse();
}

function limitIn(query: URLSearchParams, faults: FormFault[]): number {
  const given = query.get('limit') ?? String(DEFAULT_LISTED);
  const limit = Number(given);
  if (!/^-?\d+$/.test(given)) faults.push(notA('int', 'limit', given));
  else if (limit > MAX_LISTED) {
    const message = `int value should be less than or equal to ${MAX_LISTED}.`;
    faults.push({ path: 'limit', code: 'NUMBER_TYPE_MAX', message });
  } else if (limit < 1) {
    const message = 'int value should be greater than or equal to 1.';
    faults.push({ path: 'limit', code: 'NUMBER_TYPE_MIN', message });
  }
  return limit;
}

function snowflakeIn(query: URLSearchParams, name: string, faults: FormFault[]): bigint | undefined {
  const given = query.get(name);
  if (given === null) return undefined;
  const id = /^\d{1,20}$/.test(given) ? BigInt(given) : undefined;
  if (id !== undefined && id <= MAX_SNOWFLAKE) return id;
  faults.push(notA('snowflake', name, given));
  return undefined;
}

function notA(type: 'int' | 'snowflake', path: string, given: string): FormFault {
  return { path, code: 'NUMBER_TYPE_COERCE', message: `Value "${given}" is not ${type}.` };
}
