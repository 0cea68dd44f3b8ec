import type { UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import type { Widget } from '../../protocol/widget.ts';
import type { KeptJunctions } from './render-payload.ts';

/** An envelope as a widget, for channels that show no envelopes. `junctions` are those that came with it. */
export function widgetOf(envelope: UiEnvelope, id: string, junctions?: Omit<KeptJunctions, 'ref'>): Widget {
  const { kind, schemaVersion: _, ...rest } = envelope;
  return { type: kind, id, ...rest, ...(junctions && { junctions }) } as Widget;
}
