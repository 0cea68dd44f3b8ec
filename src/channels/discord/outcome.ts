import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import type { Note } from '../../protocol/notes.ts';
import { TOKEN_REFUSED } from './health.ts';
import type { Answer } from './rest.ts';

/** How a delivery ended, by what the platform said last. `doing` completes "Discord refused …". */
export function outcomeOf(
  doing: string,
  answer: Answer,
  { targetReceipt }: Pick<DeliveryRequest, 'targetReceipt'>,
  notes: readonly Note[] = [],
): DeliveryOutcome {
  switch (answer.type) {
    case 'silence':
      return { status: answer.mayBeDone ? 'unknown' : 'unreached', reason: answer.reason };
    case 'wait': {
      const { retryAfterMs, isGlobal } = answer;
      return { status: 'throttled', retryAfterMs, ...(isGlobal && { holds: 'channel' as const }) };
    }
    case 'no': {
      // The operator can mend a token; the message waits for that.
      if (answer.status === 401) return { status: 'unreached', reason: TOKEN_REFUSED };
      return { status: 'refused', reason: `Discord refused ${doing}: ${answer.code} (${answer.details})` };
    }
    case 'yes': {
      const { id } = answer.result;
      const receipt = typeof id === 'string' ? id : targetReceipt;
      return {
        status: 'delivered',
        ...(receipt !== undefined && { receipt }),
        ...(notes.length > 0 && { notes }),
      };
    }
    default:
      return answer satisfies never;
  }
}
