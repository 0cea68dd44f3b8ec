import { describe, expect, it } from 'vitest';
import { runCheck } from '../../src/cli/check.ts';
import { load } from './workshop.ts';

async function check(files: Record<string, string>): Promise<{ code: number; printed: string[] }> {
  const printed: string[] = [];
  const code = await runCheck({ load: () => load(files), write: (line) => printed.push(line) });
  return { code, printed };
}

describe('checking a formation', () => {
  it('says in one line that a good one is ready', async () => {
    const afs = 'id: acme\nagent: { type: script, replies: [] }\nchannels: { web: , telegram: { token: "" } }\n';
    expect(await check({ 'formation.afs': afs })).toEqual({
      code: 0,
      printed: [
        'acme is ready. Agent: script. Channels: telegram, web. Transformers: discord, email, slack, telegram.',
      ],
    });
  });

  it('prints what is wrong and counts it', async () => {
    const { code, printed } = await check({
      'formation.afs': 'id: acme\nagent: { type: scrpt }\nui: { widgets: 1 }\n',
      'transformers/telegram.yaml': 'name: telegram\nbody: {}\ncontent_transform: { format: html }\n',
    });
    expect(code).toBe(1);
    expect(printed.map((line) => line.replace(/^.*\/(formation|transformers)/, '$1'))).toEqual([
      'formation.afs:2:16: error: agent.type: found "scrpt". Did you mean "script"? Allowed: script, openai.',
      'formation.afs:3:16: error: ui.widgets: expected true or false, found the number 1.',
      'transformers/telegram.yaml:3:30: warning: content_transform.format: Telegram would show the tags. Add "parse_mode: HTML" to the body.',
      'Not ready: 2 errors and 1 warning.',
    ]);
  });
});
