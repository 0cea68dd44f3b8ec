import { describeCommands } from '../contract/commands.ts';
import { startDiscord } from './under-test.ts';

describeCommands('discord', startDiscord);
