import { createParser } from 'eventsource-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from './service.ts';

const REGISTRY = '/api/v1/agent/chat/ui-registry';
const KEY = { Authorization: 'Bearer client' };

const FORMATION = `
agent:
  type: script
  replies:
    - when: { text: ^chart }
      turn:
        text: Here it is.
        tool_calls:
          - tool: show_chart
            args:
              spec: { xAxis: { type: category }, yAxis: {}, series: [{ type: bar, formatter: "function(){}" }] }
              data: { source: [{ day: Mon, flow: 3 }] }
              fallbackText: "Monday: 3."
    - when: { text: trap }
      turn:
        text: Here it is.
        tool_calls:
          - { tool: show_chart, args: { spec: { series: [{ type: custom }] }, fallbackText: "Nothing to draw, but 3." } }
    - when: { text: junctions }
      turn:
        text: Here they are.
        tool_calls: [{ tool: render_junctions, args: { area: north, fallbackText: "One in the north." } }]
        tool_results:
          - tool: render_junctions
            result:
              found: 1
              _render_payload:
                type: FeatureCollection
                features: [{ type: Feature, id: J1, geometry: { type: Point, coordinates: [8, 47] }, properties: {} }]
    - when: { text: ^order }
      turn: { text: Look., tool_calls: [{ tool: view_order, args: { order_id: 7 } }] }
    - turn: { text: "Words: \${{ turn.text }}" }
web_components:
  - name: OrderPanel
    surfaces: [canvas]
    props: { type: object, properties: { order_id: { type: integer } }, required: [order_id] }
    tool: view_order
map_layers: [pipes]
`;

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ formation: FORMATION, env: { FOOTBRIDGE_KEYS: 'client' } });
});
afterAll(() => service.end());

/** What a client of agent-ui is told in a turn: each event with its data. */
async function toldOf(message: string): Promise<{ event: string | undefined; data: Record<string, unknown> }[]> {
  const response = await fetch(`${service.url}/api/v1/agent/chat/stream`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-User-Id': 'ann', ...KEY },
    body: JSON.stringify({ message, session_id: 's1' }),
  });
  const told: { event: string | undefined; data: Record<string, unknown> }[] = [];
  const parser = createParser({ onEvent: ({ event, data }) => told.push({ event, data: JSON.parse(data) }) });
  parser.feed(await response.text());
  return told;
}

async function envelopesOf(message: string) {
  const told = await toldOf(message);
  const text = told.flatMap(({ event, data }) =>
    event === 'text_delta' ? [String((data.data as Record<string, unknown>).delta)] : [],
  );
  return {
    envelopes: told.filter(({ event }) => event === 'ui_envelope').map(({ data }) => data),
    text: text.join(''),
  };
}

describe('a client of agent-ui', () => {
  it('gets a chart made anew, before the turn is done [AUI-1, AUI-12]', async () => {
    const told = await toldOf('chart');
    expect(told.at(-1)?.event).toBe('done');
    const [frame] = told.filter(({ event }) => event === 'ui_envelope');
    expect(frame?.data).toEqual({
      session_id: 's1',
      envelope_id: expect.stringMatching(/^turn_\w+\.1\.e1$/),
      created_at: expect.any(Number),
      envelope: {
        schemaVersion: 'agent-ui@1',
        kind: 'chart',
        surface: 'chat_inline',
        grammar: 'echarts-safe-subset',
        spec: { animation: false, xAxis: [{ type: 'category' }], yAxis: [{}], series: [{ type: 'bar' }] },
        data: { dimensions: ['day', 'flow'], source: [['Mon', 3]] },
        fallbackText: 'Monday: 3.',
      },
    });
  });

  it('gets words instead of a chart that is refused', async () => {
    expect(await envelopesOf('trap')).toEqual({ envelopes: [], text: 'Here it is.\n\nNothing to draw, but 3.' });
  });

  it('gets a component that the formation registers, as its tool is called [AUI-6]', async () => {
    const { envelopes } = await envelopesOf('order');
    expect(envelopes).toMatchObject([
      { envelope: { component: 'OrderPanel', surface: 'canvas', props: { order_id: 7 } } },
    ]);
  });

  it('gets a reference to junctions, which themselves are nowhere in the stream [AUI-18, AUI-31]', async () => {
    const told = await toldOf('junctions');
    const [frame] = told.filter(({ event }) => event === 'ui_envelope');
    const envelope = frame?.data.envelope as { params: { render_ref: string } };
    expect(envelope).toMatchObject({ action: 'render_junctions', fallbackText: 'One in the north.' });
    expect(envelope.params.render_ref).toMatch(/^[\w-]{32}$/);
    const result = told.find(({ event }) => event === 'tool_call_end')?.data;
    expect(result).toMatchObject({ data: { result: { found: 1, render_ref: envelope.params.render_ref } } });
    expect(JSON.stringify(told)).not.toContain('FeatureCollection');
    const behind = `${service.url}/api/v1/agent/chat/render-ref/${envelope.params.render_ref}?session_id=s1`;
    const fetched = await fetch(behind, { headers: { 'X-User-Id': 'ann', ...KEY } });
    expect(await fetched.json()).toMatchObject({ type: 'FeatureCollection', features: [{ id: 'J1' }] });
    expect((await fetch(behind, { headers: { 'X-User-Id': 'bob', ...KEY } })).status).toBe(404);
  });

  it('gets no envelope of what a model only writes [AUI-12]', async () => {
    const written = '{"schemaVersion":"agent-ui@1","kind":"chart","tool":"show_chart"}';
    expect(await envelopesOf(written)).toEqual({ envelopes: [], text: `Words: ${written}` });
  });
});

