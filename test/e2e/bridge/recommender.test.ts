import { describe, expect, it, onTestFinished } from 'vitest';
import { type Answer, openChatServer } from '../../agents/openai/chat-server.ts';
import { startTestService } from '../service.ts';

const ITEM = { id: 'deposit', label: 'Add money', action: { kind: 'modal', name: 'deposit' } };
const FEATURES = 'features: [{ id: deposit, label: Add money, action: { kind: modal, name: deposit } }]';
const CAPABLE = '?capabilities=minara.feature_recommendation@1';

async function serviceWith(answers: readonly Answer[], features = '') {
  const server = await openChatServer(answers);
  const service = await startTestService({
    formation: `agent: { type: openai, base_url: "${server.baseUrl}", model: small, api_key: sk-test }
recommender: { model: tiny${features && `, ${features}`} }
channels: { web: {} }
`,
  });
  onTestFinished(() => service.end());
  return { server, service };
}

/** What a client of the UI Block Protocol reads of a turn, and how often the model was asked. */
async function turnOf(answers: readonly Answer[], { query = CAPABLE, features = '' } = {}) {
  const { server, service } = await serviceWith(answers, features);
  const response = await fetch(`${service.url}/v1/chat/stream${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
    body: JSON.stringify({ message: 'How do I add money?' }),
  });
  const frames = [...(await response.text()).matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
  expect(server.refused).toEqual([]);
  return {
    types: frames.map(({ type }) => type as string).filter((type) => type !== 'text_delta'),
    order: frames.map(({ type }) => type as string),
    text: frames.flatMap(({ type, data }) => (type === 'text_delta' ? (data.delta as string) : [])).join(''),
    block: frames.find(({ type }) => type === 'ui_block')?.data,
    asked: server.asked.map(({ body }) => body),
  };
}

const reply: Answer = { text: 'By a deposit.' };

describe('a recommendation after a turn', () => {
  it.each([
    ['made up by the model', '', { items: [ITEM] }],
    ["chosen from the formation's list", FEATURES, { items: [{ id: 'deposit' }] }],
  ])('%s comes before the end of the turn [UBP-31, UBP-34]', async (_what, features, answer) => {
    const { types, block, asked } = await turnOf([reply, { text: JSON.stringify(answer) }], { features });
    expect(types).toEqual(['start', 'ui_block', 'done']);
    expect(block).toMatchObject({
      ...{ namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0', position: 'after_text' },
      data: { items: [ITEM] },
    });
    expect(asked.map(({ model }) => model)).toEqual(['small', 'tiny']);
    expect(JSON.parse(asked[1]?.messages.at(-1)?.content ?? '')).toEqual({
      question: 'How do I add money?',
      answer: 'By a deposit.',
    });
  });

  it.each<[string, string | undefined]>([
    ['with words before it', 'One question.'],
    ['with words and a space before it', 'One question. '],
    ['alone', undefined],
  ])('comes behind all of the text, and is made of all of it: a question %s [UBP-31, UBP-32]', async (_what, text) => {
    const args = { prompt: 'Which?', choices: ['card', 'transfer'] };
    const asking: Answer = { ...(text !== undefined && { text }), calls: [{ name: 'ask_user', args }] };
    const all = `${text === undefined ? '' : `${text.trimEnd()}\n\n`}Which?\n1. card\n2. transfer`;
    const turn = await turnOf([asking, { text: JSON.stringify({ items: [ITEM] }) }]);
    expect(turn.text.replace('. \n', '.\n')).toBe(all);
    expect(JSON.parse(turn.asked[1]?.messages.at(-1)?.content ?? '')).toMatchObject({ answer: all });
    expect(turn.order.lastIndexOf('text_delta')).toBeLessThan(turn.order.indexOf('ui_block'));
    expect(turn.order.slice(-3)).toEqual(['ui_block', 'pending_question_created', 'done']);
  });

  it.each(['So.', 'So. ', 'So.\n'])('says nothing twice to whoever stops the turn meanwhile: %j', async (text) => {
    const args = { prompt: 'Which?', choices: ['card', 'transfer'] };
    const { server, service } = await serviceWith([{ text, calls: [{ name: 'ask_user', args }] }, () => {}]);
    const chat = (message: string) =>
      fetch(`${service.url}/v1/chat/stream${CAPABLE}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
        body: JSON.stringify({ message, session_id: 's' }),
      }).then((response) => response.text());
    const asked = chat('How?');
    await expect.poll(() => server.asked.length, { timeout: 5_000 }).toBe(2);
    await chat('/stop');
    const deltas = [...(await asked).matchAll(/^data: \{"type":"text_delta","data":(.+)\}$/gm)];
    const said = deltas.map(([, data]) => (JSON.parse(data ?? '') as { delta: string }).delta).join('');
    expect(said).toMatch(/^So\.\s*\n\nWhich\?\n1\. card\n2\. transfer\n\nStopped\b[^\n]*$/);
  });

  it.each<[string, Answer]>([
    ['none', { text: 'none' }],
    [
      'five items',
      { text: JSON.stringify({ items: Array.from({ length: 5 }, (_, at) => ({ ...ITEM, id: `i${at}` })) }) },
    ],
    ['an unknown icon', { text: JSON.stringify({ items: [{ ...ITEM, icon: 'rocket' }] }) }],
    [
      'an unknown modal',
      { text: JSON.stringify({ items: [{ ...ITEM, action: { kind: 'modal', name: 'transfer' } }] }) },
    ],
    ['an error', { status: 500, error: {} }],
  ])('is none when the model says %s, and the turn ends as ever [UBP-33, HI-44]', async (_what, answer) => {
    expect((await turnOf([reply, answer])).types).toEqual(['start', 'done']);
  });

  it('is not asked for where the client does not show it [UBP-32]', async () => {
    expect((await turnOf([reply], { query: '' })).asked.length).toBe(1);
  });
});
