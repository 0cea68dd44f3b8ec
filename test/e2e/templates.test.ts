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
