import { EmulatorMisuse } from '../misuse.ts';
import type { Component } from './wire.ts';

const BUTTON = 2;
const STRING_SELECT = 3;
const LINK_STYLE = 5;

/** Every component, in the order in which it is seen. */
function flat(components: readonly Component[]): Component[] {
  return components.flatMap((component) => [
    component,
    ...flat(component.components ?? []),
    ...flat(component.accessory ? [component.accessory] : []),
  ]);
}

/** The button that a person means: a number counts from 0; a string is a `custom_id`, or what is written on it. */
export function buttonAt(components: readonly Component[], which: number | string): Component {
  const buttons = flat(components).filter(({ type }) => type === BUTTON);
  const button =
    typeof which === 'number'
      ? buttons[which]
      : (buttons.find(({ custom_id }) => custom_id === which) ?? buttons.find(({ label }) => label === which));
  if (!button) throw new EmulatorMisuse(`The message shows no button ${which}.`);
  if (button.style === LINK_STYLE)
    throw new EmulatorMisuse(`Button ${which} opens a page; the app hears nothing of it.`);
  if (button.disabled) throw new EmulatorMisuse(`Button ${which} is disabled.`);
  return button;
}

/** The select that a person means, by its number or `custom_id`. */
export function selectAt(components: readonly Component[], which: number | string): Component {
  const selects = flat(components).filter(({ type }) => type === STRING_SELECT || (type >= 5 && type <= 8));
  const select = typeof which === 'number' ? selects[which] : selects.find(({ custom_id }) => custom_id === which);
  if (!select) throw new EmulatorMisuse(`The message shows no select ${which}.`);
  if (select.disabled) throw new EmulatorMisuse(`Select ${which} is disabled.`);
  return select;
}

/** The values of the options that a person picks, by number or value. Of people, roles and channels: their ids. */
export function valuesOf(select: Component, picks: readonly (number | string)[]): string[] {
  const [min, max] = [Number(select.min_values ?? 1), Number(select.max_values ?? 1)];
  if (picks.length < min || picks.length > max) {
    throw new EmulatorMisuse(`The select takes ${min} to ${max} options, not ${picks.length}.`);
  }
  if (select.type !== STRING_SELECT) return picks.map(String);
  const options = (select.options ?? []) as { value: string }[];
  return picks.map((pick) => {
    const option = typeof pick === 'number' ? options[pick] : options.find(({ value }) => value === pick);
    if (!option) throw new EmulatorMisuse(`The select has no option ${pick}.`);
    return option.value;
  });
}
