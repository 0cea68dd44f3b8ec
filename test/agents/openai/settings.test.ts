import { describe, expect, it } from 'vitest';
import { openAiSettings } from '../../../src/agents/openai/settings.ts';
import { schemaFaults } from '../../../src/protocol/schema-faults.ts';

const parse = (keys: object) =>
  openAiSettings.parse({ base_url: 'http://127.0.0.1:11434/v1', model: 'small', ...keys });

describe('the settings of a model', () => {
  it.each([
    ['http://127.0.0.1:11434/v1', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['https://llm.example/v1/', 'https://llm.example/v1/chat/completions'],
    ['https://llm.example', 'https://llm.example/chat/completions'],
    ['https://a.example/openai/v1?api-version=1', 'https://a.example/openai/v1/chat/completions?api-version=1'],
  ])('find the completions of %s', (base_url, url) => {
    expect(parse({ base_url }).endpoint.url).toBe(url);
  });

  it('send a key, or none where none is needed', () => {
    expect(parse({ api_key: 'sk-1' }).endpoint.headers).toEqual({ Authorization: 'Bearer sk-1' });
    expect(parse({ api_key: '' }).endpoint.headers).toEqual({});
    expect(parse({ headers: { 'api-key': 'k' } }).endpoint.headers).toEqual({ 'api-key': 'k' });
  });

  it('have defaults', () => {
    expect(parse({})).toEqual({
      endpoint: { url: 'http://127.0.0.1:11434/v1/chat/completions', headers: {}, silenceMs: 120_000 },
      model: 'small',
      systemMessage: '',
      maxSteps: 8,
    });
  });

  it.each<[object, RegExp]>([
    [{ base_url: 'ftp://x' }, /base_url: expected a URL that starts with https/],
    [{ base_url: 'https://ann:secret@x.example' }, /base_url: the URL holds a user name/],
    [{ model: '' }, /^model: /],
    [{ api_key: 'sk-1\n' }, /api_key: a key is ASCII without blanks/],
    [{ api_key: 'sk-1', headers: { authorization: 'x' } }, /headers\.authorization: api_key is sent under this name/],
    [{ temperature: 3 }, /^temperature: /],
    [{ max_steps: 0 }, /^max_steps: /],
    [{ modle: 'x' }, /"modle"/],
  ])('say what is wrong: %j', (keys, fault) => {
    const { error } = openAiSettings.safeParse({ base_url: 'https://x.example', model: 'small', ...keys });
    const [first] = error ? schemaFaults(error) : [];
    expect(first).toMatch(fault);
    expect(first).not.toContain('secret');
  });
});
