import { expect, it } from 'vitest';
import { exchange } from '../../../../src/channels/slack/install/exchange.ts';
import type { Answer } from '../../../../src/channels/slack/web-api.ts';
import { FakeHost } from '../../telegram/fake-host.ts';

const settings = { clientId: '1.2', clientSecret: 'hush', scopes: ['chat:write'], allow: undefined };
const redirectUri = 'https://bot.test/channels/slack/oauth';
const granted = { access_token: 'xoxb-1', token_type: 'bot', team: { id: 'T1', name: 'Acme' } };

/** Exchanges a code with a Slack that answers so. */
async function exchanged(answer: Answer) {
  const { log, lines } = new FakeHost();
  const asked: unknown[] = [];
  const call = async (...given: unknown[]) => {
    asked.push(given);
    return answer;
  };
  return { result: await exchange('c0de', { call, settings, redirectUri, log }), asked, lines };
}

it('asks Slack without a token, by the secret of the app', async () => {
  const { asked, result } = await exchanged({ type: 'yes', result: granted });
  expect(result).toMatchObject({ type: 'granted', granted: { id: 'T1', token: 'xoxb-1' } });
  expect(asked).toEqual([
    [
      'oauth.v2.access',
      undefined,
      { code: 'c0de', client_id: '1.2', client_secret: 'hush', redirect_uri: redirectUri },
    ],
  ]);
});

it.each([
  ['a token that runs out', { ...granted, expires_in: 43_200, refresh_token: 'xoxe-1' }, /token rotation turned on/],
  ['the token of a person', { ...granted, token_type: 'user' }, /no token of a bot/],
])('does not take %s, and tells the operator', async (_what, result, message) => {
  const told = await exchanged({ type: 'yes', result });
  expect(told.result).toEqual({ type: 'misconfigured' });
  expect(told.lines).toEqual([{ level: 'error', facts: {}, message: expect.stringMatching(message) }]);
});

it.each<[Answer]>([
  [{ type: 'silence', reason: 'Slack did not answer', mayBeDone: true }],
  [{ type: 'no', code: 'ratelimited', retryAfterMs: 1_000 }],
])('%j is no answer yet', async (answer) => {
  expect((await exchanged(answer)).result).toEqual({ type: 'unreached' });
});
