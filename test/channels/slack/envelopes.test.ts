import { describeEnvelopes } from '../contract/envelopes.ts';
import { startSlack } from './under-test.ts';

describeEnvelopes('slack', startSlack);
