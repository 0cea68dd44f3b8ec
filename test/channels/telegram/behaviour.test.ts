import { describeBehaviour } from '../contract/behaviour.ts';
import { startTelegram } from './under-test.ts';

describeBehaviour('telegram', startTelegram);
