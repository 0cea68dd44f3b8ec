import type { Affordance } from '../../protocol/affordance.ts';
import type { AgentFile } from '../../protocol/agent-turn.ts';
import type { AskedQuestion } from '../../protocol/envelope.ts';
import { linkUrl } from '../../protocol/link-url.ts';
import type { Note } from '../../protocol/notes.ts';
import { plainLine } from '../../protocol/plain-text.ts';
import type { ChoiceList, Reference } from './complete-text.ts';

/** What a reply offers, as the parts that its text must name. Pictures, tables and notes are the channels' to print. */
export function partsInWords(offered: {
  affordances: readonly Affordance[];
  questions: readonly AskedQuestion[];
  files: readonly AgentFile[];
}): { lists: ChoiceList[]; references: Reference[]; notes: Note[] } {
  const lists: ChoiceList[] = [];
  const references: Reference[] = [];
  const notes: Note[] = [];
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
      case 'prefill':
        references.push({ label: plainLine(affordance.label), target: affordance.command });
        break;
      case 'image':
      case 'table':
      case 'open':
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
  for (const { name, url } of offered.files) {
    const checked = linkUrl(url);
    const label = plainLine(name);
    if ('url' in checked) {
      references.push({ label, target: checked.url });
    } else {
      references.push({ label });
      notes.push({
        code: 'file_as_text',
        message: `A file is named in the text only: ${whyNot(url, checked.refusal)}.`,
      });
    }
  }
  return { lists, references, notes };
}

function whyNot(url: string | undefined, refusal: string): string {
  return url === undefined ? 'files cannot be sent yet unless they have a URL' : `its URL cannot be shown, ${refusal}`;
}
