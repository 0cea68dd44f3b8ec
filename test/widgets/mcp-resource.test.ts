import { describe, expect, it } from 'vitest';
import { mcpResource } from '../../src/widgets/mcp_resource/index.ts';

const given = { type: 'mcp_resource', id: 'ui_abc', resource: 'ui://a/b', data: '<p>', server: 'weather', tool: 'map' };

const parse = (changes: object) => mcpResource.schema.safeParse({ ...given, ...changes });

describe('an mcp_resource widget', () => {
  it('lowers to a note that names tool and server, not the document [MUXI-20]', () => {
    const note = 'An interactive view from map (weather) is available in the web chat.';
    const widget = mcpResource.schema.parse({ ...given, data: '<script>secret</script>' });
    expect(mcpResource.lower(widget)).toEqual([{ type: 'note', widgetId: 'ui_abc', text: note }]);
    expect(mcpResource.fallback(widget)).toBe(note);
  });

  it('keeps its data byte for byte, valid or not [MUXI-15, HI-48]', () => {
    for (const data of ['', '\u0000\u202e\r\n\ud800', '!!! no base64', 'H4sIAAAA']) {
      expect(parse({ data, encoding: 'base64' }).data?.data).toBe(data);
    }
  });

  it.each(['https://a/b', 'UI://a/b', 'ui:/a', 'ui://', ' ui://a', 'file://ui://', ''])(
    'refuses the resource %j [MUXI-15]',
    (resource) => {
      expect(parse({ resource }).success).toBe(false);
    },
  );

  it.each([{ server: '' }, { tool: '' }, { data: 7 }, { encoding: 'gzip' }, { mime_type: 7 }])(
    'refuses %j [MUXI-15]',
    (changes) => {
      expect(parse(changes).success).toBe(false);
    },
  );
});
