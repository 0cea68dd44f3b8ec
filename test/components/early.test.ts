import express from 'express';
import { describe, expect, it } from 'vitest';
import { hasBrowser, useStage } from './stage.ts';

/** A page whose script sets what it has before the elements are known, as frameworks do. */
const early = express.Router();
early.get('/early', (_request, response) => {
  response.type('html').send(`<!doctype html><html lang="en_US"><title>Early</title><body>
    <footbridge-choices></footbridge-choices><footbridge-history-panel></footbridge-history-panel>
    <footbridge-turn></footbridge-turn><script src="/early.js"></script>
    <script type="module" src="/components/define.js"></script></body></html>`);
});
early.get('/early.js', (_request, response) => {
  response.type('js').send(`
    const [choices, panel, turn] = document.body.children;
    choices.question = { id: 'q', prompt: 'Which one?', choices: [{ value: 'a', label: 'First' }], multi: false };
    panel.panel = { deviceIds: ['pump-1'], startMs: 0, endMs: 1000 };
    turn.dialect = 'ubp';
    turn.state = { parts: [{ type: 'text', text: 'Hello there' }] };`);
});

describe.skipIf(!hasBrowser)('elements in the markup of a page', () => {
  const open = useStage();

  it('take what was set before they were defined, in a page whose language is no tag that browsers know', async () => {
    const page = await open({ service: early });
    await page.goto(new URL('/early', page.url()).href);
    await page.getByRole('radio', { name: 'First' }).waitFor();
    await page.getByText('pump-1').waitFor();
    await page.getByText('Hello there').waitFor();
    expect(
      await page.evaluate(() => {
        const turn = document.querySelector('footbridge-turn') as InstanceType<typeof footbridge.FootbridgeTurn>;
        return [turn.dialect, turn.state.parts.length];
      }),
    ).toEqual(['ubp', 1]);
  });
});
