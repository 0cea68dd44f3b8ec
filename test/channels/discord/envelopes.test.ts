import { describeEnvelopes } from '../contract/envelopes.ts';
import { startDiscord } from './under-test.ts';

describeEnvelopes('discord', startDiscord);
