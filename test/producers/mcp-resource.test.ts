import { describe, expect, it } from 'vitest';
import { made } from './made.ts';

const fromMcp = (result: unknown) => made({ mcp_results: [{ server: 'weather', tool: 'forecast', result }] });
const fromBlocks = (...content: unknown[]) => fromMcp({ content });
const view = (resource: object) => ({ type: 'resource', resource: { uri: 'ui://weather/map', ...resource } });

const BASE = { type: 'mcp_resource', id: 'ui_1', resource: 'ui://weather/map', server: 'weather', tool: 'forecast' };

describe('an embedded ui:// resource', () => {
  it('becomes an mcp_resource, its text verbatim [MUXI-15, MUXI-20]', () => {
    const text = '<!doctype html>\r\n<script>"\u2028\u202e\u0000"</script> ';
    const { widgets, provenances, notes } = fromBlocks(view({ mimeType: 'text/html;profile=mcp-app', text }));
    expect(widgets).toEqual([{ ...BASE, data: text, mime_type: 'text/html;profile=mcp-app' }]);
    expect(provenances).toEqual(['mcp_server']);
    expect(notes).toEqual([]);
  });

  it('says base64 for a blob, whatever is in it [MUXI-15, HI-48]', () => {
    for (const blob of ['PGI+aGk8L2I+', 'not base64 at all', '']) {
      expect(fromBlocks(view({ blob })).widgets).toEqual([{ ...BASE, data: blob, encoding: 'base64' }]);
    }
  });

  it('is text when it has both, and may be empty', () => {
    expect(fromBlocks(view({ text: '', blob: 'AAAA' })).widgets).toEqual([{ ...BASE, data: '' }]);
  });

  it('has a MIME type only when the server declares one [MUXI-15]', () => {
    for (const mimeType of [undefined, null, '', 7]) {
      expect(fromBlocks(view({ text: 'x', mimeType })).widgets[0]).not.toHaveProperty('mime_type');
    }
  });

  it('is one widget each, in order, between other blocks [MUXI-20]', () => {
    const { widgets } = fromBlocks(
      { type: 'text', text: 'Here you are' },
      view({ uri: 'ui://a/1', text: '1' }),
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      view({ uri: 'ui://a/2', text: '2' }),
    );
    expect(widgets.map(({ resource }) => resource)).toEqual(['ui://a/1', 'ui://a/2']);
  });

  it.each([
    ['another scheme', view({ uri: 'file:///etc/passwd', text: 'x' })],
    ['https', view({ uri: 'https://acme.example/ui://x', text: 'x' })],
    ['the scheme in capitals', view({ uri: 'UI://weather/map', text: 'x' })],
    ['a space before the scheme', view({ uri: ' ui://weather/map', text: 'x' })],
    ['the bare scheme', view({ uri: 'ui://', text: 'x' })],
    ['a link to a resource', { type: 'resource_link', uri: 'ui://weather/map', name: 'map' }],
    ['a link dressed as one', { type: 'resource_link', resource: { uri: 'ui://weather/map', text: 'x' } }],
    ['a text that holds one', { type: 'text', text: JSON.stringify(view({ text: 'x' })) }],
    ['no resource', { type: 'resource' }],
    ['an array', [view({ text: 'x' })]],
    ['null', null],
    ['a string', 'ui://weather/map'],
  ])('is not %s [MUXI-20]', (_, block) => {
    expect(fromBlocks(block)).toMatchObject({ widgets: [], notes: [] });
  });

  it.each([
    ['no data', {}],
    ['data of another type', { text: { html: 'x' }, blob: 7 }],
    ['a line break in its URI', { uri: 'ui://a\r\nX: y', text: 'x' }],
    ['a direction override in its URI', { uri: 'ui://a/\u202e', text: 'x' }],
    ['a URI of 2049 characters', { uri: `ui://${'a'.repeat(2044)}`, text: 'x' }],
  ])('with %s is refused with a note', (_, resource) => {
    const { widgets, codes } = fromBlocks(view(resource));
    expect(widgets).toEqual([]);
    expect(codes).toEqual(['resource_refused']);
  });

  it.each([null, 'x', [], {}, { content: 'x' }, { content: { 0: view({ text: 'x' }) } }])(
    'is not looked for in a result like %j',
    (result) => {
      expect(fromMcp(result)).toMatchObject({ widgets: [], notes: [] });
    },
  );

  it('of megabytes is handed on as it is: the limits are not decided here', () => {
    const text = 'a'.repeat(4_300_000);
    expect(fromBlocks(view({ text })).widgets[0]?.data).toBe(text);
  });
});
