import { describeCommands } from '../contract/commands.ts';
import { startTelegram } from './under-test.ts';

describeCommands('telegram', startTelegram);
