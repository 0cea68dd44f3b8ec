import { describe, expect, it } from 'vitest';
import { http } from '../../src/agents/http/index.ts';
import { linesOf, loaded } from './workshop.ts';

const START = 'id: acme\nagent: { type: script, replies: [] }\n';

async function findings(forward: string): Promise<string[]> {
  const lines = await linesOf(`${START}channels: { telegram: { token: a, forward: ${forward} } }\n`, { SHORT: 'abc' });
  return lines.map((line) => line.replace('formation.afs:', ''));
}

describe('where a channel is forwarded', () => {
  it('is read beside the settings of the channel', async () => {
    const forward =
      '{ url: "http://127.0.0.1:8001/v1/triggers/telegram", headers: { X-Muxi-Client-Key: k }, secret: "0123456789abcdef" }';
    const { channels, forwards } = await loaded({
      'formation.afs': `${START}channels: { telegram: { token: a, forward: ${forward} }, web: {} }\n`,
    });
    expect(channels.get('telegram')).toEqual({ token: 'a', mode: 'polling' });
    expect([...forwards]).toEqual([
      [
        'telegram',
        {
          url: 'http://127.0.0.1:8001/v1/triggers/telegram',
          headers: { 'X-Muxi-Client-Key': 'k' },
          secret: '0123456789abcdef',
          silenceMs: 120_000,
        },
      ],
    ]);
  });

  it.each([
    ['https://a.example', '3:44: error: channels.telegram.forward: expected a map, found text.'],
    ['{}', '3:35: error: channels.telegram.forward.url: missing, expected text.'],
    [
      '{ url: a.example }',
      '3:51: error: channels.telegram.forward.url: expected a URL that starts with https:// or http://.',
    ],
    [
      '{ url: "https://me:pw@a.example" }',
      '3:51: error: channels.telegram.forward.url: the URL holds a user name or a password. Send them as a header instead.',
    ],
    [
      '{ url: "https://a.example", header: {} }',
      '3:72: error: channels.telegram.forward: "header" is not known here. Did you mean "headers"? Allowed: url, headers, secret, timeout_ms.',
    ],
    [
      '{ url: "https://a.example", headers: { Webhook-Id: a } }',
      '3:95: error: channels.telegram.forward.headers.Webhook-Id: this header is set by Footbridge itself. Remove it.',
    ],
    [
      '{ url: "https://a.example", headers: { "a b": c } }',
      '3:90: error: channels.telegram.forward.headers."a b": no name of a header: letters, digits and "-".',
    ],
    [
      '{ url: "https://a.example", headers: { X-A: "ü" } }',
      '3:88: error: channels.telegram.forward.headers.X-A: a header holds ASCII only, on one line.',
    ],
    [
      '{ url: "https://a.example", secret: "${{ secrets.SHORT }}" }',
      '3:80: error: channels.telegram.forward.secret: too short to sign with: use 16 random bytes or more, e.g. from: openssl rand -hex 32',
    ],
    [
      '{ url: "https://a.example", timeout_ms: 1 }',
      '3:84: error: channels.telegram.forward.timeout_ms: found 1, expected at least 100.',
    ],
  ])('%s is told with its place', async (forward, line) => {
    expect(await findings(forward)).toEqual([line]);
  });

  it('is nowhere, where each request is answered itself', async () => {
    const forward = 'forward: { url: "https://a.example" }';
    expect(await linesOf(`${START}channels: { web: { ${forward} } }\n`)).toEqual([
      'formation.afs:3:20: error: channels.web.forward: nothing can be forwarded here, since each request is answered itself. Use an agent of the type "http".',
    ]);
  });
});

describe('the settings of the http agent', () => {
  it('are those of an endpoint', () => {
    expect(http.settings.parse({ url: 'https://a.example/turn' })).toEqual({
      url: 'https://a.example/turn',
      headers: {},
      silenceMs: 120_000,
    });
    expect(http.settings.safeParse({ url: 'https://a.example', secret: `whsec_${'A'.repeat(20)}` }).success).toBe(
      false,
    );
    expect(http.settings.safeParse({ url: 'https://a.example', secret: `whsec_${'A'.repeat(24)}` }).success).toBe(true);
  });
});
