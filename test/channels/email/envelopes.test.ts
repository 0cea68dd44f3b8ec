import { describeEnvelopes } from '../contract/envelopes.ts';
import { startMail } from './under-test.ts';

// Nobody reaches the service from outside here, so every choice is made by its number.
describeEnvelopes('email', (agent) => startMail(agent, undefined), { typedAtMost: 1_001 });
