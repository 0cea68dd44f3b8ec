import { discordPrinting } from '../contract/channels.ts';
import { describePrinting } from '../contract/printing.ts';

describePrinting(discordPrinting);
