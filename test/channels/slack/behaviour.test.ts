import { describeBehaviour } from '../contract/behaviour.ts';
import { startSlack } from './under-test.ts';

describeBehaviour('slack', (agent) => startSlack(agent, 'http'));
describeBehaviour('slack in Socket Mode', (agent) => startSlack(agent, 'socket'));
