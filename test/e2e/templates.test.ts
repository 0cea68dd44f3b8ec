import { expect, it, onTestFinished } from 'vitest';
import { startTestService } from './service.ts';

const PLAIN = `name: telegram
version: "1"
body: { chat_id: "\${{ context.chat_id }}", text: "\${{ response.content }}" }
`;

it.each([
  ['a chart without words', { tool: 'show_chart', args: { spec: { series: [{ type: 'pie', data: [7] }] } } }, '7'],
  ['a place', { tool: 'zoom_to_map', args: { center: [8.5, 47.3], zoom: 10 } }, '47.3, 8.5'],
])('a template that names no ui.* says %s in words, once', async (_, call, words) => {
  const channels = 'channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n';
  const formation = `agent: { type: script, replies: [{ turn: { text: x } }] }\n${channels}`;
  const service = await startTestService({ formation, transformers: { telegram: PLAIN } });
  onTestFinished(() => service.end());
  for (const text of ['', 'Look.']) {
    const turn = { text, tool_calls: [call] };
    const { body } = await service.post('/v1/render', { channel: 'telegram', turn, context: { chat_id: 1 } });
    const { payloads } = body as { payloads: { text: string }[] };
    expect(payloads.map((payload) => payload.text.split(words).length - 1)).toEqual([1]);
    expect(payloads[0]?.text.startsWith(text)).toBe(true);
  }
});

it('a template that names no ui.* says what the text does not, and tells that widgets go as text', async () => {
  const channels = 'channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n';
  const web = '  web: { external_hosts: [x.example] }\n';
  const formation = `agent: { type: script, replies: [{ turn: { text: x } }] }\n${channels}${web}`;
  const service = await startTestService({ formation, transformers: { telegram: PLAIN } });
  onTestFinished(() => service.end());
  const rendered = async (turn: object) => {
    const { body } = await service.post('/v1/render', { channel: 'telegram', turn, context: { chat_id: 1 } });
    const { payloads, notes } = body as { payloads: { text: string }[]; notes: { code: string }[] };
    return { text: payloads[0]?.text ?? '', codes: notes.map(({ code }) => code) };
  };
  const items = [{ id: 'd', label: 'Docs', hint: 'all', action: { kind: 'external', url: 'https://x.example/docs' } }];
  const card = { namespace: 'minara', block_type: 'feature_recommendation', version: '1.0.0', data: { items } };
  const linked = { text: 'See Docs: https://x.example/docs, please.', blocks: [card] };
  expect(await rendered(linked)).toEqual({ text: linked.text, codes: ['ui_not_in_template'] });
  const cart = { uri: 'ui://shop/cart', mimeType: 'text/html;profile=mcp-app', text: '<p>' };
  const result = { content: [{ type: 'resource', resource: cart }] };
  const app = await rendered({ text: 'Your cart.', mcp_results: [{ server: 'shop', tool: 'cart', result }] });
  expect(app.text).toMatch(/^Your cart\.\n\n.*cart.*http/);
});
