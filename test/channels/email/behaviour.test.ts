import { describeBehaviour } from '../contract/behaviour.ts';
import { startMail } from './under-test.ts';

describeBehaviour('email', startMail, {
  groups: 'A mail is between two.',
  edits: 'What was sent by mail cannot be changed.',
});
