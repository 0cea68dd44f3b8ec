import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { listening } from './endpoint.ts';
import { call, result, row as rowOf, running } from './running.ts';

interface Oracles {
  discordMessage(payload: unknown): string[];
  discordCallback(payload: unknown): string[];
}

type Component = Record<string, unknown>;

interface Payload {
  content?: string;
  flags?: number;
  embeds?: object[];
  components?: Component[];
  allowed_mentions?: object;
  nonce?: string;
}

const ask = rowOf('a');

const oraclesUrl = new URL('../../../../shared/specs/oracles.mjs', import.meta.url);

const within = (component: unknown): Component[] => {
  if (Array.isArray(component)) return component.flatMap(within);
  if (typeof component !== 'object' || component === null) return [];
  const { components, accessory, options } = component as Component;
  return [component as Component, ...within(components), ...within(accessory), ...within(options)];
};

const strings = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(strings) : [];

/**
 * Where the emulator and the specification rightly differ on a new message. Each entry names payloads that are left out
 * of the comparison, and why.
 */
const KNOWN_DIFFERENCES: { why: string; applies: (payload: Payload) => boolean }[] = [
  {
    why: 'Discord trims texts: one of blanks is none. The schema counts them.',
    applies: (payload) => strings(payload).some((text) => text !== '' && text.trim() === ''),
  },
  {
    why: 'The emulator counts UTF-16 units, the schema code points; Discord does not say which.',
    applies: (payload) => strings(payload).some((text) => text.length > 25 && /[\ud800-\udfff]/.test(text)),
  },
  {
    why: 'Discord reads URLs and their schemes; the schema checks their length only.',
    applies: ({ components }) =>
      within(components).some(({ url }) => typeof url === 'string' && !url.startsWith('https://')),
  },
  {
    why: 'A select has a row for itself, and asks for no more values than it has options; the schema does not relate them.',
    applies: ({ components }) =>
      within(components).some(
        ({ components: inner, options, max_values: max = 1, min_values: min = 1 }) =>
          (Array.isArray(inner) && inner.length > 1 && inner.some(({ type }) => type === 3)) ||
          (Array.isArray(options) && options.length > 0 && (Number(max) > options.length || Number(min) > Number(max))),
      ),
  },
  {
    why: 'Discord wants the flag for the newer components and then no content; the schema takes them together.',
    applies: ({ components = [], flags, content, embeds }) =>
      flags === 32768
        ? Boolean(content) || (embeds ?? []).length > 0 || components.length === 0
        : components.some(({ type }) => type === 10 || type === 17),
  },
  {
    why: 'Displayed texts and embeds have a limit in all, which the schema does not know.',
    applies: ({ components, embeds }) =>
      strings(embeds).join('').length > 6000 ||
      within(components)
        .flatMap(({ type, content }) => (type === 10 ? [String(content)] : []))
        .join('').length > 4000,
  },
];

const sized = (...sizes: number[]) =>
  fc.tuple(fc.constantFrom('x', 'é', '選', '🙂'), fc.constantFrom(...sizes)).map(([unit, count]) => unit.repeat(count));
const words = (limit: number) =>
  fc.oneof(
    { weight: 14, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }) },
    { weight: 1, arbitrary: sized(0, limit, limit + 1) },
  );
const rarely = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: usual }, { weight: 1, arbitrary: odd });

