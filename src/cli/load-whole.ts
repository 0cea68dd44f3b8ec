import { type Finding, wholeFileError } from '../formation/finding.ts';
import type { Formation } from '../formation/formation.ts';
import { BridgeError } from '../protocol/errors.ts';
import { shownBlocks } from '../shown-blocks.ts';

interface Loaded {
  formation?: Formation;
  findings: Finding[];
}

/** What was loaded, or what else would keep it from starting: a check tells all of it. */
export async function loadWhole(loading: Promise<Loaded>): Promise<Loaded> {
  const loaded = await loading;
  if (!loaded.formation) return loaded;
  try {
    shownBlocks(loaded.formation);
    return loaded;
  } catch (error) {
    if (!(error instanceof BridgeError)) throw error;
    return { findings: [...loaded.findings, wholeFileError(loaded.formation.folder, error.message)] };
  }
}
