import { describeBehaviour } from '../contract/behaviour.ts';
import { startDiscord } from './under-test.ts';

describeBehaviour('discord', startDiscord);
