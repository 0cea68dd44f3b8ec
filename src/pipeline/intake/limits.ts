import type { Rate } from '../../protocol/pace.ts';
import type { Acceptance } from '../../protocol/store.ts';
import type { TurnRules } from '../../protocol/turn-rules.ts';
import type { Arrival } from './arrival.ts';

/** The limits that a message counts against. */
export function limitsOf(
  { inbound, channel, conversation, isShared }: Arrival,
  rules: TurnRules,
): NonNullable<Acceptance['limits']> {
  const { perPerson, perConversation } = rules.limits;
  const limits: { bucket: string; rate: Rate }[] = [];
  // An id that stands for many has no limit of one person; the conversation has its own.
  const isPerPerson = perPerson !== undefined && inbound.isAttributable && !inbound.isNameless;
  if (isPerPerson) limits.push({ bucket: `person ${channel.type.name} ${inbound.person.id}`, rate: perPerson });
  if (perConversation && (isShared || !isPerPerson || isTighter(perConversation, perPerson))) {
    limits.push({ bucket: `conversation ${conversation}`, rate: perConversation });
  }
  return limits;
}

/** The channel's own limits on a message, by names that no other channel uses. */
export function capsOf({ inbound, channel }: Arrival): NonNullable<Acceptance['limits']> {
  const caps = inbound.event.type === 'message' ? (inbound.event.caps ?? []) : [];
  return caps.map(({ bucket, rate }) => ({ bucket: `cap ${channel.type.name} ${bucket}`, rate }));
}

/** Whether it can be used up before the other: where one person speaks, most often it cannot, and need not be counted. */
function isTighter(rate: Rate, other: Rate): boolean {
  return rate.perSecond < other.perSecond || rate.burst < other.burst;
}
