import type { Send } from '../fetch/guarded-send.ts';
import type { DeliveryOutcome, DeliveryRequest } from '../protocol/channel.ts';
import { BridgeError } from '../protocol/errors.ts';
import { bodyText } from './body-text.ts';
import { DEFAULT_DESTINATION, type Destination, type RequestLine, requestLineOf } from './destination.ts';
import { outcomeOf } from './outcome.ts';
import { type Post, readPost } from './posted.ts';
import { standardBody } from './standard-body.ts';

export interface PostOffice {
  /** Sends a post of the outbox. Refuses a payload that is none. */
  deliver(request: DeliveryRequest): Promise<DeliveryOutcome>;
  /** The post to the formation's own webhook that stands in for one which was given up. */
  insteadOf(request: DeliveryRequest, reason: string): Post | undefined;
}

/** Posts results to their destinations. */
export function createPostOffice(options: {
  destinations: ReadonlyMap<string, Destination>;
  /** Where a post goes that could not go elsewhere. */
  defaultUrl: string | undefined;
  /** So often a post is tried before it goes there. */
  maxAttempts: number;
  formation: string;
  send: Send;
  now: () => number;
}): PostOffice {
  const { destinations, defaultUrl, maxAttempts, formation, send, now } = options;

  function lineOf(post: Post): RequestLine | string {
    const destination = destinations.get(post.destination);
    if (!destination) return `the formation has no ${post.destination} any more`;
    try {
      return requestLineOf(destination, post.variables ?? {}) ?? `the ${post.destination} has no URL`;
    } catch (error) {
      if (error instanceof BridgeError) return error.message;
      throw error;
    }
  }

  function hasOtherWay(post: Post): boolean {
    if (defaultUrl === undefined || post.destination === DEFAULT_DESTINATION) return false;
    const destination = destinations.get(post.destination);
    return destination?.transformer !== undefined || destination?.url !== defaultUrl;
  }

  return {
    async deliver({ deliveryId, payload, attempt = 1 }) {
      const post = readPost(payload);
      if (!post) return { status: 'refused', reason: 'this was kept for a platform that is not connected any more' };
      const line = lineOf(post);
      if (typeof line === 'string') return { status: 'refused', reason: line };
      const { text, headers } = bodyText(post.body ?? standardBody(post, formation), line.headers);
      const outcome = outcomeOf(
        await send({
          ...line,
          headers: { 'User-Agent': 'Footbridge', 'Idempotency-Key': keyOf(deliveryId, post), ...headers },
          body: text,
        }),
        now(),
      );
      const isFailure = outcome.status === 'unreached' || outcome.status === 'unknown';
      if (!isFailure || attempt < maxAttempts || !hasOtherWay(post)) return outcome;
      return { status: 'refused', reason: `${outcome.reason}, ${attempt} times` };
    },

    insteadOf({ payload }, reason) {
      const post = readPost(payload);
      if (!post || !hasOtherWay(post)) return undefined;
      const transformer = destinations.get(post.destination)?.transformer?.name;
      return {
        destination: DEFAULT_DESTINATION,
        result: post.result,
        transformer_error: {
          ...(transformer !== undefined && { transformer }),
          destination: post.destination,
          message: reason,
        },
      };
    },
  };
}

/**
 * The same in every attempt, so that the other side can tell a repetition. What goes out in the place of another post says
 * something else, perhaps to the same server, and is no repetition of it.
 */
function keyOf(deliveryId: string, { transformer_error }: Post): string {
  return transformer_error === undefined ? deliveryId : `${deliveryId}-instead`;
}
