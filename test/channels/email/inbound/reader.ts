import { loadMailParser } from '../../../../src/channels/email/inbound/read/parse.ts';
import { createReadMail } from '../../../../src/channels/email/inbound/read/read-mail.ts';

/** Reads mail as the bot of the samples. */
export const readMail = createReadMail(await loadMailParser(), 'bot@bridge.example');
