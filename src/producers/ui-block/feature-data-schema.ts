import { MODALS } from '../../protocol/ui/block-actions/modal.ts';
import { FEATURE_ICONS } from '../../protocol/ui/feature-items.ts';

/** An action of one kind, with exactly these fields. */
function action(kind: string, fields: Readonly<Record<string, object>>, optional: readonly string[] = []) {
  const required = ['kind', ...Object.keys(fields).filter((field) => !optional.includes(field))];
  return { type: 'object', properties: { kind: { const: kind }, ...fields }, required, additionalProperties: false };
}

/** JSON Schema of the data, for whoever makes it. What it cannot say is checked behind it. */
export const featureDataSchema: Readonly<Record<string, unknown>> = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        type: 'object',
        properties: {
          id: { type: 'string', pattern: '^[a-z][a-z0-9_-]{0,63}$' },
          label: { type: 'string', minLength: 1, maxLength: 20, description: 'What the button says.' },
          hint: { type: 'string', minLength: 1, maxLength: 48, description: 'Why it may help, in one line.' },
          icon: { enum: [...FEATURE_ICONS] },
          action: {
            oneOf: [
              action('route', {
                target: { type: 'string', pattern: '^/[A-Za-z0-9]', description: 'A path of the application.' },
              }),
              action('slash', {
                command: { type: 'string', pattern: '^/[a-z]', description: 'A command to fill in, never sent.' },
              }),
              action('modal', { name: { enum: [...MODALS] }, params: { type: 'object' } }, ['params']),
              action('external', { url: { type: 'string', pattern: '^https://' } }),
            ],
          },
        },
        required: ['id', 'label', 'action'],
        additionalProperties: false,
      },
    },
  },
  required: ['items'],
  additionalProperties: false,
};
