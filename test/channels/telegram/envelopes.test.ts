import { describeEnvelopes } from '../contract/envelopes.ts';
import { startTelegram } from './under-test.ts';

describeEnvelopes('telegram', startTelegram);
