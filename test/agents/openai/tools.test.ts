import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { openai } from '../../../src/agents/openai/index.ts';
import { resultWords } from '../../../src/agents/openai/tools/result-words.ts';
import { fillToolbox } from '../../../src/agents/openai/tools/toolbox.ts';
import { createToolHost } from '../../../src/mcp/tool-host.ts';
import { modelView } from '../../../src/producers/model-view.ts';
import type { AgentContext, ServerTool } from '../../../src/protocol/agent.ts';
import { silentLog } from '../../../src/protocol/log.ts';
import type { BlockOffer } from '../../../src/protocol/ui/block-type.ts';
import { NO_TOOLS, NOTHING_LENT, said, TURN } from '../turns.ts';
import { type Answer, openChatServer } from './chat-server.ts';

const tool = (server: string, name: string, description = ''): ServerTool => ({
  ...{ server, name, description, parameters: { type: 'object' } },
});

/** A context with these tools of servers. */
function contextOf(tools: ServerTool[], more: Partial<AgentContext> = {}): AgentContext {
  return {
    ...{ signal: new AbortController().signal, update: '', log: silentLog, ...NOTHING_LENT },
    tools: { ...NO_TOOLS, list: async () => ({ tools, unreachable: [] }) },
    ...more,
  };
}

const namesOf = async (context: AgentContext) => (await fillToolbox(TURN, context)).offers.map(({ name }) => name);

const block = (dataSchema: object): BlockOffer => ({
  ...{ namespace: 'acme.tools', blockType: 'quote', version: '1.2.0', description: 'A price.' },
  dataSchema: dataSchema as BlockOffer['dataSchema'],
});
const PRICE = { type: 'object', properties: { price: { type: 'number' } } };

/** Has a model answer so, with these things lent, and gives what was said and what it was asked last. */
async function converse(answers: readonly Answer[], context: Partial<AgentContext>) {
  const server = await openChatServer(answers, { key: '' });
  const agent = openai.create(openai.settings.parse({ base_url: server.baseUrl, model: 'small' }));
  const events = await said(agent, context);
  expect(server.refused).toEqual([]);
  return { events, first: server.asked[0]?.body, told: server.asked.at(-1)?.body.messages.at(-1)?.content };
}

describe('the names of tools', () => {
  it('say which server has them', async () => {
    expect(await namesOf(contextOf([tool('files', 'read'), tool('mail', 'read')]))).toEqual([
      ...['ask_user', 'files__read', 'mail__read'],
    ]);
  });

  it('stay apart and within 64 characters, and are the same every time', async () => {
    const long = 'x'.repeat(70);
    const context = contextOf([tool('a.b', 'c'), tool('a_b', 'c'), tool('a', `${long}1`), tool('a', `${long}2`)]);
    const names = await namesOf(context);
    expect(new Set(names).size).toBe(5);
    expect(names.every((name) => /^[A-Za-z0-9_-]{1,64}$/.test(name))).toBe(true);
    expect(names.slice(1, 3)).toEqual([expect.stringMatching(/^a_b__c_[0-9a-f]{8}$/), 'a_b__c']);
    expect(await namesOf(context)).toEqual(names);
  });

  it('stay apart where two servers come to the same', async () => {
    const names = await namesOf(contextOf([tool('a__b', 'c'), tool('a', 'b__c')]));
    expect(names.slice(1)).toEqual(['a__b__c', expect.stringMatching(/^a__b__c_[0-9a-f]{8}$/)]);
  });

  it('are as many, with as many words, as OpenAI takes', async () => {
    const tools = Array.from({ length: 200 }, (_, index) => tool('s', `t${index}`, 'word '.repeat(300)));
    const { offers } = await fillToolbox(TURN, contextOf(tools));
    expect([offers.length, offers.at(-1)?.name, offers.at(-1)?.description.length]).toEqual([128, 's__t126', 1024]);
  });
});

