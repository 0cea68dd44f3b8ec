import type { Dialect } from '../protocol/ui/turn-client.ts';
import { agentUi } from './agent-ui/encoder.ts';
import type { Encoder, StreamAbout } from './encoder.ts';
import { muxi } from './muxi/encoder.ts';
import { ubp } from './ubp/encoder.ts';

/** What writes a stream in each of the published dialects. */
export const ENCODERS: Readonly<Record<Dialect, (about: StreamAbout) => Encoder>> = {
  muxi,
  ubp,
  'agent-ui': agentUi,
};
