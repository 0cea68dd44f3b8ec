import type { Completion } from '../../protocol/agent.ts';
import { reasonOf } from '../../protocol/errors.ts';
import { inTime } from '../../protocol/in-time.ts';
import type { Log } from '../../protocol/log.ts';
import type { AfterTurn, SpokenTurn } from '../../protocol/ui/after-turn.ts';
import type { BlockOffer } from '../../protocol/ui/block-type.ts';
import type { FeatureItem } from '../../protocol/ui/feature-items.ts';
import { FEATURE_BLOCK } from './feature-block.ts';
import { askedOf, systemOf } from './prompt.ts';
import { blockDataIn } from './read-choice.ts';

/** The turn's end waits no longer for it. */
const TIMEOUT_MS = 5_000;
/** One block is some 300 tokens at most. */
const MAX_TOKENS = 500;

export interface RecommenderOptions {
  model: string;
  /** All that it may recommend. Absent = what it makes up, within what a block may say. */
  features?: readonly FeatureItem[];
  complete: (completion: Completion) => Promise<string>;
  log: Log;
  /** For tests. Default 5 s. */
  timeoutMs?: number;
}

/**
 * Looks for one or two features of the application that help after a turn: one question to a small model, which sees
 * what the person said and what they were told, and nothing else. Asked only where the client shows such blocks, there
 * was an answer in words, and no block came with it. Whatever goes wrong, nothing is shown: an answer is taken as it is
 * or not at all, and nothing stands in for one.
 */
export function createRecommender(options: RecommenderOptions): AfterTurn {
  const { model, features, complete, log, timeoutMs = TIMEOUT_MS } = options;
  return async (turn) => {
    const offer = offerFor(turn);
    if (!offer || turn.stage.blocksShown > 0 || turn.reply.trim() === '') return;
    const facts = { turn_id: turn.turnId };
    try {
      const asked = { model, system: systemOf(offer, features), message: askedOf(turn), maxTokens: MAX_TOKENS };
      const asking = (signal: AbortSignal) => complete({ ...asked, signal });
      const data = blockDataIn(await inTime(asking, { timeoutMs, signal: turn.signal }), features);
      if (data === undefined) return log.debug(facts, 'the recommender recommends nothing');
      const { namespace, blockType: block_type, version } = offer;
      const outcome = turn.stage.show({ namespace, block_type, version, data, position: 'after_text' }, 'recommender');
      if ('refusal' in outcome)
        log.debug({ ...facts, code: outcome.refusal }, 'what the recommender recommends is refused');
    } catch (error) {
      log.warn({ ...facts, reason: reasonOf(error) }, 'the recommender gave no answer; the turn ends without it');
    }
  };
}

/** The kind of block, where the client has negotiated it. */
function offerFor({ client, stage }: SpokenTurn): BlockOffer | undefined {
  if (client?.dialect !== 'ubp') return undefined;
  return stage
    .offers()
    .find(
      ({ namespace, blockType }) => namespace === FEATURE_BLOCK.namespace && blockType === FEATURE_BLOCK.block_type,
    );
}
