import { describe, expect, it } from 'vitest';
import type { TemplateVariables } from '../../../src/protocol/transformer.ts';
import { bundledTransformers, load, loaded } from '../workshop.ts';

const AFS = 'id: acme\nagent: { type: script, replies: [] }\n';

function variables(more: Partial<TemplateVariables> = {}): TemplateVariables {
  return {
    response: { content: 'Which one?' },
    context: {},
    agent: { name: 'acme' },
    timestamp: '2026-11-30T12:00:00.000Z',
    ui: {},
    ...more,
  };
}

async function bodyOf(name: string, more: Partial<TemplateVariables>): Promise<string> {
  const { transformers } = await loaded({ 'formation.afs': AFS });
  return JSON.stringify(transformers.get(name)?.body(variables(more)));
}

describe('the bundled transformers', () => {
  it('shape a Telegram message', async () => {
    const ui = { telegram: { reply_markup: { inline_keyboard: [[{ text: 'A', callback_data: 'ui_1#0' }]] } } };
    expect(await bodyOf('telegram', { context: { chat_id: 42, message_thread_id: 7 }, ui })).toBe(
      '{"chat_id":42,"message_thread_id":7,"text":"Which one?","parse_mode":"HTML","reply_markup":{"inline_keyboard":[[{"text":"A","callback_data":"ui_1#0"}]]}}',
    );
    expect(await bodyOf('telegram', { context: { chat_id: 42 } })).toBe(
      '{"chat_id":42,"text":"Which one?","parse_mode":"HTML"}',
    );
  });

  it('shape a Slack message', async () => {
    const ui = { slack: { blocks: [{ type: 'divider' }] } };
    expect(await bodyOf('slack', { context: { channel: 'C1', thread_ts: '1.2' }, ui })).toBe(
      '{"channel":"C1","thread_ts":"1.2","text":"Which one?","blocks":[{"type":"divider"}]}',
    );
    expect(await bodyOf('slack', { context: { channel: 'C1' } })).toBe('{"channel":"C1","text":"Which one?"}');
  });

  it('shape a Discord message that pings nobody [CH-58]', async () => {
    const ui = { discord: { components: [{ type: 1 }] } };
    expect(await bodyOf('discord', { context: { channel_id: '9' }, ui })).toBe(
      '{"content":"Which one?","components":[{"type":1}],"allowed_mentions":{"parse":[]}}',
    );
    expect(await bodyOf('discord', { context: { channel_id: '9' } })).toBe(
      '{"content":"Which one?","allowed_mentions":{"parse":[]}}',
    );
  });

  it('shape a mail that no robot answers', async () => {
    expect(await bodyOf('email', { context: { address: 'me@a.example', subject: 'Re: Order' } })).toBe(
      '{"to":"me@a.example","subject":"Re: Order","text":"Which one?","headers":{"Auto-Submitted":"auto-replied"}}',
    );
    const ui = { email: { choices: [{ prompt: 'Which one?', options: [] }] } };
    const response = { content: 'Which one?', html: '<p>Which one?</p>' };
    expect(await bodyOf('email', { context: { address: 'me@a.example', subject: 'Re: Order' }, response, ui })).toBe(
      '{"to":"me@a.example","subject":"Re: Order","text":"Which one?","html":"<p>Which one?</p>","choices":[{"prompt":"Which one?","options":[]}],"headers":{"Auto-Submitted":"auto-replied"}}',
    );
    expect(await bodyOf('email', { context: { address: 'me@a.example' } })).toContain('"subject":"New message"');
  });

  it('say how their text is written, and whether they show widgets', async () => {
    const { transformers } = await loaded({ 'formation.afs': AFS });
    const facts = Array.from(transformers.values(), ({ name, content, usesUi }) => ({ name, content, usesUi }));
    expect(facts).toEqual([
      { name: 'discord', content: { format: 'markdown', maxLength: 2000, overflow: 'split' }, usesUi: true },
      { name: 'email', content: { format: 'plain' }, usesUi: true },
      { name: 'slack', content: { format: 'mrkdwn', overflow: 'split' }, usesUi: true },
      { name: 'telegram', content: { format: 'html', maxLength: 4096, overflow: 'split' }, usesUi: true },
    ]);
  });

  it('render in well under a microsecond or two', async () => {
    const { transformers } = await loaded({ 'formation.afs': AFS });
    const telegram = transformers.get('telegram');
    const values = variables({ context: { chat_id: 42 }, ui: { telegram: { reply_markup: {} } } });
    const rounds = 100_000;
    const perCallUs = () => {
      const started = performance.now();
      for (let round = 0; round < rounds; round += 1) telegram?.body(values);
      return ((performance.now() - started) * 1000) / rounds;
    };
    // The best of a few: other work on the machine is not ours to measure.
    expect(Math.min(...Array.from({ length: 5 }, perCallUs))).toBeLessThan(2);
  });
});

describe("a formation's own transformer", () => {
  it('shadows the bundled one of its name and leaves the others', async () => {
    const { transformers } = await loaded({
      'formation.afs': AFS,
      'transformers/slack.yaml': 'name: slack\nbody: { channel: general }\n',
      'transformers/ops.yml': 'name: ops\nbody: { a: 1 }\n',
      'transformers/notes.txt': 'not one',
    });
    expect([...transformers.keys()].sort()).toEqual(['discord', 'email', 'ops', 'slack', 'telegram']);
    expect(transformers.get('slack')?.body(variables())).toEqual({ channel: 'general' });
  });

  it('does not fall back to the bundled one when it is broken', async () => {
    const { formation, lines } = await load({
      'formation.afs': `${AFS}proactive: { channels: { ops: { transformer: slack } } }\n`,
      'transformers/slack.yaml': 'name: slack\n',
    });
    expect(formation).toBeUndefined();
    // Nothing is said about the bundled one, which would have no endpoint for this.
    expect(lines).toEqual(['transformers/slack.yaml:1:1: error: body: missing, expected a map.']);
  });

  it('cannot be there twice', async () => {
    const { lines } = await load({
      'formation.afs': AFS,
      'transformers/ops.yaml': 'name: ops\nbody: {}\n',
      'transformers/ops.yml': 'name: ops\nbody: {}\n',
    });
    expect(lines).toEqual([
      'transformers/ops.yml:1:1: error: There is also ops.yaml in this folder. Keep one of them.',
    ]);
  });

  it('is found by the proactive channels that name it, and needs no url when it has an endpoint', async () => {
    const { proactive } = await loaded({
      'formation.afs': `${AFS}proactive: { channels: { ops: { transformer: ops } } }\n`,
      'transformers/ops.yaml': 'name: ops\nbody: {}\nendpoint: { url: "https://a.example" }\n',
    });
    expect(proactive.channels.get('ops')).toEqual({ transformer: 'ops', context: {} });
  });

  it('is told when the bundled ones are missing', async () => {
    const missing = `${bundledTransformers}-absent`;
    const { lines } = await load({ 'formation.afs': AFS }, { bundled: missing });
    expect(lines).toEqual([`${missing}:1:1: error: The folder cannot be read (ENOENT).`]);
  });
});