const customId = fc.oneof({ weight: 6, arbitrary: fc.uuid() }, fc.constantFrom('a', 'b'), sized(0, 100, 101));
const url = fc.oneof(
  { weight: 6, arbitrary: fc.webUrl({ validSchemes: ['https'] }) },
  fc.constantFrom(512, 513).map((size) => 'https://a.example/'.padEnd(size, 'x')),
  fc.constantFrom('ftp://a.example', 'a.example'),
);
const pressed: fc.Arbitrary<Component> = fc.record(
  {
    type: fc.constant(2),
    style: rarely(fc.constantFrom(1, 2, 3, 4), fc.constantFrom(0, 7)),
    label: words(80),
    custom_id: customId,
    disabled: fc.boolean(),
  },
  { requiredKeys: ['type', 'style', 'label', 'custom_id'] },
);
const link: fc.Arbitrary<Component> = fc.record({ type: fc.constant(2), style: fc.constant(5), label: words(80), url });
const oddButton: fc.Arbitrary<Component> = fc.record(
  {
    type: fc.constant(2),
    style: fc.constantFrom(1, 5),
    label: words(80),
    custom_id: customId,
    url,
    emoji: fc.constantFrom({ name: '👍' }, {}),
  },
  { requiredKeys: ['type', 'style'] },
);
const option = fc.record(
  { label: words(100), value: rarely(fc.uuid(), words(100)), description: words(100), default: fc.constant(false) },
  { requiredKeys: ['label', 'value'] },
);
const select: fc.Arbitrary<Component> = fc.record(
  {
    type: fc.constant(3),
    custom_id: customId,
    options: fc.oneof(
      { weight: 8, arbitrary: fc.array(option, { minLength: 1, maxLength: 4 }) },
      fc
        .constantFrom(0, 25, 26)
        .map((count) => Array.from({ length: count }, (_, index) => ({ label: 'x', value: `${index}` }))),
    ),
    placeholder: words(150),
    min_values: fc.integer({ min: -1, max: 2 }),
    max_values: fc.integer({ min: 0, max: 3 }),
  },
  { requiredKeys: ['type', 'custom_id', 'options'] },
);
/** Ids of which two are often the same. */
const few = fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('a', 'b'));
const optionOf = (value: string) => ({ label: 'x', value });
const row = fc.record({
  type: fc.constant(1),
  components: fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(fc.oneof({ weight: 6, arbitrary: pressed }, link, oddButton), { minLength: 1, maxLength: 3 }),
    },
    { weight: 4, arbitrary: select.map((only) => [only]) },
    { weight: 1, arbitrary: fc.array(pressed, { maxLength: 6 }) },
    { weight: 1, arbitrary: fc.constant([{ type: 99 }]) },
    { weight: 2, arbitrary: few.map((ids) => ids.map((id) => ({ type: 2, style: 1, label: 'x', custom_id: id }))) },
    { weight: 2, arbitrary: few.map((ids) => [{ type: 3, custom_id: 's', options: ids.map(optionOf) }]) },
  ),
});
const display = fc.record({ type: fc.constant(10), content: words(4000) });
const container = fc.record({
  type: fc.constant(17),
  components: fc.array(fc.oneof(row, display), { maxLength: 3 }),
});
const embed = fc.record(
  {
    title: words(256),
    description: words(4096),
    color: fc.constantFrom(0, 0xffffff, 0x1000000, -1),
    footer: fc.record({ text: words(2048) }),
    fields: fc.array(fc.record({ name: words(256), value: words(1024) }), { maxLength: 26 }),
  },
  { requiredKeys: ['title'] },
);
const allowed = fc.constantFrom(
  { parse: [] },
  { parse: ['users', 'roles', 'everyone'] },
  { parse: ['users'], users: ['1'] },
  { users: ['1', '2'] },
  { parse: ['nobody'] },
);
const payload: fc.Arbitrary<Payload> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        content: words(2000),
        embeds: fc.array(embed, { maxLength: 2 }),
        components: fc.oneof(
          { weight: 8, arbitrary: fc.array(row as fc.Arbitrary<Component>, { maxLength: 3 }) },
          fc.constantFrom(5, 6).map((count) =>
            Array.from(
              { length: count },
              (_, index): Component => ({
                type: 1,
                components: [{ type: 2, style: 1, label: 'x', custom_id: `${index}` }],
              }),
            ),
          ),
        ),
        allowed_mentions: allowed,
        nonce: words(25),
      },
      { requiredKeys: [] },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      flags: fc.constant(32768),
      components: fc.array(fc.oneof(row, display, container) as fc.Arbitrary<Component>, {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
);

describe.skipIf(!existsSync(oraclesUrl))('beside the OpenAPI file (skipped without the shared specs folder)', () => {
  let oracles: Oracles;
  beforeAll(async () => {
    const [{ default: Ajv }, { default: addFormats }, { makeOracles }] = await Promise.all([
      import('ajv/dist/2020.js'),
      import('ajv-formats'),
      import(oraclesUrl.href) as Promise<{ makeOracles: (deps: object) => Oracles }>,
    ]);
    oracles = makeOracles({ Ajv, addFormats });
  });

  it('accepts and refuses the same messages, but for the listed differences', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const counts = { accepted: 0, refused: 0, skipped: 0 };
    await fc.assert(
      fc.asyncProperty(payload, async (message) => {
        if (KNOWN_DIFFERENCES.some(({ applies }) => applies(message))) {
          counts.skipped++;
          return;
        }
        const faults = oracles.discordMessage(message);
        const { status, body } = await call(emulator, `POST /channels/${id}/messages`, message);
        counts[status === 200 ? 'accepted' : 'refused']++;
        expect({ faults, answer: JSON.stringify(body), status }).toSatisfy(
          () => (status === 200) === (faults.length === 0),
        );
      }),
      { numRuns: 500 },
    );
    expect(counts.accepted).toBeGreaterThan(60);
    expect(counts.refused).toBeGreaterThan(60);
    expect(counts.skipped).toBeLessThan(250);
  });

  it('accepts and refuses the same answers to interactions', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const question = await result(emulator, `POST /channels/${id}/messages`, { components: [ask] });
    const counts = { accepted: 0, refused: 0 };
    let answer: object = {};
    const app = await listening({ publicKey: emulator.application.publicKey, answer: () => answer });
    expect((await emulator.setInteractionsUrl(app.url)).isVerified).toBe(true);
    const ann = emulator.person('Ann');
    await fc.assert(
      fc.asyncProperty(payload, fc.constantFrom(4, 7), async ({ nonce: _, ...data }, type) => {
        const isEmpty = !data.content && !data.embeds?.length && !data.components?.length;
        // A change of a message is compared with what the message says, which the schema does not know.
        if (isEmpty || (type === 7 && data.flags) || KNOWN_DIFFERENCES.some(({ applies }) => applies(data))) return;
        answer = { type, data };
        const faults = oracles.discordCallback(answer);
        const shown = await emulator.press(ann, question, 'a', question);
        counts[shown.isAnswered ? 'accepted' : 'refused']++;
        expect({ faults, shown }).toSatisfy(() => shown.isAnswered === (faults.length === 0));
        const back = { content: null, embeds: [], components: [ask] };
        await result(emulator, `PATCH /channels/${id}/messages/${question.id}`, back);
      }),
      { numRuns: 300 },
    );
    expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(15);
  });

  it('differs only where it is listed', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const menu = { type: 3, custom_id: 's', options: [{ label: 'x', value: 'x' }] };
    const samples: Payload[] = [
      { content: ' ' },
      { components: [{ type: 1, components: [{ type: 2, style: 1, custom_id: 'a', label: '🙂'.repeat(41) }] }] },
      { components: [{ type: 1, components: [{ type: 2, style: 5, label: 'x', url: 'ftp://a.example' }] }] },
      { components: [{ type: 1, components: [{ ...menu, max_values: 2 }] }] },
      { components: [{ type: 10, content: 'x' }] },
      { embeds: Array(2).fill({ description: 'x'.repeat(4000) }) },
    ];
    for (const [index, sample] of samples.entries()) {
      expect(oracles.discordMessage(sample)).toEqual([]);
      expect((await call(emulator, `POST /channels/${id}/messages`, sample)).status).toBe(400);
      expect(KNOWN_DIFFERENCES[index]?.applies(sample)).toBe(true);
    }
  });
});
