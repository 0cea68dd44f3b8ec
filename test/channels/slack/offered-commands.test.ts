import { describeCommands } from '../contract/commands.ts';
import { startSlack } from './under-test.ts';

describeCommands('slack', (agent) => startSlack(agent, 'http'));
describeCommands('slack in Socket Mode', (agent) => startSlack(agent, 'socket'));
