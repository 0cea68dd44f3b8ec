import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';
import { DialectReader, goOn, turnIn } from './streams/dialect-reading.ts';

const FEATURES = 'minara.feature_recommendation@1';
const QUOTE = 'acme.tools.bridge_quote@2';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation: `
agent:
  type: script
  replies:
    - when: { text: quote }
      turn:
        text: Here is a price.
        blocks:
          - { namespace: acme.tools, block_type: bridge_quote, version: 2.0.0, data: { price: 7 } }
          - { namespace: acme.tools, block_type: bridge_quote, version: 2.0.0, data: { price: hunter2 } }
    - turn:
        text: You could go on here.
        blocks:
          - namespace: minara
            block_type: feature_recommendation
            version: 1.0.0
            position: before_text
            data:
              items:
                - { id: wallet, label: Wallet, action: { kind: route, target: /wallet } }
                - { id: docs, label: Docs, action: { kind: external, url: "https://docs.acme.example/a" } }
            _meta: { minara/reason: hunter2 }
channels:
  telegram: { token: "1:test", api_root: API_ROOT }
  web: { app_url: "https://acme.example/app", external_hosts: [docs.acme.example], origins: ["https://acme.example"] }
ui_blocks:
  - namespace: acme.tools
    block_type: bridge_quote
    version: 2.3.0
    data: { type: object, properties: { price: { type: number } } }
`,
  });
});
afterAll(() => service.end());