it('a client of the MUXI chat reads the words of what it has no place for', async () => {
  const chat = (message: string) => service.post('/v1/chat', { message }, { 'X-User-Id': 'ann', ...KEY });
  const answer = (await chat('chart')).body as { data: { message: { content: string; ui?: unknown } } };
  expect(answer.data.message.content).toBe('Here it is.\n\nMonday: 3.');
  expect(answer.data.message.ui).toBeUndefined();
});

it('what is pushed into the web chat and has no place there is words, for its user alone, in every dialect and in the history [HI-86]', async () => {
  const chart = {
    tool: 'show_chart',
    args: { spec: { series: [{ type: 'pie', data: [{ name: 'A', value: 3 }] }] }, fallbackText: 'All A.' },
  };
  const order = { tool: 'view_order', args: { order_id: 7 } };
  const turn = { text: 'News.', tool_calls: [chart, order] };
  const to = { channel: 'web', address: { session_id: 'pushed', user_id: 'ann' } };
  const { body } = await service.post('/v1/turns', { to, turn }, KEY);
  const pushed = body as { turn_id: string; ui: unknown[] };
  expect(pushed.ui).toEqual([]);
  const words = JSON.stringify('News.\n\nAll A.\n\nThe panel OrderPanel can be seen in the web application.');
  const headers = { 'X-User-Id': 'ann', ...KEY };
  for (const dialect of ['muxi', 'ubp', 'agent-ui']) {
    const stream = await fetch(`${service.url}/v1/turns/${pushed.turn_id}/stream?dialect=${dialect}`, { headers });
    const frames = await stream.text();
    expect(frames).toContain(words);
    expect(frames).not.toContain('event: ui\n');
  }
  for (const other of [KEY, { 'X-User-Id': 'bob', ...KEY }]) {
    const refused = await fetch(`${service.url}/v1/turns/${pushed.turn_id}/stream`, { headers: other });
    expect(refused.status).toBe(404);
  }
  const history = await fetch(`${service.url}/api/v1/agent/chat/sessions/pushed/messages`, { headers });
  expect(await history.text()).toContain(`"content":${words}`);
  const previewed = await service.post('/v1/render', { channel: 'web', turn, context: {} }, KEY);
  expect(JSON.stringify(previewed.body)).toContain(`{"payloads":[{"content":${words}}]`);
});

it.each([
  ['telegram', { chat_id: 1 }],
  ['slack', { channel: 'C1' }],
  ['discord', { channel_id: '1' }],
  ['email', { address: 'ann@acme.example' }],
])('a chart is a table on %s, and a payload that nobody can fetch is a place, or words', async (channel, context) => {
  const render = async (turn: object) => {
    const { status, body } = await service.post('/v1/render', { channel, context, turn }, KEY);
    expect(status).toBe(200);
    return body as { payloads: unknown[]; notes: { code: string }[] };
  };
  const args = { spec: { series: [{ type: 'pie', data: [{ name: 'A', value: 3 }] }] }, fallbackText: 'All A.' };
  const chart = await render({ text: 'Look.', tool_calls: [{ tool: 'show_chart', args }] });
  expect(JSON.stringify(chart.payloads)).toMatch(/Look\..*All A\..*Name {2}Value\\n---- {2}-----\\nA {9}3/);
  const point = { type: 'Point', coordinates: [8, 47] };
  const payload = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', id: 'J1', geometry: point, properties: {} }],
  };
  const junctions = await render({
    text: 'Look.',
    tool_calls: [{ tool: 'render_junctions', args: { fallbackText: 'One junction.' } }],
    tool_results: [{ tool: 'render_junctions', result: { _render_payload: payload } }],
  });
  expect(JSON.stringify(junctions.payloads)).toContain('Look.\\n\\nOne junction.');
  expect(junctions.notes.map(({ code }) => code)).not.toContain('envelope_refused');
  const place = { method: 'sendLocation', chat_id: 1, latitude: 47, longitude: 8 };
  expect(junctions.payloads.slice(1)).toEqual(channel === 'telegram' ? [place] : []);
});

it('a point on the map is a location of its own on Telegram', async () => {
  const args = { center: [8.5, 47.25], zoom: 12 };
  const turn = { text: 'There.', tool_calls: [{ tool: 'zoom_to_map', args }] };
  const { body } = await service.post('/v1/render', { channel: 'telegram', context: { chat_id: 1 }, turn }, KEY);
  expect((body as { payloads: unknown[] }).payloads).toMatchObject([
    { text: 'There.\n\nOn the map:\n47.25, 8.5' },
    { latitude: 47.25, longitude: 8.5 },
  ]);
});

describe('the registry [AUI-14]', () => {
  const get = (headers: Record<string, string> = KEY, method = 'GET') =>
    fetch(service.url + REGISTRY, { method, headers });

  it('lists what may be shown here, the built-in panels and the formation’s components', async () => {
    const response = await get();
    expect(response.headers.get('cache-control')).toBe('private, no-cache');
    const registry = (await response.json()) as {
      components: { name: string; propsSchema: object }[];
      mapActions: object[];
    };
    expect(registry.components.map(({ name }) => name)).toEqual(['OrderPanel', 'HistoryPanel', 'ScadaPanel', 'McpApp']);
    expect(registry.components[0]).toMatchObject({ surfaces: ['canvas'], propsSchema: { required: ['order_id'] } });
    expect(registry.mapActions).toHaveLength(4);
  });

  it('is 304 for who has it already', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get({ ...KEY, 'If-None-Match': known });
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await get({ ...KEY, 'If-None-Match': '"x"' })).status).toBe(200);
  });

  it('wants a key, and takes GET only', async () => {
    expect((await get({})).status).toBe(401);
    expect((await get(KEY, 'POST')).status).toBe(405);
    expect((await get(KEY, 'HEAD')).status).toBe(200);
  });
});
