import { describe, expect, it } from 'vitest';
import { linesOf, loaded } from './workshop.ts';

const MODEL = 'agent: { type: openai, base_url: "https://llm.example/v1", model: small }';

describe('a recommender', () => {
  it('asks a model of the agent', async () => {
    const { recommender } = await loaded({ 'formation.afs': `id: acme\n${MODEL}\nrecommender: { model: tiny }\n` });
    expect(recommender).toEqual({ model: 'tiny' });
  });

  it('is a load error where the agent has none', async () => {
    expect(await linesOf('id: acme\nagent: { type: script, replies: [] }\nrecommender: { model: tiny }\n')).toEqual([
      'formation.afs:3:1: error: recommender: it asks a model behind the agent\'s endpoint, and an agent of the type "script" has none. Remove it, or use an agent of the type openai.',
    ]);
  });
});