async function chat(query: string, message: string) {
  const response = await fetch(`${service.url}/v1/chat/stream${query}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann' },
    body: JSON.stringify({ message }),
  });
  return { reader: await new DialectReader('ubp').read(response), headers: response.headers };
}

const blocksIn = ({ told }: DialectReader) =>
  told.parts.filter(({ event }) => event === 'ui_block').map(({ data }) => data as Record<string, unknown>);

describe('a stream of the UI Block Protocol', () => {
  it('carries the blocks that it negotiated, checked and cleaned [UBP-4, UBP-11, UBP-15, UBP-19, UBP-20]', async () => {
    const { reader, headers } = await chat(`?capabilities=${QUOTE}&capabilities=x.y@1,${FEATURES}`, 'features');
    expect(headers.get('x-footbridge-ignored-capabilities')).toBeNull();
    expect(reader.told.blocks).toEqual([
      { namespace: 'acme.tools', block_type: 'bridge_quote', version: 2 },
      { namespace: 'minara', block_type: 'feature_recommendation', version: 1 },
    ]);
    expect(blocksIn(reader)).toEqual([
      {
        id: expect.stringMatching(/^turn_[0-9A-Za-z]+\.1\.b1$/),
        namespace: 'minara',
        block_type: 'feature_recommendation',
        version: '1.0.0',
        data: {
          items: [
            { id: 'wallet', label: 'Wallet', action: { kind: 'route', target: '/wallet' } },
            { id: 'docs', label: 'Docs', action: { kind: 'external', url: 'https://docs.acme.example/a' } },
          ],
        },
        // The text was there first.
        position: 'inline',
        _meta: { 'minara/reason': 'hunter2' },
      },
    ]);
    expect(reader.text).toBe('You could go on here.');
  });

  it('carries the same block, with the same id, when it is read again [UBP-15]', async () => {
    const { reader } = await chat(`?capabilities=${FEATURES}`, 'features');
    const again = await goOn(service.url, turnIn(reader), { dialect: 'ubp', capabilities: FEATURES });
    expect(blocksIn(await new DialectReader('ubp').read(again))).toEqual(blocksIn(reader));
  });

  it('carries blocks of a formation whose data fits, and no other [UBP-17, UBP-52]', async () => {
    const { reader } = await chat(`?capabilities=${QUOTE}`, 'quote');
    expect(blocksIn(reader).map(({ version, data }) => [version, data])).toEqual([['2.3.0', { price: 7 }]]);
  });

  it('says the blocks in words that it did not negotiate [UBP-12, UBP-13]', async () => {
    for (const [query, supported] of [
      ['', undefined],
      ['?capabilities=', []],
      [`?capabilities=minara.feature_recommendation@2,${QUOTE.replace('@2', '@99999999999999999999')}`, []],
    ] as const) {
      const { reader } = await chat(query, 'features');
      expect(reader.told.blocks).toEqual(supported);
      expect(blocksIn(reader)).toEqual([]);
      expect(reader.text).toBe(
        'You could go on here.\n\nWallet: https://acme.example/app/wallet\nDocs: https://docs.acme.example/a',
      );
    }
  });

  it('starts whatever is declared, names what is no token, and counts it [UBP-7, UBP-9, HI-30]', async () => {
    const { reader, headers } = await chat(`?capabilities=Minara.x@1,${FEATURES},m.x@٣,a.b@1+`, 'features');
    expect(blocksIn(reader).length).toBe(1);
    expect(headers.get('x-footbridge-ignored-capabilities')).toBe('Minara.x%401, m.x%40%D9%A3, a.b%401%20');
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('footbridge_capabilities_ignored_total{fault="bad_segment"} 1');
    expect(metrics).toContain('footbridge_capabilities_ignored_total{fault="bad_version"} 2');
  });

  it('names what is no token in no more than a proxy passes on [UBP-9, UBP-10]', async () => {
    const long = (at: number) => `m${at}${'한'.repeat(60)}@1`;
    const { headers } = await chat(`?capabilities=${[1, 2, 3].map(long).join(',')}`, 'features');
    expect(headers.get('x-footbridge-ignored-capabilities')).toBe(encodeURIComponent(long(1)));
  });
});

describe('on a chat channel', () => {
  it('a recommendation is buttons, and its reason stays here [UBP-20, UBP-46]', async () => {
    const { telegram } = service;
    const ann = telegram.person('Ann');
    telegram.sendText(ann, ann, 'features');
    const ofBot = () => telegram.messages(ann.id).filter((message) => message.from?.id === telegram.bot.id);
    await expect.poll(() => ofBot().length).toBe(1);
    const [message] = ofBot();
    expect(message?.reply_markup?.inline_keyboard).toEqual([
      [
        { text: 'Wallet', url: 'https://acme.example/app/wallet' },
        { text: 'Docs', url: 'https://docs.acme.example/a' },
      ],
    ]);
    expect(JSON.stringify(telegram.calls)).not.toContain('hunter2');
  });

  it.each([
    ['telegram', { chat_id: 1 }],
    ['slack', { channel: 'C1' }],
    ['discord', { channel_id: '1' }],
    ['email', { address: 'ann@acme.example' }],
  ])(
    '%s would show what it can, and notes tell what is refused [UBP-21, UBP-25, UBP-30, HI-44]',
    async (channel, context) => {
      const recommend = (action: object, more: object = {}) => ({
        ...{ namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0' },
        ...{ data: { items: [{ id: 'a', label: 'Go on', action }] }, ...more },
      });
      const quote = {
        namespace: 'acme.tools',
        block_type: 'bridge_quote',
        version: '2.0.0',
        data: { price: 7_777_777_777 },
      };
      const blocks = [
        recommend({ kind: 'external', url: 'https://evil.example/' }),
        recommend({ kind: 'route', target: '/wallet/%2e%2e/admin' }),
        recommend({ kind: 'slash', command: '/buy BTC' }, { version: '2.0.0' }),
        recommend({ kind: 'slash', command: '/buy 5 BTC' }, { _meta: { 'minara/reason': 'hunter2' } }),
        recommend({ kind: 'slash', command: '/buy 6 BTC' }),
        quote,
        quote,
      ];
      const { status, body } = await service.post('/v1/render', { channel, turn: { text: 'Well:', blocks }, context });
      expect(status).toBe(200);
      const { payloads, notes } = body as { payloads: unknown[]; notes: { code: string; message: string }[] };
      expect(notes.map(({ code }) => code).filter((code) => code.startsWith('ui_block'))).toEqual([
        ...['ui_block_invalid_data', 'ui_block_invalid_data', 'ui_block_unknown_type'],
        ...['ui_block_duplicate', 'ui_block_turn_cap_exceeded'],
      ]);
      const shown = JSON.stringify(payloads);
      expect(shown).toContain('/buy 5 BTC');
      // Marks of Markdown may be escaped.
      expect(shown.replaceAll('\\', '')).toContain('acme.tools.bridge_quote 2.3.0 cannot be shown here.');
      expect(shown + JSON.stringify(notes)).not.toMatch(/hunter2|7777777777|evil\.example|admin/);
    },
  );
});

describe('the telemetry of blocks', () => {
  const report = (body: string, headers: Record<string, string>) =>
    fetch(`${service.url}/v1/telemetry/block-action`, { method: 'POST', body, headers });

  it('takes a beacon, and counts it [UBP-48]', async () => {
    const body = JSON.stringify({ blockId: 'ui_1', itemId: 'wallet', action: 'route' });
    const answer = await report(body, { Origin: 'https://acme.example', 'Content-Type': 'text/plain' });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('footbridge_block_actions_total{action="route"} 1');
  });

  it('refuses what is too large in the shape of all errors [UBP-50]', async () => {
    const answer = await report('x'.repeat(2_000), { 'Content-Type': 'text/plain' });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      object: 'error',
      type: 'error.too_large',
      error: { code: 'body_too_large', message: 'The body is larger than 1024 bytes. Send less.' },
    });
  });
});
