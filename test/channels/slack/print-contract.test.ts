import { slackPrinting } from '../contract/channels.ts';
import { describePrinting } from '../contract/printing.ts';

describePrinting(slackPrinting);
