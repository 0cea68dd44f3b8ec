import { describe, expect, it } from 'vitest';
import { mcpAppBlock } from '../../src/producers/ui-block/mcp-app.ts';
import { createBlockRegistry } from '../../src/producers/ui-block/registry.ts';
import type { TurnEvent } from '../../src/protocol/turn-log.ts';
import type { NewApp } from '../../src/protocol/ui/app-keeper.ts';
import type { TurnClient } from '../../src/protocol/ui/turn-client.ts';
import { stages } from './stages.ts';

const blocks = createBlockRegistry([mcpAppBlock]);
const place = { token: 'c.m', url: 'https://bot.example.com/apps/c.m' };
const APPS = { namespace: 'footbridge', block_type: 'mcp_app', version: 1 };

function stageFor(
  options: { client?: TurnClient; keep?: () => Promise<typeof place | undefined>; isPreview?: true } = {},
) {
  const told: TurnEvent[] = [];
  const kept: NewApp[] = [];
  let minted = 0;
  const keep = async (app: NewApp) => {
    kept.push(app);
    return options.keep ? options.keep() : place;
  };
  const stage = stages({
    apps: { keep, previewOf: () => ({ token: 'preview', url: 'https://bot.example.com/apps/preview' }) },
    blocks,
    mint: () => `ui_${++minted}`,
  })({
    ...{ turnId: 't', run: 1, channel: 'telegram', conversation: 'telegram:42', personId: '42' },
    client: options.client,
    ...(options.isPreview && { isPreview: true }),
    hasText: () => false,
    tell: (event) => told.push(event),
  });
  return { stage, told, kept };
}

const view = (resource: object = {}) => ({
  type: 'resource',
  resource: { uri: 'ui://weather/map', mimeType: 'text/html;profile=mcp-app', text: '<p>', ...resource },
});
const result = (...content: unknown[]) =>
  ({ type: 'mcp_result', server: 'weather', tool: 'forecast', result: { content } }) as const;
const block = {
  ...{ id: 't.1.b1', namespace: 'footbridge', block_type: 'mcp_app', version: '1.0.0', position: 'after_text' },
  data: { app: 'c.m', url: place.url, server: 'weather', tool: 'forecast' },
};

describe('the view of a tool', () => {
  it('is kept for the person who asked, with what the tool was called with and its _meta', async () => {
    const { stage, kept } = stageFor();
    await stage.hear({ type: 'tool_call', id: 'c1', tool: 'forecast', args: { city: 'Oslo' } });
    const meta = { ui: { csp: { connectDomains: ['https://a.example'] } } };
    const fact = { ...result({ type: 'text', text: 'Sunny' }, view({ _meta: meta })), id: 'c1' };
    await stage.hear(fact);
    expect(kept).toEqual([
      {
        owner: { channel: 'telegram', conversation: 'telegram:42', personId: '42' },
        ...{ server: 'weather', tool: 'forecast', args: { city: 'Oslo' }, result: fact.result },
        resource: { uri: 'ui://weather/map', data: '<p>', encoding: 'text', mime: 'text/html;profile=mcp-app', meta },
      },
    ]);
    expect(stage.end().widgets).toMatchObject([
      {
        widget: { type: 'mcp_app', app: 'c.m', url: place.url, server: 'weather', tool: 'forecast' },
        provenance: 'mcp_server',
      },
    ]);
  });

  it('stands for the resource of the same server, tool and address, and for no other', async () => {
    const { stage } = stageFor();
    await stage.hear(result(view()));
    const isIt = stage.end().widgets[0]?.insteadOf;
    const same = {
      type: 'mcp_resource',
      id: 'ui_9',
      resource: 'ui://weather/map',
      server: 'weather',
      tool: 'forecast',
    };
    expect(isIt?.(same)).toBe(true);
    for (const other of [{ resource: 'ui://weather/other' }, { server: 'x' }, { tool: 'x' }, { type: 'action_link' }]) {
      expect(isIt?.({ ...same, ...other })).toBe(false);
    }
  });

  it('is told at once to a client that draws apps, and is not said again', async () => {
    const { stage, told } = stageFor({ client: { dialect: 'ubp', blocks: [APPS] } });
    await stage.hear(result(view()));
    expect(told.filter(({ type }) => type === 'block')).toEqual([{ type: 'block', block }]);
    expect(stage.end().widgets).toMatchObject([{ widget: { type: 'mcp_app' }, shownAs: { id: 't.1.b1' } }]);
  });

  it('is told to a client of agent-ui as a component that the registry names', async () => {
    const { stage, told } = stageFor({ client: { dialect: 'agent-ui' } });
    await stage.hear(result(view()));
    expect(told.filter(({ type }) => type === 'envelope')).toEqual([
      {
        ...{ type: 'envelope', envelopeId: 't.1.e1', createdAtMs: expect.any(Number) },
        envelope: {
          ...{ schemaVersion: 'agent-ui@1', kind: 'registered_component', surface: 'chat_inline', component: 'McpApp' },
          props: block.data,
          fallbackText: `An interactive view from forecast (weather): ${place.url}`,
        },
      },
    ]);
    expect(stage.end().widgets).toMatchObject([{ widget: { type: 'mcp_app' }, shownAs: { component: 'McpApp' } }]);
  });

  it('is a link for a client that draws none', async () => {
    const { stage, told } = stageFor({ client: { dialect: 'ubp' } });
    await stage.hear(result(view()));
    expect(told.filter(({ type }) => type === 'block')).toEqual([]);
    const { widgets } = stage.end();
    expect(widgets).toMatchObject([{ widget: { type: 'mcp_app', url: place.url } }]);
    expect(widgets[0]).not.toHaveProperty('shownAs');
  });

  it('is no block that an agent can make', async () => {
    const { stage, told } = stageFor({ client: { dialect: 'ubp', blocks: [APPS] } });
    const { id: _, ...candidate } = { ...block, position: 'inline' as const };
    expect(stage.offers()).toEqual([]);
    expect(stage.show(candidate, 'tool_result')).toMatchObject({ refusal: 'ui_block_unknown_type' });
    await stage.hear({ type: 'block', ...candidate });
    expect(told).toEqual([]);
    expect(stage.end().notes.map(({ code }) => code)).toEqual(['ui_block_unknown_type', 'ui_block_unknown_type']);
  });

  it('costs no words when it cannot be kept', async () => {
    for (const keep of [async () => undefined, () => Promise.reject(new Error('the disk is full'))]) {
      const { stage } = stageFor({ keep });
      await stage.hear(result(view()));
      const { widgets, notes } = stage.end();
      expect(widgets).toEqual([]);
      expect(notes.map(({ code }) => code)).toEqual(['app_not_kept']);
      expect(JSON.stringify(notes)).not.toContain('disk');
    }
  });

  it('is kept eight times in a turn', async () => {
    const { stage, kept } = stageFor();
    await stage.hear(result(...Array.from({ length: 12 }, (_, at) => view({ uri: `ui://weather/${at}` }))));
    expect(kept).toHaveLength(8);
    expect(stage.end().notes.map(({ code }) => code)).toEqual(['app_not_kept']);
  });

  it('is not kept for a preview, which shows its link all the same', async () => {
    const { stage, kept } = stageFor({ isPreview: true });
    await stage.hear(result(view()));
    expect(kept).toEqual([]);
    expect(stage.end().widgets).toMatchObject([{ widget: { app: 'preview' } }]);
  });

  it('costs nothing where there is none', () => {
    const { stage } = stageFor();
    expect(stage.hear(result({ type: 'text', text: 'x' }))).toBeUndefined();
  });
});
