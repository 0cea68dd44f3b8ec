import { type AskedQuestion, questionIn } from '../../client/answers/ui-answer.ts';
import { textIn } from '../../client/json.ts';
import type { UIWidget } from '../../client/parse-ui-widgets.ts';
import type { ArrivedBlock, ToolPart, TurnPart } from '../../client/turn/turn-state.ts';
import { FootbridgeApp } from '../apps/app-element.ts';
import { appFrameIn } from '../apps/app-frame.ts';
import { element } from '../base/element.ts';
import { FootbridgeUnknown } from '../cards/unknown-card.ts';
import { FootbridgeChoices } from '../choices/choices-element.ts';
import { FootbridgeLink } from '../links/link-card.ts';
import { drawEnvelope } from './draw-envelope.ts';
import type { PartContext } from './part-context.ts';

/** Draws a part of a turn, but text. Nothing = it shows nowhere. */
export function drawPart(part: Exclude<TurnPart, { type: 'text' }>, context: PartContext): Node | undefined {
  switch (part.type) {
    case 'tool':
      return toolLine(part, context);
    case 'question':
      return choices(part, context);
    case 'answer':
      // Where the question stands, it says so itself.
      if (context.answered.has(part.id)) return undefined;
      return element('p', { class: 'quiet', dir: 'auto' }, context.words('answered', { label: part.label }));
    case 'widget':
      return drawWidget(part.widget, context);
    case 'block':
      return drawBlock(part.block, context);
    case 'envelope':
      return drawEnvelope(part, context);
    default:
      return part satisfies never;
  }
}

function toolLine({ name, status, parentId }: ToolPart, { words }: PartContext): Node {
  const place = parentId === undefined ? '' : ' is-under';
  return element(
    'p',
    { class: `tool is-${status}${place}`, dir: 'auto' },
    words(`tool_${status}`, { name: name || '?' }),
  );
}

function choices(question: AskedQuestion, { answered, isInstant, said }: PartContext): Node {
  const node = new FootbridgeChoices();
  node.toggleAttribute('instant', isInstant);
  node.isAskedAbove = question.prompt !== '' && said().includes(question.prompt);
  node.question = question;
  node.answeredLabel = answered.get(question.id);
  return node;
}

/** A type that is not known here is ignored: its words are in the text. */
function drawWidget(widget: UIWidget, context: PartContext): Node | undefined {
  switch (widget.type) {
    case 'options': {
      const question = questionIn(widget);
      return question && choices(question, context);
    }
    case 'action_link': {
      const node = new FootbridgeLink();
      node.link = { url: widget.url, label: textIn(widget.label), hint: textIn(widget.hint) };
      return node;
    }
    case 'mcp_app':
      return drawApp(widget, context);
    case 'mcp_resource': {
      const source = { tool: textIn(widget.tool), server: textIn(widget.server) };
      // What is inside is never run here: it needs a sandbox, which an app has.
      return element('p', { class: 'card', dir: 'auto' }, context.words('resource_from', source));
    }
    default:
      return undefined;
  }
}

function drawBlock(block: ArrivedBlock, { host }: PartContext): Node {
  const drawn = host.blocks?.renderBlock(block);
  if (drawn) return drawn;
  const node = new FootbridgeUnknown();
  node.block = block;
  return node;
}

export function drawApp(data: unknown, { host }: Pick<PartContext, 'host'>): Node | undefined {
  const app = appFrameIn(data);
  if (!app) return undefined;
  const node = new FootbridgeApp();
  node.host = host;
  node.app = app;
  return node;
}
