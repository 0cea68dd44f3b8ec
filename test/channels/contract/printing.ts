import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeCallback } from '../../../src/callback/data.ts';
import type { Affordance, ChoiceAffordance } from '../../../src/protocol/affordance.ts';
import type { Printed, PrintedPart } from '../../../src/protocol/channel.ts';
import { markdownText } from '../../../src/protocol/markdown-text.ts';
import type { ContentFormat } from '../../../src/protocol/transformer.ts';
import { cpuClock } from '../../cpu-clock.ts';
import { affordances, completed, text } from './arbitraries.ts';
import { loadOracles, type Oracles, oraclesMissing } from './oracles.ts';

/** What the suite has to know of a channel. */
export interface PrintingUnderTest {
  name: string;
  print(affordances: readonly Affordance[], text: string, content: ContentFormat): Printed;
  content: ContentFormat;
  /** The request body, as the bundled template makes it. */
  wrap(part: PrintedPart): unknown;
  /** Faults that the platform's specification finds. */
  judge(oracles: Oracles, payload: unknown): string[];
  /** The words that a reader sees of a message's content. */
  read(content: string): string;
  /** Callback strings of all buttons and options in a message's native UI. */
  picks(ui: PrintedPart['ui']): string[];
}

const CASES = 2_000;

/** The printing that every channel promises. Each channel runs it; what is special to one stands in its own tests. */
export function describePrinting(channel: PrintingUnderTest): void {
  const { name, print, content } = channel;

  describe(`${name} prints anything`, () => {
    describe.skipIf(oraclesMissing)(`by the platform's specification`, () => {
      let oracles: Oracles;
      beforeAll(async () => {
        oracles = await loadOracles();
      });

      it(`makes payloads that the platform accepts, ${CASES} times [MUXI-34, MUXI-36, MUXI-37, MUXI-38]`, () => {
        fc.assert(
          fc.property(affordances, text, (all, said) => {
            for (const given of [completed(said, all), completed(said, all, markdownText)]) {
              const { parts } = print(all, given, content);
              for (const part of parts) expect(channel.judge(oracles, channel.wrap(part))).toEqual([]);
            }
          }),
          { numRuns: CASES },
        );
      }, 120_000);
    });

    it(`loses no word and no choice, ${CASES} times [MUXI-7, MUXI-31, CH-56]`, () => {
      fc.assert(
        fc.property(affordances, text, (all, said) => {
          const given = completed(said, all);
          const { parts } = print(all, completed(said, all, markdownText), content);
          const shown = withoutSpace(parts.map((part) => channel.read(part.content)).join(''));
          expect(shown.startsWith(withoutSpace(given)) || isUnseen(given)).toBe(true);

          const picks = new Set(parts.flatMap((part) => channel.picks(part.ui)));
          for (const choice of all.filter((one) => one.type === 'choice')) {
            for (const option of choice.options) {
              const isNumbered = shown.includes(withoutSpace(`${option.index + 1}. ${option.label}`));
              expect(isNumbered || picks.has(`${choice.widgetId}#${option.index}`)).toBe(true);
            }
          }
          for (const pick of picks) expect(isOffered(pick, all)).toBe(true);
        }),
        { numRuns: CASES },
      );
    }, 120_000);

    it('writes well-formed strings only, with UI on the last message alone', () => {
      fc.assert(
        fc.property(affordances, text, (all, said) => {
          const { parts } = print(all, completed(said, all), content);
          expect(/\p{Surrogate}/u.test(parts.map((part) => channel.read(part.content)).join(''))).toBe(false);
          // An escape of a lone surrogate has an odd number of backslashes before it: words may say "\\ud800".
          expect(JSON.stringify(parts)).not.toMatch(/(?<!\\)(?:\\\\)*\\ud[89a-f]/);
          for (const part of parts.slice(0, -1)) expect(part.ui).toEqual({});
        }),
        { numRuns: 300 },
      );
    });

    it('keeps to the limit of a template, and prints the same thing twice', () => {
      fc.assert(
        fc.property(affordances, text, fc.integer({ min: 40, max: 3_000 }), (all, said, maxLength) => {
          const given = completed(said, all);
          for (const overflow of ['split', 'truncate'] as const) {
            const format = { ...content, maxLength, overflow };
            const printed = print(all, given, format);
            expect(print(all, given, format)).toEqual(printed);
            if (overflow === 'split' && content.maxLength === undefined) continue;
            if (overflow === 'truncate') expect(printed.parts.length).toBeLessThanOrEqual(1);
            const counted = (part: PrintedPart) =>
              name === 'telegram' ? channel.read(part.content).length : part.content.length;
            for (const part of printed.parts) expect(counted(part)).toBeLessThanOrEqual(maxLength);
          }
        }),
        { numRuns: 300 },
      );
    });

    it('says nothing where there is nothing to say [CH-38, CH-60]', () => {
      for (const empty of ['', ' \n\t ', '\u200b', '\0']) expect(print([], empty, content).parts).toEqual([]);
    });

    it('prints text without widgets with no UI key at all [MUXI-34]', () => {
      const { parts, notes } = print([], 'Hello', content);
      expect([parts.map((part) => [part.content, part.ui]), notes]).toEqual([[['Hello', {}]], []]);
    });

    it('makes the words itself when the text is blank, so that no button stands alone', () => {
      const { parts, notes } = print([region], '', content);
      expect(channel.read(parts[0]?.content ?? '')).toBe('Which region?\n1. Europe\n2. Asia');
      expect(notes.map(({ code }) => code)).toContain('text_empty');
    });

    it('prints a megabyte without a place to cut in well under a second [CH-23]', () => {
      for (const unit of ['a', '🙂', '👨‍👩‍👧', '🇩🇪', 'e\u0301', '&', '*', '\\', 'a ', '\n']) {
        const long = `x${unit.repeat(Math.ceil(1_000_000 / unit.length))}x`;
        const spentMs = cpuClock();
        const { parts } = print([region], long, content);
        expect(spentMs()).toBeLessThan(1_000);
        expect(withoutSpace(parts.map((part) => channel.read(part.content)).join(''))).toBe(withoutSpace(long));
      }
    });

    it('survives 100,000 options and an endless label', () => {
      const many = Array.from({ length: 100_000 }, (_, index) => ({ label: `Option ${index}`, index }));
      const huge = { ...region, options: [{ label: 'z'.repeat(1_000_000), index: 0 }] };
      for (const choice of [{ ...region, options: many }, huge, { ...region, widgetId: 'a'.repeat(1_000_000) }]) {
        expect(print([choice], 'Pick', content).parts.length).toBeGreaterThan(0);
      }
    });
  });
}

const region: ChoiceAffordance = {
  type: 'choice',
  widgetId: 'ui_0123456789abcdefghijk',
  prompt: 'Which region?',
  options: [
    { label: 'Europe', index: 0 },
    { label: 'Asia', index: 1 },
  ],
  multi: false,
};

/** Printers may cut at white space and keep words apart with U+200B. */
function withoutSpace(words: string): string {
  return words
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\s\p{Cc}\u200b]+/gu, '');
}

function isUnseen(words: string): boolean {
  return !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(words);
}

function isOffered(pick: string, all: readonly Affordance[]): boolean {
  const decoded = decodeCallback(pick);
  return all.some(
    (one) =>
      one.type === 'choice' && one.widgetId === decoded?.id && one.options.some(({ index }) => index === decoded.index),
  );
}
