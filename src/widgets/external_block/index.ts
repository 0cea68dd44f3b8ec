import { z } from 'zod';
import { majorOf } from '../../protocol/ui/major-of.ts';
import type { WidgetType } from '../../protocol/widget.ts';

const name = z
  .string()
  .regex(/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/)
  .max(128);

const schema = z.looseObject({
  type: z.literal('external_block'),
  id: z.string().min(1),
  namespace: name,
  block_type: name,
  version: z.string().refine((version) => majorOf(version) !== undefined, 'must be a semantic version'),
});

type ExternalBlockWidget = z.infer<typeof schema>;

/** A block that only a client which knows its type can draw. Its data is for that client alone. */
export const externalBlock: WidgetType<ExternalBlockWidget> = {
  type: 'external_block',
  schema,
  ledger: 'standard',
  dialect: 'ubp',
  lower: (widget) => [{ type: 'note', widgetId: widget.id, text: inWords(widget) }],
  fallback: inWords,
  sample: {
    type: 'external_block',
    id: 'ui_Lk3Jh6Gf9Ds2Aq5We8Rt_',
    namespace: 'acme.tools',
    block_type: 'bridge_quote',
    version: '1.2.0',
  },
};

function inWords({ namespace, block_type, version }: ExternalBlockWidget): string {
  return `${namespace}.${block_type} ${version} cannot be shown here.`;
}
