import { decodePrefill } from '../../../callback/prefill.ts';
import type { Inbound } from '../../../protocol/inbound.ts';
import { personOf } from '../person.ts';
import type { Reading } from '../reading.ts';
import { whereaboutsOf } from '../whereabouts.ts';
import { payloadIn } from '../wire.ts';
import { wordsOf } from '../words.ts';

/** Somebody pressed a button that offers a command: they are to see it in a form. Nothing of it is kept. */
export interface FormPress extends Pick<Inbound, 'address' | 'person' | 'secret'> {
  command: string;
  /** The pressed button's words; empty where they are not shown to us. */
  label: string;
  /** Opens one form, within 3 seconds of the press. docs.slack.dev, Modals, read 2026-11. */
  triggerId: string;
}

/** Reads the press of a button that opens a form. Nothing for every other payload. */
export function readFormPress(payload: Readonly<Record<string, unknown>>, reading: Reading): FormPress | undefined {
  // Most payloads are events, which are read once only.
  const read = payload.type === 'block_actions' ? payloadIn(payload) : undefined;
  if (read?.type !== 'press') return undefined;
  const { press } = read;
  const [action] = press.actions;
  const prefill = decodePrefill(action?.value);
  const where = whereaboutsOf(press, reading);
  if (!prefill || !where || press.trigger_id === undefined) return undefined;
  return {
    command: prefill.command,
    label: wordsOf(action?.text?.text ?? ''),
    triggerId: press.trigger_id,
    address: where.address,
    person: personOf(press.user.id, press.user.name ?? press.user.username),
    ...(press.response_url !== undefined && { secret: press.response_url }),
  };
}
