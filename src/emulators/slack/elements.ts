import { isObject } from '../bounded-json.ts';
import { EmulatorMisuse } from '../misuse.ts';
import type { Block, StateValues } from './wire.ts';

/** An element that a person can act upon, and the block that holds it. */
export interface Placed {
  block: Block;
  element: Block;
  actionId: string;
}

/** The elements of blocks in the order in which they are seen. One without `action_id` gets one from its place. */
export function placedElements(blocks: readonly Block[]): Placed[] {
  return blocks.flatMap((block) => {
    const inside = [block.elements, block.accessory, block.element].flat().filter(isObject) as unknown as Block[];
    return inside
      .filter(({ type }) => block.type !== 'context' && block.type !== 'rich_text' && type !== 'image')
      .map((element, index) => ({
        block,
        element,
        actionId: String(element.action_id ?? `${block.block_id}.${index}`),
      }));
  });
}

/**
 * The element that a person means: a number counts the buttons from 0; a string is an `action_id`, and where blocks
 * share one, `block_id/action_id`.
 */
export function findElement(blocks: readonly Block[], which: number | string): Placed {
  const all = placedElements(blocks);
  const buttons = all.filter(({ element }) => element.type === 'button');
  const found =
    typeof which === 'number'
      ? buttons[which]
      : all.find(({ block, actionId }) => actionId === which || `${block.block_id}/${actionId}` === which);
  if (!found) {
    const known = all.map(({ actionId }) => actionId).join(', ');
    throw new EmulatorMisuse(
      `There is no element ${which} to be seen. There are ${buttons.length} buttons; ids: ${known}`,
    );
  }
  return found;
}

/** What the stateful elements of blocks hold before anybody touches them. */
export function initialState(blocks: readonly Block[]): StateValues {
  const values: StateValues = {};
  for (const { block, element, actionId } of placedElements(blocks)) {
    const state = initialOf(element);
    if (state && block.block_id !== undefined)
      values[block.block_id] = { ...values[block.block_id], [actionId]: state };
  }
  return values;
}

function initialOf(element: Block): object | undefined {
  const { type } = element;
  if (type === 'button' || type === 'overflow' || type === 'workflow_button') return undefined;
  if (type === 'checkboxes' || type === 'multi_static_select') {
    return { type, selected_options: element.initial_options ?? [] };
  }
  if (type === 'static_select' || type === 'radio_buttons') {
    return { type, selected_option: element.initial_option ?? null };
  }
  if (/_input$/.test(type)) return { type, value: element.initial_value ?? null };
  return { type };
}

/** The options of a menu, radio buttons or checkboxes, groups laid out flat. */
export function optionsOf(element: Block): Block[] {
  const groups = Array.isArray(element.option_groups) ? element.option_groups : [{ options: element.options }];
  return groups.flatMap((group) => (isObject(group) && Array.isArray(group.options) ? (group.options as Block[]) : []));
}
