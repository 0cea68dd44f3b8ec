import { expect, it, onTestFinished } from 'vitest';
import { json, openEndpoint, stream } from '../../agents/endpoint.ts';
import { startTestService } from '../service.ts';

const SOON = { timeout: 10_000, interval: 20 };

it("shows a formation's own widgets, and gives it what was pressed; a press elsewhere is nobody's [MUXI-26, MUXI-30]", async () => {
  const widget = {
    type: 'options',
    id: 'ui_made_by_muxi_00000001',
    prompt: 'Which region?',
    options: [
      { value: 'us', label: 'United States' },
      { value: 'eu', label: 'Europe' },
    ],
    multi: false,
  };
  const frames = `data: {"token":"Which region?"}\n\nevent: ui\ndata: ${JSON.stringify({ ui: [widget] })}\n\nevent: done\ndata: {}\n\n`;
  const formation = await openEndpoint([stream(frames), json({ data: { message: { content: 'Fine.' } } })]);
  const service = await startTestService({
    formation: `agent: { type: muxi, url: "${formation.url}" }
channels: { telegram: { token: "1:test", api_root: API_ROOT } }
`,
  });
  onTestFinished(() => service.end());
  const { telegram } = service;
  const [ann, bo] = [telegram.person('Ann'), telegram.person('Bo')];
  const read = () => telegram.messages(ann).filter(({ from }) => from?.id === telegram.bot.id);
  telegram.sendText(ann, ann, 'deploy');
  await expect.poll(() => read().length, SOON).toBe(1);
  expect(read()[0]?.text).toBe('Which region?\n\n1. United States\n2. Europe');
  expect(JSON.stringify(read()[0]?.reply_markup)).toContain('"callback_data":"ui_made_by_muxi_00000001#1"');
  // Somebody else's chat holds no such question.
  const theirs = await service.post('/bridge/telegram', {
    chat_id: bo.id,
    text: 'Go?',
    reply_markup: { inline_keyboard: [[{ text: 'Yes', callback_data: 'ui_made_by_muxi_00000001#0' }]] },
  });
  expect(theirs.status).toBe(202);
  await expect.poll(() => telegram.messages(bo).length, SOON).toBe(1);
  const copied = { chat: bo, message_id: telegram.messages(bo)[0]?.message_id ?? 0 };
  expect(await telegram.press(bo, copied, 0)).toMatchObject({ text: 'This question has expired.' });

  const toast = await telegram.press(ann, { chat: ann, message_id: read()[0]?.message_id ?? 0 }, 1);
  expect(toast.text).toBe('Recorded: Europe');
  await expect.poll(() => read().at(-1)?.text, SOON).toBe('Fine.');
  expect(formation.got.map(({ body }) => JSON.parse(body).ui_response)).toEqual([
    undefined,
    { id: 'ui_made_by_muxi_00000001', value: 'eu' },
  ]);
});
