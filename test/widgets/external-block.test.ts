import { expect, it } from 'vitest';
import { externalBlock } from '../../src/widgets/external_block/index.ts';

const given = {
  type: 'external_block',
  id: 'ui_abc',
  namespace: 'acme.tools',
  block_type: 'bridge_quote',
  version: '1.2.0',
};

it('an external_block shows its name and version, and none of its data [UBP-21]', () => {
  const widget = externalBlock.schema.parse({ ...given, data: { secret: 'hunter2' } });
  const text = 'acme.tools.bridge_quote 1.2.0 cannot be shown here.';
  expect(externalBlock.lower(widget)).toEqual([{ type: 'note', widgetId: 'ui_abc', text }]);
  expect(externalBlock.fallback(widget)).toBe(text);
});

it.each([
  { namespace: 'Acme' },
  { namespace: '<b>' },
  { block_type: 'a b' },
  { block_type: '' },
  { version: '1' },
  { version: '1.0.0\n' },
])('an external_block is not %j', (changes) => {
  expect(externalBlock.schema.safeParse({ ...given, ...changes }).success).toBe(false);
});
