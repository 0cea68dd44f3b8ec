import type { Backstage } from '../backstage.ts';
import type { Body } from '../content.ts';
import { invalidForm, refusal } from '../refusal.ts';
import { isSnowflake } from '../snowflakes.ts';
import type { Message } from '../wire.ts';
import type { Room } from '../world.ts';

/** One request, as the routes see it. */
export interface Asked {
  /** What stands in the path for `:channel` and so on. */
  ids: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Body;
}

/** Gives the body of the answer, 204 without one; refusals are thrown. */
export type Route = (asked: Asked) => object | undefined;

/** Routes by method and path, e.g. `GET /channels/:channel`. */
export type Routes = Readonly<Record<string, Route>>;

/** An id in the path. Throws the refusal of what is no id. */
export function idIn({ ids }: Asked, name: string): string {
  const id = ids[name];
  if (isSnowflake(id)) return id;
  throw invalidForm([{ path: `${name}_id`, code: 'NUMBER_TYPE_COERCE', message: 'Value is not snowflake.' }]);
}

/** The channel in the path. Throws the refusal of one that the bot cannot see. */
export function roomIn({ world }: Backstage, asked: Asked): Room {
  const room = world.room(idIn(asked, 'channel'));
  if (!room) throw refusal('unknownChannel');
  if (room.denied === 'view') throw refusal('missingAccess');
  return room;
}

/** The message in the path. Ephemeral ones are none: only the token of their interaction reaches them. */
export function messageIn(room: Room, asked: Asked): Message {
  const message = room.messages.get(idIn(asked, 'message'));
  if (!message) throw refusal('unknownMessage');
  return message;
}
