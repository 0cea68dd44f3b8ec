import { describe, expect, it } from 'vitest';
import { ChatEndpoint } from '../../../src/agents/openai/endpoint/chat-endpoint.ts';
import { type Answer, openChatServer } from './chat-server.ts';

/** What asking an endpoint comes to that answers so. */
async function askOne(
  answer: Answer,
  { maxWaitMs = 0, key = 'sk-test', model = 'small', path = '' }: Record<string, string | number> & object = {},
) {
  const server = await openChatServer([answer]);
  const headers = { Authorization: `Bearer ${key}` };
  const endpoint = new ChatEndpoint({ url: `${server.baseUrl}/chat/completions${path}`, headers, silenceMs: 5_000 });
  const messages = [{ role: 'user' as const, content: 'private words' }];
  const sending = { id: 'turn_1.1.1', signal: new AbortController().signal, maxWaitMs: Number(maxWaitMs) };
  return endpoint
    .ask({ model: String(model), messages, stream: true }, { ...sending, onWait: () => {} })
    .catch((error: Error) => error);
}

const FINE: Answer = { text: 'Hi.' };

describe('an endpoint that does not answer', () => {
  it.each<[string, Parameters<typeof askOne>, RegExp]>([
    [
      'a wrong key',
      [FINE, { key: 'sk-wrong-secret' }],
      /it answered 401 \(invalid_api_key\): the key is missing, wrong/,
    ],
    ['an unknown model', [FINE, { model: 'none' }], /404 \(model_not_found\): it knows no such path or no such model/],
    ['another path', [FINE, { path: '/x' }], /404 \(invalid_request_error\): .* Check agent\.base_url, which often/],
    ['a redirect', [{ status: 302, headers: { Location: 'https://elsewhere.example/' } }], /302, a redirect/],
    [
      'no quota',
      [
        {
          status: 429,
          error: { message: 'private words', code: 'insufficient_quota' },
          headers: { 'Retry-After': '0' },
        },
      ],
      /429: the account has no quota left/,
    ],
    ['too many requests', [{ status: 429, headers: { 'Retry-After': '3600' } }], /429: .* It asks to wait 3600 s\.$/],
    ['a fault', [{ status: 500, error: { message: 'private words' } }], /500, expected 200\. Its own log has more\.$/],
    [
      'a long conversation',
      [{ status: 400, error: { message: 'private words', code: 'context_length_exceeded' } }],
      /longer than the model takes\. A person can start over/,
    ],
    [
      'a model that calls no tools (Ollama)',
      [{ status: 400, error: { message: 'registry.example/library/tiny does not support tools', type: 'api_error' } }],
      /400 \(api_error\), and its words are about tools\. Choose a model that can call tools/,
    ],
    ['another complaint', [{ status: 422, error: { code: 'private words' } }], /422: it does not take the request/],
  ])('says what is wrong and what to do: %s', async (_what, [answer, options], sentence) => {
    const failure = await askOne(answer, options);
    expect(failure).toMatchObject({ code: 'agent_failed', message: expect.stringMatching(sentence) });
    const { message } = failure as Error;
    expect(message).not.toMatch(/secret|private words|127\.0\.0\.1/);
  });

  it('is waited for as long as it says, and told once that is too long', async () => {
    let calls = 0;
    const busy: Answer = (response) => {
      calls++;
      response.writeHead(503, { 'Retry-After': calls < 3 ? '0' : '2' }).end();
    };
    expect(await askOne(busy, { maxWaitMs: 1_500 })).toMatchObject({
      message: expect.stringMatching(/it answered 503, .*\. It asks to wait 2 s\.$/),
    });
    expect(calls).toBe(3);
  });

  it('is told the longest answer under its other name when it asks for that, from then on at once', async () => {
    const server = await openChatServer([FINE], { key: '', reasons: true });
    const endpoint = new ChatEndpoint({ url: `${server.baseUrl}/chat/completions`, headers: {}, silenceMs: 5_000 });
    for (const id of ['a', 'b']) {
      const messages = [{ role: 'user' as const, content: 'Hi' }];
      const answer = await endpoint.ask(
        { model: 'small', messages, stream: true, maxTokens: 99 },
        { id, signal: new AbortController().signal, maxWaitMs: 0, onWait: () => {} },
      );
      answer.destroy();
    }
    expect(server.refused.length).toBe(1);
    expect(server.asked.map(({ body }) => body.max_completion_tokens)).toEqual([99, 99]);
  });
});
