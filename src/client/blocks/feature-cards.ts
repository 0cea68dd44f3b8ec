import { type ActionRefusal, type BlockAction, blockAction } from '../../protocol/ui/block-actions/block-action.ts';
import { hasOnly, objectOf, textIn } from '../json.ts';

/** An item of a `minara.feature_recommendation` block. */
export interface FeatureCard {
  id: string;
  label: string;
  hint?: string;
  /** A picture by what it stands for. One that a client does not have is none. */
  icon?: string;
  /** What a choice does; refused = nothing may be done, and a warning be written. */
  checked: { action: BlockAction; refusal?: undefined } | { action?: undefined; refusal: ActionRefusal };
}

const MAX_ITEMS = 2;
const MAX_LABEL_CHARS = 20;
const MAX_HINT_CHARS = 48;

/**
 * The items of a block, each action checked once more before anything is done with it. `externalHosts` are the hosts
 * that an external action may open. Nothing when the data is none of this kind of block.
 */
export function readFeatureCards(
  data: unknown,
  options: { externalHosts: readonly string[] },
): FeatureCard[] | undefined {
  const given = objectOf(data);
  if (!given || !hasOnly(given, ['items']) || !Array.isArray(given.items)) return undefined;
  if (given.items.length < 1 || given.items.length > MAX_ITEMS) return undefined;
  const cards = given.items.map((item) => cardIn(item, options));
  return cards.every((card) => card !== undefined) ? cards : undefined;
}

function cardIn(item: unknown, options: { externalHosts: readonly string[] }): FeatureCard | undefined {
  const { id, label, hint, icon, action } = objectOf(item) ?? {};
  const isLabel = typeof label === 'string' && label.trim() !== '' && [...label].length <= MAX_LABEL_CHARS;
  if (textIn(id) === '' || !isLabel || [...textIn(hint)].length > MAX_HINT_CHARS) return undefined;
  return {
    id: textIn(id),
    label,
    ...(typeof hint === 'string' && { hint }),
    ...(typeof icon === 'string' && { icon }),
    checked: blockAction(action, options),
  };
}
