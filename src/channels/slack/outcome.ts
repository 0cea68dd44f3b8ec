import type { DeliveryOutcome, DeliveryRequest } from '../../protocol/channel.ts';
import type { Note } from '../../protocol/notes.ts';
import { operatorsFault } from './health.ts';
import { receiptOf } from './receipt.ts';
import type { Answer } from './web-api.ts';

/** How a delivery ended, by what the platform said last. */
export function outcomeOf(
  method: string,
  answer: Answer,
  { targetReceipt }: DeliveryRequest,
  notes: readonly Note[] = [],
): DeliveryOutcome {
  switch (answer.type) {
    case 'silence':
      return { status: answer.mayBeDone ? 'unknown' : 'unreached', reason: answer.reason };
    case 'no': {
      const { code, details, retryAfterMs } = answer;
      if (retryAfterMs !== undefined) return { status: 'throttled', retryAfterMs };
      // The operator can mend a token; the message waits for that.
      const fault = operatorsFault(code, 'bot_token');
      if (fault !== undefined) return { status: 'unreached', reason: fault };
      return { status: 'refused', reason: `Slack refused ${method}: ${code}${details ? ` (${details})` : ''}` };
    }
    case 'yes': {
      const { channel, ts, message_ts } = answer.result;
      const id = typeof ts === 'string' ? ts : message_ts;
      const receipt = typeof channel === 'string' && typeof id === 'string' ? receiptOf(channel, id) : targetReceipt;
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
