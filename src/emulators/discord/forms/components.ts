import { isObject } from '../../bounded-json.ts';
import type { FormFault } from '../refusal.ts';
import { below, type Check, flag, integer, list, object, oneOf, snowflake, text, typed, url } from './shape.ts';

/** Limits: docs.discord.com/developers/components/reference, read 2026-11. */
const MAX_ROWS = 5;
const MAX_COMPONENTS_V2 = 40;
const MAX_TEXT_V2 = 4000;

const id = integer(0);
const customId = text({ min: 1, max: 100 });
const emoji = object({ name: text({ max: 32 }) }, { id: snowflake, animated: flag });

const button: Check = object(
  { type: oneOf(2), style: oneOf(1, 2, 3, 4, 5, 6) },
  {
    id,
    custom_id: customId,
    label: text({ max: 80 }),
    emoji,
    url: url({ max: 512, schemes: ['http', 'https', 'discord'] }),
    sku_id: snowflake,
    disabled: flag,
  },
  (value, path, faults) => {
    const { style, custom_id, url: link, label, emoji: icon, sku_id } = value as Record<string, unknown>;
    const isShown = String(label ?? '').trim() !== '' || Boolean(icon);
    const say = (field: string, code: string, message: string) =>
      faults.push({ path: below(path, field), code: `BUTTON_COMPONENT_${code}`, message });
    if (custom_id && link) {
      say('custom_id', 'CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', 'A custom id and url cannot both be specified');
    } else if (style === 5 && custom_id) say('custom_id', 'CUSTOM_ID_NOT_ALLOWED', 'A link button has no custom id');
    else if (style === 5 && !link) say('url', 'URL_REQUIRED', 'A url is required');
    else if (style === 6 && !sku_id) say('sku_id', 'SKU_ID_REQUIRED', 'A sku id is required');
    else if (style !== 5 && link) say('url', 'URL_NOT_ALLOWED', 'Only a link button has a url');
    else if (style !== 5 && style !== 6 && !custom_id)
      say('custom_id', 'CUSTOM_ID_REQUIRED', 'A custom id is required');
    if (style !== 6 && !isShown) say('label', 'LABEL_REQUIRED', 'A label or an emoji is required');
  },
);

const option = object(
  { label: text({ min: 1, max: 100 }), value: text({ min: 1, max: 100 }) },
  { description: text({ max: 100 }), default: flag, emoji },
);

const selectFields = {
  id,
  placeholder: text({ max: 150 }),
  min_values: integer(0, 25),
  max_values: integer(1, 25),
  disabled: flag,
  required: flag,
};

export const stringSelect: Check = object(
  { type: oneOf(3), custom_id: customId, options: list(option, { min: 1, max: 25 }) },
  selectFields,
  (value, path, faults) => {
    const { options, min_values, max_values } = value as { options: { value: string; default?: boolean }[] } & Record<
      string,
      number | undefined | null
    >;
    const max = max_values ?? 1;
    const seen = new Set<string>();
    for (const [index, { value: own }] of options.entries()) {
      if (seen.has(own)) {
        const message = 'The specified option value is already used';
        faults.push({
          path: below(path, `options.${index}.value`),
          code: 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
          message,
        });
      }
      seen.add(own);
    }
    if (max > options.length || (min_values ?? 1) > Math.max(max, 1) || (min_values ?? 0) > options.length) {
      const message = 'The number of values is out of the range of the options';
      faults.push({ path: below(path, 'max_values'), code: 'SELECT_COMPONENT_INVALID_MAX_VALUES', message });
    }
    if (options.filter((entry) => entry.default).length > max) {
      const message = 'More options are selected by default than may be selected';
      faults.push({ path: below(path, 'options'), code: 'SELECT_COMPONENT_TOO_MANY_DEFAULTS', message });
    }
  },
);

const autoSelect = (type: number): Check => object({ type: oneOf(type), custom_id: customId }, selectFields);

const row: Check = object(
  {
    type: oneOf(1),
    components: list(
      typed({ 2: button, 3: stringSelect, 5: autoSelect(5), 6: autoSelect(6), 7: autoSelect(7), 8: autoSelect(8) }),
      { min: 1, max: 5 },
    ),
  },
  { id },
  (value, path, faults) => {
    const { components } = value as { components: { type: number }[] };
    if (components.length === 1 || components.every(({ type }) => type === 2)) return;
    const message = 'The specified component exceeds the maximum width';
    faults.push({ path: below(path, 'components.1'), code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message });
  },
);

export const textDisplay: Check = object({ type: oneOf(10), content: text({ min: 1, max: 4000 }) }, { id });
const media = object({ url: url({ schemes: ['http', 'https', 'attachment'] }) });
const describedMedia = { description: text({ min: 1, max: 1024 }), spoiler: flag };
const thumbnail = object({ type: oneOf(11), media }, { id, ...describedMedia });
const gallery = object(
  { type: oneOf(12), items: list(object({ media }, describedMedia), { min: 1, max: 10 }) },
  { id },
);
const file = object(
  { type: oneOf(13), file: object({ url: url({ schemes: ['attachment'] }) }) },
  { id, spoiler: flag },
);
const separator = object({ type: oneOf(14) }, { id, divider: flag, spacing: oneOf(1, 2) });
const section = object(
  {
    type: oneOf(9),
    components: list(typed({ 10: textDisplay }), { min: 1, max: 3 }),
    accessory: typed({ 2: button, 11: thumbnail }),
  },
  { id },
);
const parts = { 1: row, 9: section, 10: textDisplay, 12: gallery, 13: file, 14: separator };
const container = object(
  { type: oneOf(17), components: list(typed(parts), { min: 1, max: MAX_COMPONENTS_V2 }) },
  { id, accent_color: integer(0, 0xffffff), spoiler: flag },
);

/** Notes what is wrong with the components of a message; only with the flag for components v2 there is more than rows. */
export function checkComponents(value: unknown, path: string, faults: FormFault[], isV2: boolean): void {
  if (isV2) list(typed({ ...parts, 17: container }), { max: MAX_COMPONENTS_V2 })(value, path, faults);
  else list(typed({ 1: row }), { max: MAX_ROWS })(value, path, faults);
  const placed = placedIn(value, path);
  const seen = new Set<unknown>();
  for (const { component, path: at } of placed) {
    if (component.custom_id === undefined || component.custom_id === null) continue;
    if (seen.has(component.custom_id)) {
      const message = 'Component custom id cannot be duplicated';
      faults.push({ path: below(at, 'custom_id'), code: 'COMPONENT_CUSTOM_ID_DUPLICATED', message });
    }
    seen.add(component.custom_id);
  }
  if (!isV2) return;
  const units = placed.reduce(
    (sum, { component }) => sum + (component.type === 10 ? String(component.content).length : 0),
    0,
  );
  if (placed.length > MAX_COMPONENTS_V2) {
    const message = `The maximum number of components is ${MAX_COMPONENTS_V2}`;
    faults.push({ path, code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', message });
  }
  if (units > MAX_TEXT_V2) {
    const message = `The total length of displayed text must be ${MAX_TEXT_V2} or fewer`;
    faults.push({ path, code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message });
  }
}

/** Every component, with those inside of it, in the order in which they are seen. */
function placedIn(value: unknown, path: string): { component: Record<string, unknown>; path: string }[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => placedIn(entry, below(path, index)));
  if (!isObject(value)) return [];
  return [
    { component: value, path },
    ...placedIn(value.components, below(path, 'components')),
    ...placedIn(value.accessory, below(path, 'accessory')),
  ];
}
