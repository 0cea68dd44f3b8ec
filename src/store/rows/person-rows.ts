import type { DeliveryState } from '../../protocol/delivery-state.ts';
import type { PersonExport } from '../../protocol/person-data.ts';
import type { RenderReport } from '../../protocol/render-status.ts';
import type { TurnEvent } from '../../protocol/turn-log.ts';

/** What both SQL stores keep of a person, as far as it is given out. */
export interface PersonTurnRow {
  turn_id: string;
  channel: string;
  conversation: string;
  received_at_ms: number;
  state: string;
  raw: string | null;
}

export interface PersonDeliveryRow {
  delivery_id: string;
  channel: string;
  conversation: string;
  state: DeliveryState;
  payload: string;
}

export interface PersonQuestionRow {
  conversation: string;
  widget_id: string;
  prompt: string;
  answered_label: string | null;
}

/** What was said in a turn, and how it was shown. */
interface Told {
  log: readonly TurnEvent[];
  renderStatus: readonly Omit<RenderReport, 'turnId'>[];
}

/** What joined another turn runs with it. */
export function personTurnOf(row: PersonTurnRow, { log, renderStatus }: Told): PersonExport['turns'][number] {
  const { turn_id: turnId, channel, conversation, received_at_ms: receivedAtMs, raw } = row;
  const state = row.state === 'joined' ? 'running' : row.state;
  return {
    ...{ turnId, channel, conversation, receivedAtMs, state },
    ...(raw !== null && { raw }),
    ...(log.length > 0 && { log }),
    ...(renderStatus.length > 0 && { renderStatus }),
  };
}

export function personDeliveryOf(row: PersonDeliveryRow): PersonExport['deliveries'][number] {
  const { delivery_id: deliveryId, channel, conversation, state, payload } = row;
  return { deliveryId, channel, conversation, state, payload };
}

export function personQuestionOf(row: PersonQuestionRow): PersonExport['questions'][number] {
  const { conversation, widget_id: widgetId, prompt, answered_label: answeredLabel } = row;
  return { conversation, widgetId, prompt, ...(answeredLabel !== null && { answeredLabel }) };
}
