import { isPrefillVerb } from '../../../callback/prefill.ts';
import type { Interaction } from '../wire.ts';
import { FIELD } from './modal.ts';

type Components = NonNullable<NonNullable<Interaction['data']>['components']>;

/** What was submitted in a form of ours. Nothing for other forms, and where nothing was written. */
export function submittedText({ data }: Interaction): string | undefined {
  if (!isPrefillVerb(data?.custom_id)) return undefined;
  return valueIn(data?.components ?? [])?.trim() || undefined;
}

/** Fields stand below a label, or in a row as forms had them before. */
function valueIn(components: Components): string | undefined {
  for (const { custom_id, value, component, components: inner } of components) {
    if (custom_id === FIELD && value !== undefined) return value;
    const found = valueIn([...(component ? [component] : []), ...(inner ?? [])]);
    if (found !== undefined) return found;
  }
  return undefined;
}
