import { type Request, type RequestHandler, type Response, Router } from 'express';
import { webId } from '../../channels/web/index.ts';
import { BridgeError } from '../../protocol/errors.ts';
import { clientsOnly } from '../access.ts';
import { channelNamed } from '../channel-named.ts';
import { takesOnly } from '../method-not-allowed.ts';
import { validated } from '../validate.ts';
import { addressIn, addressOfSeat, type ReachDeps, type Wish, wishOf, wishSchema } from './reach.ts';

type Params = { id: string };

/** Where a user can be reached, and where they want to be. */
export function userChannelsRouter(deps: ReachDeps & { now: () => number }): Router {
  const router = Router();
  router.get('/users/:id/channels', clientsOnly, async (request: Request<Params>, response) => {
    await answer(userIn(request), response, deps);
  });
  router.put('/users/:id/channels', clientsOnly, setRoute(deps));
  router.all('/users/:id/channels', takesOnly(['GET', 'PUT']));
  return router;
}

/** Keeps what is given in place of what was; an empty object forgets it. */
function setRoute(deps: ReachDeps & { now: () => number }): RequestHandler<Params> {
  return async (request, response) => {
    const userId = userIn(request);
    const wish = validated(wishSchema, request.body);
    checkNames(wish, deps);
    const isEmpty = wish.preferred === undefined && Object.keys(wish.channels).length === 0;
    const value = isEmpty ? {} : { value: JSON.stringify(wish) };
    await deps.store.keepUserChannels({ userId, setAtMs: deps.now(), ...value });
    await answer(userId, response, deps);
  };
}

/** What is wrong is told now, and not when something is to be sent. */
function checkNames({ preferred, channels }: Wish, { channelTypes, proactive }: ReachDeps): void {
  const isProactive = (name: string) => proactive.names.includes(name);
  if (preferred !== undefined && !isProactive(preferred)) channelNamed(preferred, channelTypes);
  for (const [name, address] of Object.entries(channels)) {
    if (!isProactive(name)) addressIn(channelNamed(name, channelTypes), address);
  }
}

async function answer(userId: string, response: Response, deps: ReachDeps): Promise<void> {
  const { store, channelTypes, proactive } = deps;
  const [{ preferred, channels }, seats] = await Promise.all([wishOf(userId, store), store.seats(userId)]);
  const seen = seats.flatMap((seat) => {
    const type = channelTypes.get(seat.channel);
    if (!type) return [];
    const lastSeenAt = new Date(seat.lastSeenMs).toISOString();
    return [{ channel: seat.channel, address: addressOfSeat(seat, type), source: 'seen', last_seen_at: lastSeenAt }];
  });
  response.json({
    object: 'user_channels',
    user_id: userId,
    preferred: preferred ?? null,
    default: proactive.defaultChannel ?? null,
    channels: [...Object.entries(channels).map(([channel, address]) => ({ channel, address, source: 'set' })), ...seen],
  });
}

function userIn({ params: { id } }: Request<Params>): string {
  if (webId.safeParse(id).success) return id;
  throw new BridgeError('body_invalid', 'The user in the path is no id: 1 to 256 characters of well-formed text.');
}
