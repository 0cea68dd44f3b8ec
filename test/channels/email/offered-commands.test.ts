import { describeCommands } from '../contract/commands.ts';
import { startMail } from './under-test.ts';

describeCommands('email', startMail);
