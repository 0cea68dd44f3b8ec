import { describe, expect, it } from 'vitest';
import { modelView } from '../../src/producers/model-view.ts';

const _link = { url: 'https://pay.example' };
const html = '<b>secret document</b>';
const block = { type: 'resource', resource: { uri: 'ui://a/b', mimeType: 'text/html', text: html }, annotations: {} };

describe('what a model sees of a tool result', () => {
  it('has no _link, at the top level or under result [MUXI-19]', () => {
    expect(modelView({ _link, total: 3 })).toEqual({ total: 3 });
    expect(modelView({ _link: 'text', result: { _link, total: 3 }, ok: true })).toEqual({
      result: { total: 3 },
      ok: true,
    });
  });

  it('has no _link in the structured content of an MCP result', () => {
    const result = { content: [], structuredContent: { _link, result: { _link, n: 1 } }, isError: false };
    expect(modelView(result)).toEqual({ content: [], structuredContent: { result: { n: 1 } }, isError: false });
  });

  it('has no _link in the text block that repeats the structured content', () => {
    const text = (value: unknown) => ({ type: 'text', text: JSON.stringify(value) });
    const structuredContent = { _link, n: 1 };
    expect(modelView({ content: [text(structuredContent), text([1])], structuredContent })).toEqual({
      content: [text({ n: 1 }), text([1])],
      structuredContent: { n: 1 },
    });
  });

  it('has no payload for the map, wherever it stands; its reference is there when it was kept', () => {
    const text = (value: unknown) => ({ type: 'text', text: JSON.stringify(value) });
    const result = { n: 1, _render_payload: { features: [] } };
    expect(modelView(result)).toEqual({ n: 1 });
    expect(modelView({ result })).toEqual({ result: { n: 1 } });
    expect(modelView(result, 'ref')).toEqual({ n: 1, render_ref: 'ref' });
    expect(modelView({ content: [text(result)], structuredContent: result }, 'ref')).toEqual({
      content: [text({ n: 1, render_ref: 'ref' })],
      structuredContent: { n: 1, render_ref: 'ref' },
    });
    expect(modelView({ _link, n: 1 }, 'ref')).toEqual({ n: 1 });
  });

  it('names a ui:// resource, but does not hold its document [MUXI-20]', () => {
    const seen = { type: 'resource', resource: { uri: 'ui://a/b', mimeType: 'text/html' }, annotations: {} };
    expect(modelView({ content: [block] })).toEqual({ content: [seen] });
    const blob = { type: 'resource', resource: { uri: 'ui://a/b', blob: 'AAAA' } };
    expect(modelView({ content: [blob] })).toEqual({ content: [{ type: 'resource', resource: { uri: 'ui://a/b' } }] });
  });

  it.each([
    'text',
    null,
    7,
    [{ _link }],
    { data: { _link } },
    { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'kept' } }], structuredContent: { n: 1 } },
    {
      content: [
        { type: 'text', text: 'write "_link" like this' },
        { type: 'text', text: '{"_link' },
      ],
    },
    { content: 'x', result: 'y', structuredContent: [] },
  ])('is the very same value when there is nothing to take away: %j', (result) => {
    expect(modelView(result)).toBe(result);
  });

  it('leaves the result itself as it was', () => {
    const result = { _link, content: [block], structuredContent: { _link } };
    const before = structuredClone(result);
    modelView(result);
    expect(result).toEqual(before);
  });

  it('takes no prototype from a result', () => {
    const seen = modelView(JSON.parse('{"_link":1,"__proto__":{"polluted":true}}')) as Record<string, unknown>;
    expect(Object.getPrototypeOf(seen)).toBe(Object.prototype);
    expect(seen.polluted).toBeUndefined();
  });

  it('is read in spite of a text block nested 20,000 deep', () => {
    const text = `{"_link":1,"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect(() => modelView({ content: [{ type: 'text', text }] })).not.toThrow();
  });
});
