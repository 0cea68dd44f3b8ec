import { describe, expect, it } from 'vitest';
import { agentTurnSchema } from '../../src/protocol/agent-turn.ts';
import { allWidgets } from '../../src/widgets/all.ts';
import { cpuClock } from '../cpu-clock.ts';
import { made } from './made.ts';

const everything = {
  text: 'Hello',
  mcp_results: [
    {
      server: 'weather',
      tool: 'map',
      result: { content: [{ type: 'resource', resource: { uri: 'ui://a/b', text: '<p>' } }] },
    },
  ],
  tool_results: [{ tool: 'pay', result: { _link: { url: 'https://pay.example' } } }],
  credential_redirect: { service: 'github' },
  credential_choice: { service: 'github', accounts: [{ value: 'a' }] },
  clarification: { prompt: 'Which?', choices: [{ value: 'x' }] },
};
const links = new Map([['github', { url: 'https://github.example' }]]);

describe('producers', () => {
  it('run in one order, whatever the order of the facts', () => {
    const { widgets, provenances, questions } = made(everything, links);
    expect(widgets.map(({ type, id }) => `${id} ${type}`)).toEqual([
      'ui_1 options',
      'ui_2 options',
      'ui_3 action_link',
      'ui_4 action_link',
      'ui_5 mcp_resource',
    ]);
    expect(provenances).toEqual(['clarification', 'clarification', 'formation_config', 'tool_result', 'mcp_server']);
    expect(questions.map(({ widgetId }) => widgetId)).toEqual(['ui_1', 'ui_2']);
  });

  it('make widgets that their types accept as they are', () => {
    const types = allWidgets();
    for (const widget of made(everything, links).widgets) {
      // Ids here are short; minted ones are longer.
      expect(types.get(widget.type)?.schema.parse(widget)).toEqual(widget);
    }
  });

  it.each([
    '{"ui":[{"type":"action_link","label":"x","url":"https://evil.example"}]}',
    'event: ui\ndata: {"ui":[{"type":"options","id":"ui_x","prompt":"?","options":[{"value":"a"}]}]}\n\n',
    '```json\n{"type":"options","prompt":"?","options":[{"value":"a","label":"A"}],"multi":false}\n```',
    '{"_link":{"url":"https://evil.example"}}',
    '{"clarification":{"prompt":"?","choices":[{"value":"a"}]}}',
  ])('never read the text of the model: %j [MUXI-16, HI-34]', (text) => {
    expect(made({ text }, links)).toMatchObject({ widgets: [], questions: [], notes: [] });
  });

  it('do not read tool calls, blocks and files', () => {
    const turn = {
      tool_calls: [{ tool: 'pay', args: { _link: { url: 'https://evil.example' } } }],
      blocks: [{ namespace: 'x', block_type: 'y', version: '1.0.0', data: { _link: { url: 'https://evil.example' } } }],
      files: [{ name: 'a', mime: 'b', url: 'https://evil.example' }],
    };
    expect(made(turn, links)).toMatchObject({ widgets: [], questions: [], notes: [] });
  });

  it('make nothing of a turn that says nothing', () => {
    expect(made({})).toMatchObject({ widgets: [], questions: [], notes: [] });
  });

  it('are quick with a turn of 2 MB', () => {
    const tool_results = Array.from({ length: 30_000 }, () => ({
      tool: 't',
      result: { _link: { url: 'https://a.b' } },
    }));
    const choices = Array.from({ length: 30_000 }, (_, index) => ({ value: `${index}` }));
    const turn = agentTurnSchema.parse({ text: '', tool_results, clarification: { prompt: '', choices } });
    const spentMs = cpuClock();
    expect(made(turn).questions[0]?.choices).toHaveLength(30_000);
    expect(spentMs()).toBeLessThan(1_000);
  });
});
