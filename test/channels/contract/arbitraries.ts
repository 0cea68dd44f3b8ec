import fc from 'fast-check';
import type { Affordance } from '../../../src/protocol/affordance.ts';

const loneSurrogate = fc.constantFrom('\ud83d', '\ude00');
const hardGlyph = fc.constantFrom(
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  '👍🏽',
  'é̶̡̛',
  'क्षि',
  'שלום',
  'مرحبا',
  '\u2067אב\u2069',
  '\u202eabc',
  '地域',
  '&',
  '<b>',
  '<!channel>',
  '<@U012>',
  '@everyone',
  '*_~`|>#',
  '\\',
  '"',
  '\0',
  '\u2028',
  '\t',
);
const glyph = fc.oneof(
  { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
  { weight: 3, arbitrary: hardGlyph },
  { weight: 1, arbitrary: loneSurrogate },
);

/** 1 to 500 UTF-16 units and a little more, of every kind that labels come in. */
export const label = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Yes', 'No', 'Europe', 'United States', '1', ' ', '\u200b') },
  { weight: 4, arbitrary: glyph },
  {
    weight: 1,
    arbitrary: fc.array(glyph, { minLength: 1, maxLength: 60 }).map((glyphs) => glyphs.join('').slice(0, 500)),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(glyph, fc.integer({ min: 1, max: 100 })).map(([one, times]) => one.repeat(times).slice(0, 500)),
  },
);

const minted = fc
  .array(fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'), {
    minLength: 21,
    maxLength: 21,
  })
  .map((characters) => `ui_${characters.join('')}`);

const widgetId = fc.oneof(
  { weight: 20, arbitrary: minted },
  { weight: 1, arbitrary: fc.constantFrom('ui_same', `ui_${'x'.repeat(200)}`, 'not-ours', '') },
);

const urlPath = fc.webUrl({ withQueryParameters: true, withFragments: true });
const url = fc.oneof(
  { weight: 6, arbitrary: urlPath },
  { weight: 2, arbitrary: fc.tuple(urlPath, fc.string({ maxLength: 20 })).map(([base, tail]) => `${base}?${tail}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'http://localhost:3000/x',
      'https://127.0.0.1/',
      'https://8.8.8.8:8443/dns',
      'https://[2001:db8::1]/',
      'https://münchen.example/straße?q=ü#ä',
      'https://a.example/a b',
      'https://user:pw@a.example/',
      'https://a.example/100%/x|y^z`{}"<>\\',
      'https://a.example/?next=//b.example&x=[1]',
      `https://a.example/${'p'.repeat(700)}`,
      `https://a.example/${'p'.repeat(3000)}`,
      'javascript:alert(1)',
      'https://0x7f.1/',
      'https://a.example./',
      'nonsense',
    ),
  },
);

const options = fc
  .array(label, { maxLength: 25 })
  .map((labels) => labels.map((text, index) => ({ label: text, index })));

const command = fc.oneof(
  fc.constantFrom(
    '/buy 100 BTC',
    '/sell ',
    '/say "a" \\ <b> & c',
    `/long ${'x'.repeat(250)}`,
    `/wide ${'"'.repeat(200)}`,
  ),
  label,
);

const point = fc.record({ latitude: fc.double(), longitude: fc.double() });

/** Any affordance a widget could lower to. */
export const affordance: fc.Arbitrary<Affordance> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record(
      {
        type: fc.constant('choice' as const),
        widgetId,
        prompt: label,
        options,
        multi: fc.boolean(),
        submitLabel: label,
      },
      { requiredKeys: ['type', 'widgetId', 'prompt', 'options', 'multi'] },
    ),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('link' as const), widgetId, label, url }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('prefill' as const), widgetId, label, command }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('image' as const),
      widgetId,
      alt: label,
      png: fc.constant(async () => new Uint8Array()),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('table' as const),
      widgetId,
      headers: fc.array(label, { maxLength: 4 }),
      rows: fc.array(fc.array(label, { maxLength: 4 }), { maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('open' as const), widgetId, label, url }) },
  {
    weight: 1,
    arbitrary: fc.record(
      { type: fc.constant('note' as const), widgetId, text: label, point },
      { requiredKeys: ['type', 'widgetId', 'text'] },
    ),
  },
);

export const affordances = fc.array(affordance, { maxLength: 8 });

const word = fc.oneof(
  { weight: 10, arbitrary: fc.string({ minLength: 1, maxLength: 9 }) },
  { weight: 2, arbitrary: hardGlyph },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\n',
      '\n\n',
      '. ',
      '  ',
      'https://a.example/x_y*z?q=(1)',
      'https://a.example/x_y<@1>',
      '<https://a.example/x_y>',
      'https://).*<@1>',
      '```',
      '1. ',
      '\r\n',
    ),
  },
  { weight: 1, arbitrary: loneSurrogate },
);

/** Mostly short; one in ten up to 20,000 units, with and without places to cut. */
export const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.array(word, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('', ' ', '\n', '\n\n'),
        fc.integer({ min: 1, max: 20_000 }),
      )
      .map(([words, between, units]) => {
        const piece = words.join(between) + between;
        return piece.repeat(Math.ceil(units / piece.length)).slice(0, units);
      }),
  },
);

/**
 * The text as it comes to a printer: every choice is a numbered line, every link a label with its URL. `write` makes
 * Markdown of the words; without it they stand as a reader should see them.
 */
export function completed(
  said: string,
  all: readonly Affordance[],
  write: (words: string) => string = (words) => words,
): string {
  const paragraphs = [write(said)];
  for (const one of all) {
    if (one.type === 'choice')
      paragraphs.push(
        [write(one.prompt), ...one.options.map(({ label: shown, index }) => `${index + 1}. ${write(shown)}`)].join(
          '\n',
        ),
      );
    if (one.type === 'link') paragraphs.push(`${write(one.label)}: ${write(one.url)}`);
  }
  return paragraphs.join('\n\n');
}
