import type { Dialect } from '../markup/dialects/dialect.ts';
import { discordMarkdown } from '../markup/dialects/discord-markdown.ts';
import { mailHtml } from '../markup/dialects/mail-html.ts';
import { plainText } from '../markup/dialects/plain-text.ts';
import { slackMrkdwn } from '../markup/dialects/slack-mrkdwn.ts';
import { asIs } from '../markup/escape.ts';
import { layOut, partsOf } from '../markup/lay-out.ts';
import { NO_LITERALS } from '../markup/literals.ts';
import { addWords, completeText, type InWords } from '../markup/words.ts';
import type { ChannelType } from '../protocol/channel.ts';
import type { ContentFormat } from '../protocol/transformer.ts';

const AS_WRITTEN: Dialect = { ...discordMarkdown, escape: asIs, literals: NO_LITERALS };

/** Markdown stays as the author wrote it: whoever reads it asked for that. */
const DIALECTS: Readonly<Record<ContentFormat['format'], Dialect>> = {
  plain: plainText,
  html: mailHtml,
  mrkdwn: slackMrkdwn,
  markdown: AS_WRITTEN,
};

/** Text for a receiver of whom nothing is known: in the format that the template names, in one part unless it sets a limit. */
export const printAsText: ChannelType['print'] = (affordances, text, content) => {
  const out: InWords = { words: [], notes: [] };
  for (const affordance of affordances) addWords(affordance, out);
  const room = {
    dialect: DIALECTS[content.format],
    readsMarkdown: content.format !== 'markdown',
    maxUnits: Number.POSITIVE_INFINITY,
    lastUnits: Number.POSITIVE_INFINITY,
  };
  return { parts: partsOf(layOut(completeText(text, affordances, out), content, room, out.notes)), notes: out.notes };
};
