import { BridgeError } from '../protocol/errors.ts';
import { linkUrl } from '../protocol/link-url.ts';
import { plainLine } from '../protocol/plain-text.ts';
import type { Produced } from '../protocol/produced.ts';
import { PROVENANCES, type Provenance } from '../protocol/widget.ts';

/**
 * Makes an `action_link`, or a note when its URL may not be shown to a person. A label that is missing becomes the host.
 * Throws `provenance_missing` for a link that nobody vouches for: that is a bug of the caller.
 */
export function addActionLink(
  link: { label?: unknown; url?: unknown; hint?: unknown },
  vouched: {
    provenance: Provenance;
    /** Where it comes from, for the note, e.g. `tool 'search'`. */
    source: string;
  },
  mint: () => string,
  into: Produced,
): void {
  const { provenance, source } = vouched;
  if (!PROVENANCES.includes(provenance)) {
    throw new BridgeError(
      'provenance_missing',
      `Cannot make a link of ${source}: its provenance is not one of ${PROVENANCES.join(', ')}. Name who vouches for it.`,
    );
  }
  const checked = linkUrl(link.url);
  if ('refusal' in checked) {
    into.notes.push({ code: 'link_refused', message: `The link of ${source} is not shown: ${checked.refusal}.` });
    return;
  }
  const label = wordsIn(link.label) || new URL(checked.url).host;
  const hint = wordsIn(link.hint);
  const widget = { type: 'action_link', id: mint(), label, url: checked.url, ...(hint && { hint }) };
  into.widgets.push({ widget, provenance });
}

function wordsIn(value: unknown): string {
  return typeof value === 'string' ? plainLine(value) : '';
}
