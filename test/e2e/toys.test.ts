import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChannelType } from '../../src/protocol/channel.ts';
import type { WidgetType } from '../../src/protocol/widget.ts';
import { allWidgets } from '../../src/widgets/all.ts';
import { pager } from '../toys/pager.ts';
import { rating } from '../toys/rating.ts';
import { REPLIES, startTestService, type TestService } from './service.ts';

const PAGER_TEMPLATE = `name: pager
version: "1"
body:
  number: "\${{ context.number }}"
  text: "\${{ response.content }}"
  keys: "\${{ ui.pager.keys }}"
`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    formation: `${REPLIES}channels:\n  pager: { url: "https://pager.example" }\n`,
    transformers: { pager: PAGER_TEMPLATE },
    channels: [pager as ChannelType],
    widgets: [rating as WidgetType],
  });
});
afterAll(() => service.end());

async function render(
  channel: string,
  ui: unknown[],
  context: object,
): Promise<{ payloads: unknown[]; notes: { code: string }[] }> {
  return (await service.post('/v1/render', { channel, ui, text: 'How was it?', context })).body;
}

describe('a widget and a channel from outside', () => {
  it.each([
    ['telegram', { chat_id: 1 }],
    ['slack', { channel: 'C1' }],
    ['discord', { channel_id: '1' }],
    ['email', { address: 'ann@acme.example' }],
    ['pager', { number: '112' }],
    ['web', { session_id: 's' }],
  ])('the new widget shows on %s', async (channel, context) => {
    const { payloads, notes } = await render(channel, [rating.sample], context);
    const shown = JSON.stringify(payloads);
    for (const label of ['1 star', '2 stars', '3 stars']) expect(shown).toContain(label);
    // A mail has words only, and says so.
    expect(notes.map((note) => note.code)).toEqual(channel === 'email' ? ['choices_as_text'] : []);
  });

  it('the new channel shows every widget', async () => {
    for (const type of allWidgets().values()) {
      const { payloads } = await render('pager', [type.sample], { number: '112' });
      expect(payloads, type.type).toHaveLength(1);
      expect(payloads[0]).toMatchObject({ number: '112', text: expect.stringContaining('How was it?') });
    }
  });

  it('CONTRIBUTING shows the code that runs here', () => {
    const page = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
    for (const name of ['rating', 'pager']) {
      const code = readFileSync(new URL(`../toys/${name}.ts`, import.meta.url), 'utf8');
      expect(page).toContain(
        code
          .replaceAll("'../../src/protocol/", "'../../protocol/")
          .replaceAll("'../../src/callback/", "'../../callback/"),
      );
      expect(code.split('\n').length).toBeLessThanOrEqual(31);
    }
    expect(page).toContain(PAGER_TEMPLATE.trim());
  });
});
