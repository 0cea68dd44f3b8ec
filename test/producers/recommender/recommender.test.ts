import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRecommender } from '../../../src/producers/recommender/create-recommender.ts';
import type { Completion } from '../../../src/protocol/agent.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { SpokenTurn } from '../../../src/protocol/ui/after-turn.ts';
import type { BlockOffer, CandidateBlock } from '../../../src/protocol/ui/block-type.ts';
import type { FeatureItem } from '../../../src/protocol/ui/feature-items.ts';

const FEATURES: BlockOffer = {
  ...{ namespace: 'minara', blockType: 'feature_recommendation', version: '1.0.0', description: 'Features.' },
  dataSchema: { type: 'object', properties: { items: { type: 'array' } } },
};
const DATA = { items: [{ id: 'deposit', label: 'Deposit', action: { kind: 'modal', name: 'deposit' } }] };

const LIST: FeatureItem[] = [
  { id: 'chart', label: 'Price chart', hint: 'Of today', action: { kind: 'route', target: '/charts' } },
  { id: 'buy', label: 'Buy', action: { kind: 'slash', command: '/buy' } },
];

/** Asks a recommender after a turn. Gives the questions to the model, and what was shown. */
async function recommendAfter(
  complete: (completion: Completion) => Promise<string>,
  {
    about = {},
    timeoutMs = 5_000,
    features,
  }: { about?: Partial<SpokenTurn>; timeoutMs?: number; features?: readonly FeatureItem[] } = {},
) {
  const asked: Completion[] = [];
  const shown: [CandidateBlock, string][] = [];
  const stage: SpokenTurn['stage'] = {
    blocksShown: 0,
    offers: () => [{ ...FEATURES, namespace: 'acme' }, FEATURES],
    show(candidate, provenance) {
      shown.push([candidate, provenance]);
      return { refusal: 'ui_block_invalid_data', message: 'No.' };
    },
    ...about.stage,
  };
  const recommend = createRecommender({
    model: 'tiny',
    log: silentLog,
    timeoutMs,
    ...(features && { features }),
    complete(completion) {
      asked.push(completion);
      return complete(completion);
    },
  });
  await recommend({
    ...{ turnId: 't', message: 'How do I add money?', reply: 'By a deposit.', client: { dialect: 'ubp' } },
    signal: new AbortController().signal,
    ...about,
    stage,
  });
  return { asked, shown };
}

const answering = (answer: string) => async () => answer;

describe('the recommender', () => {
  it('asks once, with the question and the answer and nothing else, and shows what fits [UBP-31, UBP-34]', async () => {
    const { asked, shown } = await recommendAfter(answering(JSON.stringify(DATA)));
    expect(asked.length).toBe(1);
    expect(asked[0]).toMatchObject({ model: 'tiny', maxTokens: 500 });
    expect(JSON.parse(asked[0]?.message ?? '')).toEqual({ question: 'How do I add money?', answer: 'By a deposit.' });
    expect(asked[0]?.system).toContain('{"type":"object","properties":{"items":{"type":"array"}}}');
    const block = { namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' };
    expect(shown).toEqual([[{ ...block, data: DATA, position: 'after_text' }, 'recommender']]);
  });

  it.each<[string, Partial<SpokenTurn>]>([
    ['no web client asked', { client: undefined }],
    ['the client speaks another dialect', { client: { dialect: 'agent-ui' } }],
    ['the client has not negotiated such blocks', { stage: { offers: () => [] } as unknown as SpokenTurn['stage'] }],
    ['a block was shown', { stage: { blocksShown: 1 } as SpokenTurn['stage'] }],
    ['nothing was said', { reply: ' \n' }],
  ])('is not asked when %s [UBP-32]', async (_what, about) => {
    expect(await recommendAfter(answering(JSON.stringify(DATA)), { about })).toEqual({ asked: [], shown: [] });
  });

  it.each([
    'none',
    'None.',
    '',
    'deposit',
    `Sure! ${JSON.stringify(DATA)}`,
    '{"items":[',
    '{"__proto__":{}}',
    'x'.repeat(99_999),
  ])('shows nothing for %.20j, and repairs nothing [UBP-33]', async (answer) => {
    expect((await recommendAfter(answering(answer))).shown).toEqual([]);
  });

  it('hands on whatever JSON it gets, whole: the check of blocks refuses it whole [HI-44]', async () => {
    const items = Array.from({ length: 5 }, () => DATA.items[0]);
    expect((await recommendAfter(answering(JSON.stringify({ items })))).shown.map(([{ data }]) => data)).toEqual([
      { items },
    ]);
  });

  it('shows nothing when the model fails, and ends well [UBP-33]', async () => {
    expect((await recommendAfter(() => Promise.reject(new Error('away')))).shown).toEqual([]);
  });

  it('waits no longer than its time, though the model is deaf [UBP-33]', async () => {
    let isAborted = false;
    const startedMs = performance.now();
    const { shown } = await recommendAfter(
      ({ signal }) => {
        signal.addEventListener('abort', () => {
          isAborted = true;
        });
        return sleep(60_000, JSON.stringify(DATA), { ref: false });
      },
      { timeoutMs: 50 },
    );
    expect([shown, isAborted]).toEqual([[], true]);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
  });

  it('ends at once when the turn does', async () => {
    const deaf = () => sleep(60_000, '', { ref: false });
    expect((await recommendAfter(deaf, { about: { signal: AbortSignal.abort() } })).shown).toEqual([]);
  });

  it('chooses by id from the list of a formation, whose words and actions count', async () => {
    const { asked, shown } = await recommendAfter(answering('{"items":[{"id":"buy"},{"id":"chart"}]}'), {
      features: LIST,
    });
    expect(asked[0]?.system).toContain('{"id":"chart","label":"Price chart","hint":"Of today"}');
    expect(asked[0]?.system).not.toMatch(/charts|JSON Schema/);
    expect(shown.map(([{ data }]) => data)).toEqual([{ items: [LIST[1], LIST[0]] }]);
  });

  it.each([
    '{"items":[{"id":"buy"},{"id":"sell"}]}',
    '{"items":[]}',
    '{"items":[{"id":"buy"},{"id":"chart"},{"id":"buy"}]}',
    '{"items":[{"id":"buy","label":"Click me"}]}',
    '["buy"]',
    JSON.stringify(DATA),
  ])('shows nothing for %s, which is not of the list [UBP-33, HI-44]', async (answer) => {
    expect((await recommendAfter(answering(answer), { features: LIST })).shown).toEqual([]);
  });

  it('gives a small model a small question', async () => {
    const { asked } = await recommendAfter(answering('none'), {
      about: { message: `a${'x'.repeat(100_000)}`, reply: `${'y'.repeat(100_000)}z` },
    });
    const { question, answer } = JSON.parse(asked[0]?.message ?? '');
    expect([question.length, answer.length, question[0], answer.at(-1)]).toEqual([4000, 4000, 'a', 'z']);
  });
});
