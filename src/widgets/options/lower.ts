import type { Affordance } from '../../protocol/affordance.ts';
import type { OptionsWidget } from './schema.ts';

export function lowerOptions({ id, prompt, options, multi }: OptionsWidget): Affordance[] {
  return [
    {
      type: 'choice',
      widgetId: id,
      prompt,
      options: options.map(({ label }, index) => ({ label, index })),
      multi,
    },
  ];
}
