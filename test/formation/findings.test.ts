import { describe, expect, it } from 'vitest';
import { linesOf } from './workshop.ts';

const START = 'id: acme\nagent: { type: script, replies: [] }\n';

/** Findings of a formation whose third line on is `rest`. */
async function findings(rest: string): Promise<string[]> {
  return (await linesOf(START + rest)).map((line) => line.replace('formation.afs:', ''));
}

describe('a wrong key', () => {
  it('is told with the likely word and with all that is allowed', async () => {
    expect(await findings('chanels: {}\n')).toEqual([
      '3:1: error: "chanels" is not known here. Did you mean "channels"? Allowed: schema, id, description, on_crash, turns, agent, mcp, apps, links, channels, web_components, map_layers, ui_blocks, recommender, ui, retention, outbox, async, proactive, sentences.',
    ]);
  });

  it('is found at every depth, where it stands', async () => {
    expect(await findings('links:\n  github:\n    url: https://a.example\n    lable: x\n')).toEqual([
      '6:5: error: links.github: "lable" is not known here. Did you mean "label"? Allowed: label, url, hint.',
    ]);
    expect(await findings('ui:\n  limits: { widget: 1 }\n')).toEqual([
      '4:13: error: ui.limits: "widget" is not known here. Did you mean "widgets"? Allowed: widgets, widget_bytes, resource_bytes, total_widget_bytes, total_resource_bytes, envelope_bytes, total_envelope_bytes.',
    ]);
    expect(await findings('mcp: { server: {} }\n')).toEqual([
      '3:8: error: mcp: "server" is not known here. Did you mean "servers"? Allowed: servers.',
    ]);
  });

  it('is found in the settings of a channel, which come from the channel', async () => {
    expect(await findings('channels:\n  telegram: { token: a, tokn: b }\n')).toEqual([
      '4:25: error: channels.telegram: "tokn" is not known here. Did you mean "token"? Allowed: token, mode, api_root, allow, forward.',
    ]);
  });

  it('is only named when nothing is like it', async () => {
    expect(await findings('d: 1\n')).toEqual([expect.stringMatching(/^3:1: error: "d" is not known here\. Allowed: /)]);
    expect(await findings('recommender: { model: a, temperature: 1 }\n')).toEqual([
      '3:26: error: recommender: "temperature" is not known here. Allowed: model, features.',
    ]);
  });

  it('may be one that every object has', async () => {
    expect(await findings('constructor: 1\n__proto__: { id: x }\nlinks: { toString: 1 }\n')).toEqual([
      expect.stringContaining('3:1: error: "constructor" is not known here.'),
      '4:1: error: The key "__proto__" is never allowed. Remove it.',
      '5:20: error: links.toString: expected a map, found the number 1.',
    ]);
  });

  it('that appears twice is told with the line of the first', async () => {
    expect(await findings('id: other\n')).toEqual([
      '3:1: error: The key "id" appears twice, first in line 1. Keep one.',
    ]);
  });

  it('must be text', async () => {
    expect(await findings('? { a: 1 }\n: x\n')).toEqual(['3:3: error: A key must be text.']);
  });
});

describe('the agent', () => {
  it.each([
    ['id: a\n', '1:1: error: agent: expected the one backend: its "type" (script, openai) and its settings.'],
    ['id: a\nagent: { replies: [] }\n', '2:1: error: agent.type: missing, expected one of script, openai.'],
    [
      'id: a\nagent: [script]\n',
      '2:8: error: agent: expected the one backend: its "type" (script, openai) and its settings.',
    ],
    [
      'id: a\nagent: { type: opnai }\n',
      '2:16: error: agent.type: found "opnai". Did you mean "openai"? Allowed: script, openai.',
    ],
    ['id: a\nagent: { type: 5 }\n', '2:16: error: agent.type: expected one of script, openai, found the number 5.'],
    ['id: a\nagent: { type: script }\n', '2:1: error: agent.replies: missing, expected a list.'],
  ])('%j', async (afs, line) => {
    expect(await linesOf(afs)).toEqual([`formation.afs:${line}`]);
  });
});

describe('links', () => {
  it.each([
    ['links: [1]', '3:8: error: links: expected a map, found a list.'],
    ['links:', '3:7: error: links: expected a map, found nothing. Fill it in or remove it.'],
    ['links: { github: https://a.example }', '3:18: error: links.github: expected a map, found text.'],
    ['links: { github: { label: a } }', '3:10: error: links.github.url: missing, expected text.'],
    ['links: { a: { url: 5 } }', '3:20: error: links.a.url: expected text, found the number 5. Put it in quotes.'],
    [
      'links: { a: { url: "ftp://a.example" } }',
      '3:20: error: links.a.url: expected a URL that starts with https:// or http://.',
    ],
    [
      'links: { a: { url: "javascript:alert(1)" } }',
      '3:20: error: links.a.url: expected a URL that starts with https:// or http://.',
    ],
    [
      'links: { a: { url: "https://" } }',
      '3:20: error: links.a.url: expected a URL that starts with https:// or http://.',
    ],
    [
      'links: { a: { url: "https://me:pw@a.example" } }',
      '3:20: error: links.a.url: the URL holds a user name or a password, remove them.',
    ],
    [
      'links: { a: { url: "https://a.example/x y" } }',
      '3:20: error: links.a.url: the URL holds a blank or a control character.',
    ],
  ])('%j is told by its key [MUXI-18]', async (rest, line) => {
    expect(await findings(`${rest}\n`)).toEqual([line]);
  });
});