describe('what a person is shown', () => {
  it('is a block per kind that the client shows, with its schema as arguments', async () => {
    const shown: unknown[] = [];
    const { first, told } = await converse(
      [{ calls: [{ name: 'show_block__acme_tools_quote', args: { price: 3 } }] }, { text: 'Three.' }],
      {
        blocks: [block(PRICE)],
        showBlock: (candidate) => {
          shown.push(candidate);
          const { namespace, block_type, version, data } = candidate;
          return {
            block: { id: 'b1', namespace, block_type, version, data, position: 'inline' },
            widget: { type: 'x', id: 'ui_x' },
          };
        },
      },
    );
    expect(first?.tools?.[1]?.function).toEqual({
      name: 'show_block__acme_tools_quote',
      description: 'Shows a block of UI to the person, beside your text. A price.',
      parameters: PRICE,
    });
    expect(shown).toEqual([{ namespace: 'acme.tools', block_type: 'quote', version: '1.2.0', data: { price: 3 } }]);
    expect(told).toBe('{"shown":true}');
  });

  it('may be any value, under "data"', async () => {
    const shown: unknown[] = [];
    await converse([{ calls: [{ name: 'show_block__acme_tools_quote', args: { data: [1] } }] }, { text: 'x' }], {
      blocks: [block({})],
      showBlock: ({ data }) => {
        shown.push(data);
        return { refusal: 'ui_block_duplicate', message: 'It is there.' };
      },
    });
    expect(shown).toEqual([[1]]);
  });

  it.each([
    ['ui_block_not_supported_by_client', /"hint":"The person's client cannot show it\. .*as inline Markdown\."/],
    ['ui_block_turn_cap_exceeded', /"hint":"No\."/],
  ] as const)('is refused with its code, and what to do: %s [UBP-24]', async (refusal, hint) => {
    const { told } = await converse(
      [{ calls: [{ name: 'show_block__acme_tools_quote', args: {} }] }, { text: 'Three.' }],
      { blocks: [block(PRICE)], showBlock: () => ({ refusal, message: 'No.' }) },
    );
    expect(JSON.parse(told ?? '')).toMatchObject({ error: refusal });
    expect(told).toMatch(hint);
  });

  it('is what a call of a UI tool says, which is only reported', async () => {
    const parameters = { type: 'object', properties: { spec: {} } };
    const { first, events, told } = await converse(
      [{ calls: [{ name: 'show_chart', args: { spec: 1 } }] }, { text: '' }],
      { uiTools: [{ name: 'show_chart', description: 'Shows a chart.', parameters }] },
    );
    expect(first?.tools?.map(({ function: { name } }) => name)).toEqual(['ask_user', 'show_chart']);
    expect(events).toEqual([
      { type: 'tool_call', id: 'call_1', tool: 'show_chart', args: { spec: 1 } },
      { type: 'tool_result', id: 'call_1', tool: 'show_chart', result: { shown: true } },
    ]);
    expect(told).toBe('{"shown":true}');
  });

  it('is not what a call of a UI tool says that is refused: the model is told why, and to say nothing is no answer', async () => {
    const uiTools = [{ name: 'show_chart', description: 'Shows a chart.', parameters: { type: 'object' } }];
    const message = "The call of 'show_chart' shows nothing: spec is no object. Nothing is shown in its place.";
    const call = { calls: [{ name: 'show_chart', args: { spec: 1 } }] };
    const refused = { uiTools, refusalOf: () => ({ message, isSaid: false }) };
    const { events, told } = await converse([call, { text: 'It is 3.' }], refused);
    const result = { isError: true, error: 'envelope_refused', hint: message };
    expect(events[1]).toEqual({ type: 'tool_result', id: 'call_1', tool: 'show_chart', result });
    expect(JSON.parse(told ?? '')).toEqual(result);
    await expect(converse([call, { text: '' }], refused)).rejects.toThrow('it said nothing');
    const said = { uiTools, refusalOf: () => ({ message, isSaid: true }) };
    expect((await converse([call, { text: '' }], said)).events).toHaveLength(2);
  });
});

describe('a result in words', () => {
  it.each<[string, unknown, string]>([
    [
      'texts',
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'a\nb',
    ],
    ['nothing', { content: [] }, 'Done.'],
    ['no result at all', undefined, 'Done.'],
    ['an error', { isError: true, content: [{ type: 'text', text: 'No.' }] }, 'Error: No.'],
    ['structured content alone', { content: [], structuredContent: { a: 1 } }, '{"a":1}'],
    [
      'structured content beside its text',
      { content: [{ type: 'text', text: '{"a":1}' }], structuredContent: { a: 1 } },
      '{"a":1}',
    ],
    [
      'a picture',
      { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
      '[A part of the type image/png, which you cannot see.]',
    ],
    ['a resource', { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'words' } }] }, 'words'],
    [
      'a view',
      { content: [{ type: 'resource', resource: { uri: 'ui://a', text: '<p>' } }] },
      '[A view of this is shown to the person.]',
    ],
    [
      'a link',
      { content: [{ type: 'resource_link', name: 'Plan', uri: 'file:///a' }] },
      '[A resource: Plan, file:///a]',
    ],
  ])('is whole for %s', (_what, result, text) => {
    expect(resultWords(modelView(result))).toBe(text);
  });

  it('has an end, and says that it was cut', () => {
    const text = resultWords({ content: [{ type: 'text', text: 'x'.repeat(1_000_000) }] });
    expect(text.length).toBeLessThan(33_000);
    expect(text).toMatch(/x\n\[The rest is left out: the result is too long\.\]$/);
  });
});

describe('a real MCP server', () => {
  const views = fileURLToPath(new URL('../../mcp/view-server.mjs', import.meta.url));
  const tools = createToolHost({ servers: new Map([['views', { command: 'node', args: [views] }]]), cwd: '.' });
  afterAll(() => tools.close());

  it('is called by the model, whose view has no document and no tool that is for views only [MUXI-20]', async () => {
    const { first, events, told } = await converse(
      [{ calls: [{ name: 'views__nested', args: {} }] }, { text: 'There.' }],
      { tools, modelView },
    );
    expect(first?.tools?.map(({ function: { name } }) => name)).toEqual([
      ...['ask_user', 'views__nested', 'views__flat', 'views__missing', 'views__foreign', 'views__both'],
    ]);
    expect(told).toBe('in words\n[A view of this is shown to the person.]');
    expect(JSON.stringify(events)).toContain('<p>card</p>');
  });
});
