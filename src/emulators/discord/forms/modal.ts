import type { FormFault } from '../refusal.ts';
import { stringSelect, textDisplay } from './components.ts';
import { type Check, flag, integer, list, object, oneOf, text, typed } from './shape.ts';

/** Limits: docs.discord.com/developers/components/reference (text input, label) and interactions, read 2026-11. */
const input = (needed: Readonly<Record<string, Check>>): Check =>
  object(
    { type: oneOf(4), custom_id: text({ min: 1, max: 100 }), style: oneOf(1, 2), ...needed },
    {
      min_length: integer(0, 4000),
      max_length: integer(1, 4000),
      required: flag,
      value: text({ max: 4000 }),
      placeholder: text({ max: 100 }),
    },
  );

const row = object({
  type: oneOf(1),
  components: list(typed({ 4: input({ label: text({ min: 1, max: 45 }) }) }), { min: 1, max: 1 }),
});
const label = object(
  { type: oneOf(18), label: text({ min: 1, max: 45 }), component: typed({ 3: stringSelect, 4: input({}) }) },
  { description: text({ max: 100 }) },
);

const modal = object({
  custom_id: text({ min: 1, max: 100 }),
  title: text({ min: 1, max: 45 }),
  components: list(typed({ 1: row, 10: textDisplay, 18: label }), { min: 1, max: 5 }),
});

/** What is wrong with a modal that an interaction is answered with. */
export function checkModal(data: unknown, path: string): FormFault[] {
  const faults: FormFault[] = [];
  modal(data, path, faults);
  return faults;
}
