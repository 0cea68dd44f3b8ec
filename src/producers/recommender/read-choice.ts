import { z } from 'zod';
import { harmIn } from '../../protocol/harm-in.ts';
import type { FeatureItem } from '../../protocol/ui/feature-items.ts';

/** No block is as long. */
const MAX_CHARS = 16_384;

/** What a model answers that chooses from a list. */
const choice = z.strictObject({
  items: z
    .array(z.strictObject({ id: z.string() }))
    .min(1)
    .max(2),
});

/**
 * The data of the block that a model answered. With a list of features it names them by id and adds nothing of its own.
 * Nothing for "none", and for everything that is not an answer as a whole.
 */
export function blockDataIn(answer: string, features: readonly FeatureItem[] | undefined): unknown {
  if (answer.length > MAX_CHARS) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(answer);
  } catch {
    return undefined;
  }
  if (harmIn(value) !== undefined) return undefined;
  return features ? chosen(value, features) : value;
}

function chosen(value: unknown, features: readonly FeatureItem[]): { items: FeatureItem[] } | undefined {
  const read = choice.safeParse(value);
  const items = read.data?.items.map(({ id }) => features.find((feature) => feature.id === id)) ?? [];
  const known = items.filter((item) => item !== undefined);
  return known.length > 0 && known.length === items.length ? { items: known } : undefined;
}
