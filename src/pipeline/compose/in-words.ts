import type { Affordance } from '../../protocol/affordance.ts';
import type { AskedQuestion } from '../../protocol/envelope.ts';
import { plainLine } from '../../protocol/plain-text.ts';
import type { ChoiceList, Reference } from './complete-text.ts';

/** What a reply offers, as the parts that its text must name. Pictures, tables and notes are the channels' to print. */
export function partsInWords(offered: { affordances: readonly Affordance[]; questions: readonly AskedQuestion[] }): {
  lists: ChoiceList[];
  references: Reference[];
} {
  const lists: ChoiceList[] = [];
  const references: Reference[] = [];
  const listed = new Set<string>();

  for (const affordance of offered.affordances) {
    switch (affordance.type) {
      case 'choice': {
        const items = affordance.options.map(({ label, index }) => ({ number: index + 1, label: plainLine(label) }));
        lists.push({ prompt: affordance.prompt, items });
        listed.add(affordance.widgetId);
        break;
      }
      case 'link': {
        const { label, url, hint } = affordance;
        references.push({ label: plainLine(label), target: url, hint: plainLine(hint ?? '') });
        break;
      }
      case 'prefill': {
        const { label, command, hint } = affordance;
        references.push({ label: plainLine(label), target: command, hint: plainLine(hint ?? '') });
        break;
      }
      case 'open':
        references.push({ label: plainLine(affordance.label), target: affordance.url });
        break;
      case 'image':
      case 'table':
      case 'note':
        break;
      default:
        affordance satisfies never;
    }
  }
  for (const { widgetId, prompt, choices } of offered.questions) {
    if (listed.has(widgetId)) continue;
    lists.push({ prompt, items: choices.map(({ label }, index) => ({ number: index + 1, label: plainLine(label) })) });
  }
  return { lists, references };
}
