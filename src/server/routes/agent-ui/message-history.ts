import type { RenderReport, RenderStatus } from '../../../protocol/render-status.ts';
import type { LoggedTurn, TurnEvent } from '../../../protocol/turn-log.ts';

type EventOf<Type extends TurnEvent['type']> = Extract<TurnEvent, { type: Type }>;

/** An envelope that was shown, and how. */
export interface HistoryEnvelope {
  envelopeId: string;
  /** Epoch milliseconds. */
  createdAt: number;
  envelope: EventOf<'envelope'>['envelope'];
  renderStatus: RenderStatus;
  error?: string;
}

/** A message of a session as it is told when it is looked at again. */
export interface HistoryMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  /** Epoch milliseconds: when the turn was received. */
  created_at: number;
  /** There while the turn still says something: its stream has the rest. */
  status?: 'running';
  /** Why there is no whole answer. */
  error?: { code: string; message: string };
  uiEnvelopes?: HistoryEnvelope[];
  /** For clients that read nothing else; no envelope is only here. */
  tool_call?: { id: string; name: string; args: unknown; is_error?: boolean }[];
  artifacts?: { id: string; name: string; result: unknown }[];
}

/** What was said in a turn, as one or two messages. What was pushed answers nobody. */
export function messagesOf(turn: LoggedTurn, reports: readonly RenderReport[]): HistoryMessage[] {
  const { turnId, receivedAtMs, state, events } = turn;
  const asked = all(events, 'asked').map(
    ({ message }): HistoryMessage => ({
      ...{ id: `${turnId}.user`, role: 'user', content: message, created_at: receivedAtMs },
    }),
  );
  const isOpen = state === 'waiting' || state === 'running';
  const [failure] = all(events, 'error');
  const envelopes = all(events, 'envelope').map((shown) => envelopeOf(shown, reports));
  const results = all(events, 'tool_result');
  const failed = new Set(results.flatMap(({ callId, isError }) => (isError ? [callId] : [])));
  const calls = all(events, 'tool_call').map(({ callId: id, tool: name, args }) => ({
    ...{ id, name, args },
    ...(failed.has(id) && { is_error: true }),
  }));
  const answer: HistoryMessage = {
    ...{ id: turnId, role: 'assistant', created_at: receivedAtMs },
    content: all(events, 'text')
      .map(({ delta }) => delta)
      .join(''),
    ...(isOpen && { status: 'running' }),
    ...(failure && { error: { code: failure.code, message: failure.message } }),
    ...(envelopes.length > 0 && { uiEnvelopes: envelopes }),
    ...(calls.length > 0 && { tool_call: calls }),
    ...(results.length > 0 && {
      artifacts: results.map(({ callId: id, tool: name, result }) => ({ id, name, result })),
    }),
  };
  return [...asked, answer];
}

function envelopeOf(shown: EventOf<'envelope'>, reports: readonly RenderReport[]): HistoryEnvelope {
  const { envelopeId, createdAtMs: createdAt, envelope } = shown;
  const report = reports.find((one) => one.envelopeId === envelopeId);
  const renderStatus = report?.status ?? 'pending';
  return { envelopeId, createdAt, envelope, renderStatus, ...(report?.error !== undefined && { error: report.error }) };
}

function all<Type extends TurnEvent['type']>(events: readonly TurnEvent[], type: Type): EventOf<Type>[] {
  return events.filter((event): event is EventOf<Type> => event.type === type);
}
