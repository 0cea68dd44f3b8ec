import { describe, expect, it } from 'vitest';
import { load, loaded } from './workshop.ts';

const MINIMAL = 'id: acme\nagent: { type: script, replies: [] }\n';

describe('a formation', () => {
  it('is read with everything that it says', async () => {
    const formation = await loaded(
      {
        'formation.afs': `
schema: "1.0.0"
id: acme
description: Support bot
on_crash: notify
turns: { when_busy: steer }
agent:
  type: openai
  base_url: https://llm.acme.example/v1
  model: small
  api_key: \${{ secrets.LLM_API_KEY }}
mcp:
  servers:
    weather: { command: npx, args: [-y, weather-mcp], env: { UNITS: metric } }
    tickets: { url: "https://mcp.acme.example/mcp", headers: { Authorization: "Bearer \${{ secrets.TICKETS }}" } }
links:
  github:
    label: Connect GitHub
    url: https://github.example/authorize?client_id=abc
    hint: Opens GitHub
  credential_portal: { url: http://localhost:8080/portal }
channels:
  telegram: { token: "\${{ secrets.TELEGRAM ?? '' }}", mode: webhook }
  web:
web_components:
  - { name: OrderPanel, surfaces: [side_panel, canvas], props: { type: object } }
map_layers: [pipes, "plan:valves"]
recommender: { model: tiny }
ui: { limits: { widgets: 4, total_widget_bytes: 2048 }, widgets: false }
retention: { dedupe_hours: 72, delivered_days: 7 }
proactive:
  channels: { ops: { transformer: slack, url: "\${{ secrets.OPS }}" } }
  default_channel: ops
sentences:
  en: { recorded: "Got it: {label}" }
  zh: { expired: 过期了 }
`,
      },
      { env: { LLM_API_KEY: 'key-1', TICKETS: 'key-2', OPS: 'https://hooks.acme.example/ops' } },
    );
    const { folder, transformers, turns, ...rest } = formation;
    expect(folder).toMatch(/footbridge-formation-/);
    expect(turns.whenBusy).toBe('steer');
    expect([...transformers.keys()].sort()).toEqual(['discord', 'email', 'slack', 'telegram']);
    expect(rest).toEqual({
      id: 'acme',
      description: 'Support bot',
      forwards: new Map(),
      onCrash: 'notify',
      outbox: { expiresAfterMs: 86_400_000, whenUnknown: 'resend', rates: new Map() },
      agent: {
        type: 'openai',
        settings: { base_url: 'https://llm.acme.example/v1', model: 'small', api_key: 'key-1' },
      },
      mcpServers: new Map<string, unknown>([
        ['weather', { command: 'npx', args: ['-y', 'weather-mcp'], env: { UNITS: 'metric' } }],
        ['tickets', { url: 'https://mcp.acme.example/mcp', headers: { Authorization: 'Bearer key-2' } }],
      ]),
      links: new Map([
        [
          'github',
          {
            label: 'Connect GitHub',
            url: 'https://github.example/authorize?client_id=abc',
            hint: 'Opens GitHub',
          },
        ],
        ['credential_portal', { url: 'http://localhost:8080/portal' }],
      ]),
      channels: new Map<string, unknown>([
        ['telegram', { token: '', mode: 'webhook' }],
        ['web', { origins: [] }],
      ]),
      webComponents: [
        {
          name: 'OrderPanel',
          surfaces: ['side_panel', 'canvas'],
          props: { type: 'object' },
          check: expect.any(Function),
        },
      ],
      mapLayers: ['pipes', 'plan:valves'],
      uiBlocks: [],
      recommender: { model: 'tiny' },
      ui: {
        limits: {
          widgets: 4,
          widgetBytes: 4096,
          resourceBytes: 65_536,
          totalWidgetBytes: 2048,
          totalResourceBytes: 131_072,
          envelopeBytes: 1_048_576,
          totalEnvelopeBytes: 4_194_304,
        },
        widgets: false,
      },
      retention: {
        dedupeMs: 259_200_000,
        historyMs: 2_592_000_000,
        deliveredMs: 604_800_000,
        deadMs: 2_592_000_000,
        peopleMs: 31_536_000_000,
      },
      proactive: {
        channels: new Map([['ops', { transformer: 'slack', url: 'https://hooks.acme.example/ops', context: {} }]]),
        defaultChannel: 'ops',
      },
      sentences: { en: { recorded: 'Got it: {label}' }, zh: { expired: '过期了' } },
      webhooks: { maxAttempts: 11, timeoutMs: 10_000, allowHosts: [] },
      triggers: new Map(),
    });
  });

  it('needs no more than an id and an agent', async () => {
    const { onCrash, ui, links, mcpServers, channels, proactive, sentences, recommender } = await loaded({
      'formation.afs': MINIMAL,
    });
    expect({ onCrash, ui, links, mcpServers, channels, proactive, sentences, recommender }).toEqual({
      onCrash: 'rerun',
      ui: {
        limits: {
          widgets: 8,
          widgetBytes: 4096,
          resourceBytes: 65_536,
          totalWidgetBytes: 16_384,
          totalResourceBytes: 131_072,
          envelopeBytes: 1_048_576,
          totalEnvelopeBytes: 4_194_304,
        },
        widgets: true,
      },
      links: new Map(),
      mcpServers: new Map(),
      channels: new Map(),
      proactive: { channels: new Map() },
      sentences: {},
      recommender: undefined,
    });
  });

  it('may declare kinds of UI blocks, whose data it checks [UBP-17, UBP-52]', async () => {
    const { uiBlocks } = await loaded({
      'formation.afs': `${MINIMAL}
ui_blocks:
  - { namespace: acme.tools, block_type: bridge_quote, version: 2.1.0, description: A price,
      data: { type: object, properties: { price: { type: number } }, required: [price] } }
  - { namespace: acme, block_type: anything, version: 1.0.0 }
`,
    });
    expect(uiBlocks.map(({ faultIn: _, ...rest }) => rest)).toEqual([
      {
        namespace: 'acme.tools',
        blockType: 'bridge_quote',
        version: '2.1.0',
        description: 'A price',
        dataSchema: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
      },
      { namespace: 'acme', blockType: 'anything', version: '1.0.0', description: '', dataSchema: {} },
    ]);
    expect(uiBlocks[0]?.faultIn({ price: 1 })).toBeUndefined();
    expect(uiBlocks[0]?.faultIn({ price: 'secret' })).toBe('price must be number');
    expect(uiBlocks[1]?.faultIn([1, 'x'])).toBeUndefined();
  });

  it.each(['formation.afs', 'formation.yaml', 'formation.yml'])('may be called %s', async (name) => {
    expect((await loaded({ [name]: MINIMAL })).id).toBe('acme');
  });

  it('is not there at all: the finding names what to write', async () => {
    const { formation, lines } = await load({ 'README.md': 'nothing' });
    expect(formation).toBeUndefined();
    expect(lines).toEqual([
      'formation.afs:1:1: error: There is no formation here. Write one of: formation.afs, formation.yaml, formation.yml.',
    ]);
  });

  it('is there twice: one of them must go, and the first is checked as well', async () => {
    const { lines } = await load({ 'formation.afs': 'id: acme\n', 'formation.yml': MINIMAL });
    expect(lines).toEqual([
      'formation.afs:1:1: error: agent: expected the one backend: its "type" (script, openai) and its settings.',
      'formation.yml:1:1: error: There is also formation.afs in this folder. Keep one of them.',
    ]);
  });

  it('loads with warnings', async () => {
    const { formation, lines } = await load({
      'formation.afs': MINIMAL,
      'transformers/telegram.yaml':
        'name: telegram\nbody: { text: "${{ response.content }}" }\ncontent_transform: { format: html }\n',
    });
    expect(formation?.id).toBe('acme');
    expect(lines).toEqual([
      'transformers/telegram.yaml:3:30: warning: content_transform.format: Telegram would show the tags. Add "parse_mode: HTML" to the body.',
    ]);
  });

  it('tells all errors of all files at once, by file and place', async () => {
    const { formation, lines } = await load({
      'formation.afs': 'id: acme\nagent: { type: script, replis: [] }\nui: { widgets: "yes" }\n',
      'transformers/slack.yaml': 'name: slak\nbody: { text: "${{ response.contnt }}" }\n',
      'transformers/mine.yaml': 'name: mine\n',
    });
    expect(formation).toBeUndefined();
    expect(lines.map((line) => line.split(': ', 3).slice(0, 3).join(': '))).toEqual([
      'formation.afs:2:1: error: agent.replies',
      'formation.afs:2:24: error: agent',
      'formation.afs:3:16: error: ui.widgets',
      'transformers/mine.yaml:1:1: error: body',
      'transformers/slack.yaml:1:7: error: name',
      'transformers/slack.yaml:2:16: error: body.text',
    ]);
  });
});
