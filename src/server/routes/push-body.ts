import { z } from 'zod';
import { BridgeError } from '../../protocol/errors.ts';

/** Who may answer a question that is pushed. */
export const answersSchema = z.union([
  z.enum(['asker', 'anyone']),
  z.array(z.union([z.string(), z.number()]).transform(String)),
]);

/** When it is to go out, in Unix milliseconds. */
export const sendAtSchema = z.iso
  .datetime({ offset: true, error: 'must be a date and time with its offset, e.g. 2026-12-24T18:00:00+01:00' })
  .transform((text) => Date.parse(text));

/** Throws `ui_not_accepted` where a turn brings widgets of its own. */
export function refuseUi(body: unknown): void {
  const turn = typeof body === 'object' && body !== null && 'turn' in body ? body.turn : undefined;
  if (typeof turn === 'object' && turn !== null && 'ui' in turn) {
    throw new BridgeError(
      'ui_not_accepted',
      'A turn cannot bring its own widgets: remove "ui" and send the facts (clarification, credential_redirect, tool_results, …); the widgets are made of them.',
    );
  }
}
