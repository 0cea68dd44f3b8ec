import { describe, expect, it } from 'vitest';
import { modelView } from '../../src/producers/model-view.ts';
import { made } from './made.ts';

const fromTool = (...results: unknown[]) =>
  made({ tool_results: results.map((result, index) => ({ tool: `tool_${index}`, result })) });

const link = { label: 'Pay', url: 'https://pay.example/1', hint: 'Opens the till' };

describe("a tool's _link", () => {
  it('becomes an action_link, at the top level or under result [MUXI-19]', () => {
    for (const result of [{ _link: link, ok: true }, { result: { _link: link } }]) {
      const { widgets, provenances, notes } = fromTool(result);
      expect(widgets).toEqual([{ type: 'action_link', id: 'ui_1', ...link }]);
      expect(provenances).toEqual(['tool_result']);
      expect(notes).toEqual([]);
    }
  });

  it('comes from the structured content of an MCP result too', () => {
    for (const structuredContent of [{ _link: link }, { result: { _link: link } }]) {
      const result = { content: [], structuredContent };
      const { widgets, provenances } = made({ mcp_results: [{ server: 'shop', tool: 'pay', result }] });
      expect(widgets).toEqual([{ type: 'action_link', id: 'ui_1', ...link }]);
      expect(provenances).toEqual(['mcp_server']);
    }
  });

  it("comes from no text of an MCP server, which may be anybody's, and stays there for the model", () => {
    const content = [{ type: 'text', text: JSON.stringify({ _link: link }) }];
    for (const result of [{ content }, { content, structuredContent: { n: 1 } }]) {
      expect(made({ mcp_results: [{ server: 'shop', tool: 'pay', result }] }).widgets).toEqual([]);
      expect(modelView(result)).toBe(result);
    }
  });

  it('is one widget for each tool, in the order of the calls [MUXI-19]', () => {
    const urls = ['https://a.example', 'https://b.example', 'https://c.example'];
    const { widgets } = fromTool(...urls.map((url) => ({ _link: { url } })));
    expect(widgets.map(({ url }) => url)).toEqual(urls);
  });

  it('wins at the top level over one under result', () => {
    const { widgets } = fromTool({ _link: { url: 'https://top.example' }, result: { _link: link } });
    expect(widgets.map(({ url }) => url)).toEqual(['https://top.example']);
  });

  it.each([
    ['a string', 'https://acme.example'],
    ['an array', [{ url: 'https://acme.example' }]],
    ['null', null],
    ['a number', 7],
    ['true', true],
  ])('that is %s is ignored [MUXI-19]', (_, value) => {
    expect(fromTool({ _link: value })).toMatchObject({ widgets: [], notes: [] });
  });

  it.each([
    ['in a string', JSON.stringify({ _link: link })],
    ['in an array', [{ _link: link }]],
    ['deeper than under result', { result: { result: { _link: link } } }],
    ['under another name', { data: { _link: link }, link }],
    ['in nothing', null],
    ['in undefined', undefined],
    ['in the prototype', JSON.parse(`{"__proto__":{"_link":${JSON.stringify(link)}}}`)],
  ])('%s is not looked for', (_, result) => {
    expect(fromTool(result)).toMatchObject({ widgets: [], notes: [] });
  });

  it.each([
    ['a script', { url: 'javascript:alert(1)' }],
    ['a user and password', { url: 'https://u:p@acme.example' }],
    ['a line break', { url: 'https://acme.example/\r\nX: y' }],
    ['2049 characters', { url: `https://acme.example/${'a'.repeat(2028)}` }],
    ['an object', { url: { toString: 'https://acme.example' } }],
    ['nothing', {}],
  ])('with %s for a URL is refused with a note, and the others stay [MUXI-14, HI-18]', (_, bad) => {
    const { widgets, notes } = fromTool({ _link: bad }, { _link: link });
    expect(widgets.map(({ url }) => url)).toEqual(['https://pay.example/1']);
    expect(notes).toEqual([
      { code: 'link_refused', message: expect.stringContaining("The link of tool 'tool_0' is not shown: ") },
    ]);
  });

  it('never repeats a refused URL in its note, for it may hold a token', () => {
    expect(JSON.stringify(fromTool({ _link: { url: 'https://u:s3cret@acme.example' } }).notes)).not.toContain('s3cret');
  });

  it('has words of one visible line', () => {
    const dirty = { url: 'https://pay.example', label: 'Pay\r\n\u202enow', hint: '\u0000Till\n' };
    expect(fromTool({ _link: dirty }).widgets[0]).toMatchObject({ label: 'Pay now', hint: 'Till' });
  });

  it.each([undefined, '', ' \u200b', 7, {}, ['x']])('is called by its host when its label is %j [MUXI-14]', (label) => {
    expect(fromTool({ _link: { url: 'https://pay.example/1', label } }).widgets[0]?.label).toBe('pay.example');
  });

  it.each([undefined, '', '\u202e', 7, null])('has no hint when its hint is %j [MUXI-14]', (hint) => {
    expect(fromTool({ _link: { ...link, hint } }).widgets[0]).not.toHaveProperty('hint');
  });

  it('brings no id, type or other field of its own [MUXI-10]', () => {
    const { widgets } = fromTool({ _link: { ...link, id: 'ui_mine', type: 'options', data: 'x' } });
    expect(widgets).toEqual([{ type: 'action_link', id: 'ui_1', ...link }]);
  });

  it('is found in a result of any depth', () => {
    const deep = JSON.parse(`{"_link":${JSON.stringify(link)},"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`);
    expect(fromTool(deep).widgets).toHaveLength(1);
  });
});