describe('a wrong value', () => {
  it.each([
    [
      'channels: { web: { storage: { foldr: a } } }',
      '3:20: error: channels.web.storage.folder: missing, expected text.',
      '3:31: error: channels.web.storage: "foldr" is not known here. Did you mean "folder"? Allowed: folder.',
    ],
    [
      'channels: { telegrm: {} }',
      '3:13: error: channels: "telegrm" is not known here. Did you mean "telegram"? Allowed: telegram, web, toy.',
    ],
    ['channels: { telegram: }', '3:13: error: channels.telegram.token: missing, expected text.'],
    [
      'channels: { telegram: { token: a, mode: webhok } }',
      '3:41: error: channels.telegram.mode: found "webhok". Did you mean "webhook"? Allowed: polling, webhook.',
    ],
    [
      'channels: { telegram: { token: a, api_root: nope } }',
      '3:45: error: channels.telegram.api_root: must be an http or https URL',
    ],
    [
      'channels: { telegram: { token: a, allow: [1, 2.5] } }',
      '3:46: error: channels.telegram.allow[1]: expected a whole number or text, found the number 2.5.',
    ],
    [
      'channels: { telegram: { token: 1234567890123456789 } }',
      '3:32: error: This number is too large to be exact. Put it in quotes.',
    ],
    ['ui: { widgets: on }', '3:16: error: ui.widgets: expected true or false, found text. Write it without quotes.'],
    ['ui: { limits: { widgets: 65 } }', '3:26: error: ui.limits.widgets: found 65, expected at most 64.'],
    ['ui: { limits: { widgets: -1 } }', '3:26: error: ui.limits.widgets: found -1, expected at least 0.'],
    [
      'ui: { limits: { widget_bytes: 4096.5 } }',
      '3:31: error: ui.limits.widget_bytes: expected a whole number, found the number 4096.5.',
    ],
    [
      'ui: { limits: { widget_bytes: 20000 } }',
      '3:31: error: ui.limits.widget_bytes: larger than total_widget_bytes. Raise total_widget_bytes, too.',
    ],
    [
      'mcp: { servers: { a: {} } }',
      '3:22: error: mcp.servers.a: expected either "command" (with "args" and "env") to start a program, or "url" (with "headers").',
    ],
    [
      'mcp: { servers: { a: { command: x, url: "https://a.example" } } }',
      '3:22: error: mcp.servers.a: expected either "command" (with "args" and "env") to start a program, or "url" (with "headers").',
    ],
    [
      'mcp: { servers: { "a b": { command: x } } }',
      '3:19: error: mcp.servers."a b": a name is up to 64 letters, digits, "_", "-" and ".", and starts with a letter or a digit.',
    ],
    [
      'web_components: [{ name: A, surfaces: [], props: {} }]',
      '3:39: error: web_components[0].surfaces: found 0 items, expected at least 1 item.',
    ],
    [
      'web_components: [{ name: A, surfaces: [side], props: {} }]',
      '3:40: error: web_components[0].surfaces[0]: found "side". Allowed: chat_inline, side_panel, canvas, map_overlay.',
    ],
    [
      'web_components: [{ name: HistoryPanel, surfaces: [canvas], props: {} }]',
      '3:26: error: web_components[0].name: "HistoryPanel" is a built-in panel and cannot be defined anew. Take another name.',
    ],
    [
      'web_components: [{ name: McpApp, surfaces: [canvas], props: {} }]',
      '3:26: error: web_components[0].name: "McpApp" is a built-in panel and cannot be defined anew. Take another name.',
    ],
    [
      'web_components: [{ name: A, surfaces: [canvas], tool: a, props: { properties: { surface: { type: string } } } }]',
      '3:90: error: web_components[0].props.properties.surface: the arguments of a tool that shows something have a "surface" of their own, so a prop cannot be called that. Take another name.',
    ],
    [
      'web_components: [{ name: A, surfaces: [canvas], props: {} }, { name: A, surfaces: [canvas], props: {} }]',
      '3:70: error: web_components[1].name: "A" is defined above already. Take another name.',
    ],
    [
      'web_components: [{ name: A, surfaces: [canvas], props: { properties: { a: { type: strin } } } }]',
      '3:83: error: web_components[0].props.properties.a.type: no JSON Schema that props can be checked by: schema is invalid: data/properties/a/type must be equal to one of the allowed values, data/properties/a/type must be array, data/properties/a/type must match a schema in anyOf.',
    ],
    [
      'web_components: [{ name: A, surfaces: [canvas], props: { foo: 1 } }]',
      '3:56: error: web_components[0].props: no JSON Schema that props can be checked by: strict mode: unknown keyword: "foo".',
    ],
    [
      'web_components: [{ name: A, surfaces: [canvas], props: {}, tool: show_chart }]',
      '3:66: error: web_components[0].tool: "show_chart" shows something else already. Take another name.',
    ],
    [
      'map_layers: ["a b"]',
      '3:14: error: map_layers[0]: a layer\'s name is up to 128 letters, digits, "_", "-", "." and ":".',
    ],
    [
      'ui_blocks: [{ namespace: minara.x, block_type: quote, version: 1.0.0 }]',
      '3:26: error: ui_blocks[0].namespace: "minara" is reserved for the blocks that come with Footbridge. Use a namespace of your own.',
    ],
    [
      'ui_blocks: [{ namespace: footbridge, block_type: mcp_app, version: 1.0.0 }]',
      '3:26: error: ui_blocks[0].namespace: "footbridge" is reserved for the blocks that come with Footbridge. Use a namespace of your own.',
    ],
    [
      'ui_blocks: [{ namespace: Acme, block_type: a.b, version: "1.0" }]',
      '3:26: error: ui_blocks[0].namespace: a namespace is words of lower-case letters, digits, "_" and "-", with dots between them, e.g. acme.tools.',
      '3:44: error: ui_blocks[0].block_type: a block type is one word of lower-case letters, digits, "_" and "-".',
      '3:58: error: ui_blocks[0].version: expected a full semantic version from 1.0.0 on, e.g. "1.2.0": no client can ask for 0.x.',
    ],
    [
      'ui_blocks: [{ namespace: acme, block_type: quote, version: 0.9.0 }]',
      '3:60: error: ui_blocks[0].version: expected a full semantic version from 1.0.0 on, e.g. "1.2.0": no client can ask for 0.x.',
    ],
    [
      'ui_blocks: [{ namespace: acme, block_type: quote, version: 1.0.0, data: { type: strin } }]',
      '3:81: error: ui_blocks[0].data.type: no JSON Schema that data can be checked by: schema is invalid: data/type must be equal to one of the allowed values, data/type must be array, data/type must match a schema in anyOf.',
    ],
    [
      'ui_blocks: [{ namespace: acme, block_type: a, version: 1.0.0 }, { namespace: acme, block_type: a, version: 1.1.0 }]',
      '3:108: error: ui_blocks[1].version: there is another acme.a@1. A client cannot tell them apart.',
    ],
    [
      'recommender: { model: "" }',
      '3:23: error: recommender.model: found 0 characters, expected at least 1 character.',
    ],
    [
      'proactive: { channels: { ops: { transformer: slak, url: "https://a.example" } } }',
      '3:46: error: proactive.channels.ops.transformer: found "slak". Did you mean "slack"? Allowed: discord, email, slack, telegram.',
    ],
    [
      'proactive: { channels: { ops: { transformer: slack } } }',
      '3:31: error: proactive.channels.ops: needs a "url", for the transformer "slack" has no endpoint.',
    ],
    [
      'proactive: { default_channel: ops }',
      '3:31: error: proactive.default_channel: found "ops". There is nothing yet to choose from.',
    ],
    [
      'sentences: { en: { recordd: x } }',
      '3:20: error: sentences.en: "recordd" is not known here. Did you mean "recorded"? Allowed: recorded, expired.',
    ],
    ['sentences: { de: {} }', '3:14: error: sentences: "de" is not known here. Allowed: en, zh.'],
    ['schema: 2.0.0', '3:9: error: schema: expected version "1.0.0".'],
    [
      `links: { a: { url: "https://a.example/${'x'.repeat(2048)}" } }`,
      '3:20: error: links.a.url: the URL has 2066 characters, the limit is 2048.',
    ],
    [
      'proactive: { default_channel: toString }',
      '3:31: error: proactive.default_channel: found "toString". There is nothing yet to choose from.',
    ],
    ['on_crash: retry', '3:11: error: on_crash: found "retry". Allowed: rerun, notify.'],
  ])('%j', async (rest, ...lines) => {
    expect(await findings(`${rest}\n`)).toEqual(lines);
  });

  it('that the settings of a channel cannot even be asked about is an error, not a crash', async () => {
    // A check that runs after a failed one meets what it never expected.
    expect(await findings('channels: { toy: { throws: true } }\n')).toEqual([
      '3:13: error: channels.toy: checking this failed: no such toy.',
    ]);
  });
});
