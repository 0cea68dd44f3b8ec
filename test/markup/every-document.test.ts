import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { discord } from '../../src/channels/discord/index.ts';
import { slack } from '../../src/channels/slack/index.ts';
import { telegram } from '../../src/channels/telegram/index.ts';
import type { Dialect } from '../../src/markup/dialects/dialect.ts';
import { parseMarkdown } from '../../src/markup/parse/parse-markdown.ts';
import { splitTree } from '../../src/markup/split/split-tree.ts';
import type { Affordance } from '../../src/protocol/affordance.ts';
import type { PrintedPart } from '../../src/protocol/channel.ts';
import { loadOracles, type Oracles, oraclesMissing } from '../channels/contract/oracles.ts';
import { type Document, documents, longDocuments } from './documents.ts';
import { READINGS, type Reading } from './readers.ts';

/** The first word that is not there, or not where it should be. */
function missingWord(shown: string, words: Document['words']): string | undefined {
  let from = 0;
  for (const group of words) {
    let end = from;
    for (const word of group) {
      const at = shown.indexOf(word, from);
      if (at === -1) return word;
      end = Math.max(end, at + word.length);
    }
    from = end;
  }
  return undefined;
}

interface Printed {
  parts: string[];
  problems: string[];
}

function print({ dialect, read, faults }: Reading, { markdown, words }: Document, maxUnits: number): Printed {
  const tree = parseMarkdown(markdown, dialect);
  const parts = splitTree(tree, maxUnits, dialect).map((part) => dialect.print(part));
  const problems = parts.flatMap(faults);
  for (const part of parts) {
    const units = dialect.countsWords ? read(part).length : part.length;
    if (units > maxUnits) problems.push(`${units} units of ${maxUnits}`);
    if (/\p{Surrogate}/u.test(part)) problems.push('a lone surrogate');
  }
  const missing = missingWord(parts.map(read).join('\n'), words);
  if (missing !== undefined) problems.push(`no ${missing}`);
  return { parts, problems: problems.map((problem) => `${problem} (${dialectName(dialect)})`) };
}

function dialectName(dialect: Dialect): string {
  return Object.entries(READINGS).find(([, reading]) => reading.dialect === dialect)?.[0] ?? 'unknown';
}

describe('any document, in every dialect', () => {
  it('is balanced and keeps every word in order, 10,000 times', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const problems = Object.values(READINGS).flatMap((one) => print(one, document, one.maxUnits).problems);
        expect(problems).toEqual([]);
      }),
      { numRuns: 10_000 },
    );
  }, 120_000);

  it('is so in parts too, of a few hundred characters and of many', () => {
    fc.assert(
      fc.property(longDocuments, fc.double({ min: 0, max: 1, noNaN: true }), (document, share) => {
        const problems = Object.values(READINGS).flatMap((one) => {
          const units = one.minUnits + Math.floor((one.maxUnits - one.minUnits) * share);
          return print(one, document, units).problems;
        });
        expect(problems).toEqual([]);
      }),
      { numRuns: 300 },
    );
  }, 120_000);
});

const region: Affordance = {
  type: 'choice',
  widgetId: 'ui_0123456789abcdefghijk',
  prompt: 'Which region?',
  options: ['Europe', 'Asia'].map((label, index) => ({ label, index })),
  multi: false,
};

describe.skipIf(oraclesMissing)(`any document, by the platforms' specifications`, () => {
  let oracles: Oracles;
  beforeAll(async () => {
    oracles = await loadOracles();
  });

  /** The faults of a message, sent as the bundled template sends it. */
  const judges = {
    telegram: ({ content, ui }: PrintedPart) =>
      oracles.telegram('sendMessage', { chat_id: 42, text: content, parse_mode: 'HTML', ...ui }),
    slack: ({ content, ui }: PrintedPart) => oracles.slackMessage({ channel: 'C012345', text: content, ...ui }),
    discord: ({ content, ui }: PrintedPart) =>
      oracles.discordMessage({ content, allowed_mentions: { parse: [] }, ...ui }),
  };

  it.each([telegram, slack, discord])(
    'is accepted by $name in every part, with buttons and without',
    (channel) => {
      const judge = judges[channel.name as keyof typeof judges];
      fc.assert(
        fc.property(fc.oneof(documents, longDocuments), fc.boolean(), ({ markdown }, asks) => {
          const { parts } = channel.print(asks ? [region] : [], markdown, channel.content);
          for (const part of parts) expect(judge(part)).toEqual([]);
        }),
        { numRuns: 700 },
      );
    },
    120_000,
  );
});
