import { isObject } from '../../bounded-json.ts';
import { eachOnce, messageBlock, type Surface, viewBlock } from './blocks.ts';
import { plainText } from './compositions.ts';
import { fault, flag, list, object, oneOf, text } from './shape.ts';

/** Blocks per message, and per modal or home. docs.slack.dev/reference/block-kit/blocks, read 2026-11. */
const MAX_MESSAGE_BLOCKS = 50;
const MAX_VIEW_BLOCKS = 100;
/** Over all markdown blocks of one payload. docs.slack.dev/reference/block-kit/blocks/markdown-block, read 2026-11. */
const MAX_MARKDOWN = 12_000;

/** What is wrong with the blocks at the pointer `at`, each as Slack words it; empty when Slack takes them. */
export function checkBlocks(blocks: unknown, surface: Surface, at = '/blocks'): string[] {
  const faults: string[] = [];
  const max = surface === 'message' ? MAX_MESSAGE_BLOCKS : MAX_VIEW_BLOCKS;
  list(surface === 'message' ? messageBlock : viewBlock, { max })(blocks, at, faults);
  if (!Array.isArray(blocks)) return faults;
  eachOnce(blocks, 'block_id', at, faults);
  const ofType = (type: string) => blocks.filter((block) => isObject(block) && block.type === type);
  if (ofType('table').length > 1) faults.push(fault('only one table allowed', at));
  const markdown = ofType('markdown').reduce((sum, block) => sum + String(block.text).length, 0);
  if (markdown > MAX_MARKDOWN) faults.push(fault(`must be less than ${MAX_MARKDOWN + 1} characters`, at));
  return faults;
}

/** What is wrong with a view. Limits: docs.slack.dev/reference/views, read 2026-11. */
export function checkView(view: unknown): string[] {
  if (!isObject(view)) return [fault('must provide an object', '/view')];
  const faults: string[] = [];
  const common = {
    private_metadata: text({ min: 0, max: 3000 }),
    callback_id: text({ min: 0, max: 255 }),
    external_id: text({ min: 0, max: 255 }),
  };
  const { blocks, ...rest } = view;
  if (view.type === 'home') object({ type: oneOf('home') }, common)(rest, '/view', faults);
  else {
    object(
      { type: oneOf('modal'), title: plainText(24) },
      { ...common, close: plainText(24), submit: plainText(24), ...flags },
    )(rest, '/view', faults);
    const hasInput = Array.isArray(blocks) && blocks.some((block) => isObject(block) && block.type === 'input');
    if (hasInput && view.submit === undefined) faults.push(fault('missing required field: submit', '/view'));
  }
  faults.push(...checkBlocks(blocks, view.type === 'home' ? 'home' : 'modal', '/view/blocks'));
  return faults;
}

const flags = { clear_on_close: flag, notify_on_close: flag, submit_disabled: flag };
