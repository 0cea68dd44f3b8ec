import { harmIn } from '../../protocol/harm-in.ts';

/** No block is as long. */
const MAX_CHARS = 16_384;

/** The data of the block that a model answered. Nothing for "none" and for everything else that is no JSON. */
export function blockDataIn(answer: string): unknown {
  if (answer.length > MAX_CHARS) return undefined;
  try {
    const value: unknown = JSON.parse(answer);
    return harmIn(value) === undefined ? value : undefined;
  } catch {
    return undefined;
  }
}
