import type { ChoiceAffordance, LinkAffordance, PrefillAffordance } from '../../../src/protocol/affordance.ts';

/** A widget id as we mint them, one for each number below 100. */
export function idOf(number: number): string {
  return `ui_widget_number_${String(number).padStart(7, '0')}`;
}

export function choice(labels: readonly string[], more: Partial<ChoiceAffordance> = {}): ChoiceAffordance {
  const options = labels.map((label, index) => ({ label, index }));
  const submit = more.multi ? { submitLabel: 'Done' } : {};
  return { type: 'choice', widgetId: idOf(0), prompt: 'Which one?', options, multi: false, ...submit, ...more };
}

/** `Option 1` and so on. */
export function labels(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `Option ${at + 1}`);
}

export function link(url: string, more: Partial<LinkAffordance> = {}): LinkAffordance {
  return { type: 'link', widgetId: idOf(99), label: 'Open', url, ...more };
}

export function prefill(command: string, more: Partial<PrefillAffordance> = {}): PrefillAffordance {
  return { type: 'prefill', widgetId: idOf(0), label: 'Buy', command, ...more };
}
