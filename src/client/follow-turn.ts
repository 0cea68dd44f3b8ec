import { type FollowEnd, type FollowOptions, followFrames, type StreamResponse } from './stream/follow-frames.ts';
import type { TurnState } from './turn/turn-state.ts';

/**
 * Reads a turn to its end, over as many connections as that takes: gives what is known of it after every frame that
 * told something new.
 */
export async function* followTurn<Refused extends StreamResponse>(
  options: FollowOptions<Refused>,
): AsyncGenerator<TurnState, FollowEnd<Refused>> {
  const frames = followFrames(options);
  try {
    for (let step = await frames.next(); ; step = await frames.next()) {
      if (step.done) return step.value;
      yield step.value.state;
    }
  } finally {
    await frames.return({ type: 'lost' });
  }
}
