import { emailPrinting } from '../contract/channels.ts';
import { describePrinting } from '../contract/printing.ts';

describePrinting(emailPrinting);
