import { describe, expect, it } from 'vitest';
import { linesOf, loaded } from './workshop.ts';

const MODEL = 'agent: { type: openai, base_url: "https://llm.example/v1", model: small }';

describe('a recommender', () => {
  it('asks a model of the agent', async () => {
    const { recommender } = await loaded({ 'formation.afs': `id: acme\n${MODEL}\nrecommender: { model: tiny }\n` });
    expect(recommender).toEqual({ model: 'tiny' });
  });

  it('may choose from a list', async () => {
    const item = '{ id: chart, label: Chart, action: { kind: route, target: /charts } }';
    const { recommender } = await loaded({
      'formation.afs': `id: acme\n${MODEL}\nrecommender: { model: tiny, features: [${item}] }\n`,
    });
    expect(recommender?.features).toEqual([
      { id: 'chart', label: 'Chart', action: { kind: 'route', target: '/charts' } },
    ]);
  });

  it.each([
    [
      '{ id: Chart, label: Chart, action: { kind: route, target: /charts } }',
      /^6:13: .*\[0\]\.id: must be a lower-case/,
    ],
    [
      '{ id: a, label: This label is far too long, action: { kind: route, target: /a } }',
      /label: must have at most 20/,
    ],
    ['{ id: a, label: A, action: { kind: route, target: //evil.example } }', /action: is refused/],
    ['{ id: a, label: A, action: { kind: slash, command: /a }, colour: red }', /"colour" is not known here/],
    [
      '{ id: a, label: A, action: { kind: slash, command: /a } }\n    - { id: a, label: B, action: { kind: slash, command: /b } }',
      /^7:13: .*\[1\]\.id: another feature has this id/,
    ],
  ])('is told what is wrong with a feature: %s', async (item, fault) => {
    const lines = await linesOf(`id: acme\n${MODEL}\nrecommender:\n  model: tiny\n  features:\n    - ${item}\n`);
    expect(lines.join('\n').replaceAll('formation.afs:', '')).toMatch(fault);
  });

  it('is a load error where the agent has none', async () => {
    expect(await linesOf('id: acme\nagent: { type: script, replies: [] }\nrecommender: { model: tiny }\n')).toEqual([
      'formation.afs:3:1: error: recommender: it asks a model behind the agent\'s endpoint, and an agent of the type "script" has none. Remove it, or use an agent of the type openai.',
    ]);
  });
});
