import { describe, expect, it } from 'vitest';
import { createComponents } from '../../../src/producers/agent-ui/components.ts';
import { createEnvelopeMaker } from '../../../src/producers/agent-ui/envelope-maker.ts';
import type { NewBlob } from '../../../src/protocol/blob-store.ts';
import type { TurnEvent } from '../../../src/protocol/turn-log.ts';
import type { TurnClient } from '../../../src/protocol/ui/turn-client.ts';
import type { Fact } from '../../../src/protocol/ui/ui-stage.ts';
import { stages } from '../stages.ts';

const maker = createEnvelopeMaker({ components: createComponents([]), mapLayers: [] });

/** A run of a turn, in which these facts are heard. */
function open(
  options: { client?: TurnClient; personId?: string | undefined; put?: (blob: NewBlob) => Promise<void> } = {},
) {
  const { client } = options;
  const told: TurnEvent[] = [];
  const put = options.put;
  const stage = stages({ envelopes: { maker, now: () => 1_000, ...(put && { blobs: { put } }) } })({
    turnId: 't1',
    run: 2,
    channel: 'web',
    conversation: 'web:a',
    personId: 'personId' in options ? options.personId : 'ann',
    client,
    hasText: () => true,
    tell: (event) => void told.push(event),
  });
  return { stage, told, hear: (fact: Fact) => stage.hear(fact) };
}

const zoom = {
  type: 'tool_call',
  tool: 'zoom_to_map',
  args: { center: [8, 47], zoom: 3, fallbackText: 'Zürich.' },
} as const;
const wrong = { ...zoom, args: { center: [8, 97], zoom: 3, fallbackText: 'Zürich.' } } as const;
const agentUi = { dialect: 'agent-ui' } as const;

const junction = (id: string) => ({
  type: 'Feature',
  id,
  geometry: { type: 'Point', coordinates: [8, 47] },
  properties: {},
});
const junctions = (...ids: string[]) => ({ type: 'FeatureCollection', features: ids.map(junction) });
const resultWith = (payload: unknown) =>
  ({
    type: 'tool_result',
    tool: 'render_junctions',
    id: 'c1',
    result: { ok: true, _render_payload: payload },
  }) as const;

describe('a client of agent-ui', () => {
  it('is told an envelope as the call is heard, under an id of the run [AUI-1, AUI-2]', () => {
    const { stage, told, hear } = open({ client: agentUi });
    void hear(zoom);
    void hear({ ...zoom, args: { center: [9, 47], zoom: 3 } });
    expect(told.map(({ type }) => type)).toEqual(['tool_call', 'envelope', 'tool_call', 'envelope']);
    expect(told[1]).toEqual({
      type: 'envelope',
      envelopeId: 't1.2.e1',
      createdAtMs: 1_000,
      envelope: {
        schemaVersion: 'agent-ui@1',
        kind: 'map_action',
        surface: 'map_overlay',
        action: 'zoom_to_map',
        params: { center: [8, 47], zoom: 3 },
        fallbackText: 'Zürich.',
      },
    });
    expect(told[3]).toMatchObject({ envelopeId: 't1.2.e2' });
    expect(stage.end().widgets.map(({ widget, shownAs }) => [widget.id, shownAs])).toEqual([
      ['t1.2.e1', expect.objectContaining({ params: { center: [8, 47], zoom: 3 } })],
      ['t1.2.e2', expect.objectContaining({ params: { center: [9, 47], zoom: 3 } })],
    ]);
  });

  it('is told no envelope of a call that is not as it should be; its words are said [AUI-8, AUI-10]', () => {
    const { stage, told, hear } = open({ client: agentUi });
    void hear(wrong);
    expect(told.map(({ type }) => type)).toEqual(['tool_call']);
    expect(stage.end()).toEqual({
      widgets: [],
      questions: [],
      words: ['Zürich.'],
      notes: [
        {
          code: 'envelope_refused',
          message:
            "The call of 'zoom_to_map' shows nothing: center.1: Too big: expected number to be <=90. Its fallback text is said instead.",
        },
      ],
    });
  });

  it('is told nothing of a refused call; its agent can learn why', () => {
    const { stage, hear } = open({ client: agentUi });
    void hear({ ...zoom, id: 'c1' });
    void hear({ ...wrong, id: 'c2' });
    void hear({ ...zoom, id: 'c3', args: { center: [8, 97], zoom: 3 } });
    const message = "The call of 'zoom_to_map' shows nothing: center.1: Too big: expected number to be <=90.";
    expect(['c1', 'c2', 'c3'].map((id) => stage.refusalOf(id))).toEqual([
      undefined,
      { message: `${message} Its fallback text is said instead.`, isSaid: true },
      { message: `${message} Nothing is shown in its place.`, isSaid: false },
    ]);
  });

  it('has 8 envelopes of a turn at most; of the ninth the words are said', () => {
    const { stage, told, hear } = open({ client: agentUi });
    for (let count = 0; count < 9; count++) void hear(zoom);
    expect(told.filter(({ type }) => type === 'envelope')).toHaveLength(8);
    const { widgets, words, notes } = stage.end();
    expect([widgets.length, words]).toEqual([8, ['Zürich.']]);
    expect(notes.map(({ message }) => message)).toEqual([
      "The call of 'zoom_to_map' shows nothing: a turn has 8 envelopes at most. Its fallback text is said instead.",
    ]);
  });
});

describe('elsewhere', () => {
  it.each([undefined, { dialect: 'muxi' }, { dialect: 'ubp' }] as const)(
    'an envelope is a widget of the reply: %j',
    (client) => {
      const { stage, told, hear } = open(client && { client });
      void hear(zoom);
      expect(told.map(({ type }) => type)).toEqual(['tool_call']);
      expect(stage.end().widgets).toEqual([
        {
          provenance: 'tool_result',
          widget: {
            type: 'map_action',
            id: 'ui_1',
            surface: 'map_overlay',
            action: 'zoom_to_map',
            params: { center: [8, 47], zoom: 3 },
            fallbackText: 'Zürich.',
          },
        },
      ]);
    },
  );
});

describe('a payload beside a result of render_junctions', () => {
  function kept() {
    const blobs: NewBlob[] = [];
    return { blobs, put: async (blob: NewBlob) => void blobs.push(blob) };
  }
  const callIt = {
    type: 'tool_call',
    tool: 'render_junctions',
    id: 'c1',
    args: { area: 'n', fallbackText: 'Two.' },
  } as const;

  it('is kept for a day for the person, and shown by its reference [AUI-18, AUI-19]', async () => {
    const { blobs, put } = kept();
    const { stage, told, hear } = open({ client: agentUi, put });
    void hear(callIt);
    const payload = junctions('a', 'b');
    const fact = resultWith(payload);
    await hear(fact);
    const [{ ref, bytes, ...about } = { ref: '', bytes: new Uint8Array() }] = blobs;
    expect(ref).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(JSON.parse(new TextDecoder().decode(bytes))).toEqual(payload);
    expect(about).toEqual({
      owner: { channel: 'web', conversation: 'web:a', personId: 'ann' },
      mime: 'application/json',
      expiresAtMs: 86_401_000,
    });
    expect(told.slice(1)).toMatchObject([
      { type: 'envelope', envelope: { action: 'render_junctions', params: { render_ref: ref }, fallbackText: 'Two.' } },
      { type: 'tool_result', result: { ok: true, render_ref: ref } },
    ]);
    expect(stage.modelView(fact.result)).toEqual({ ok: true, render_ref: ref });
    const { widgets, notes } = stage.end();
    expect(widgets).toMatchObject([{ shownAs: { action: 'render_junctions' }, widget: { junctions: { count: 2 } } }]);
    expect(notes).toEqual([]);
  });

  it.each<[string, Fact]>([
    [
      'under result',
      { type: 'tool_result', tool: 'render_junctions', result: { result: { _render_payload: junctions('a') } } },
    ],
    [
      'in the structured content of an MCP server',
      {
        type: 'mcp_result',
        server: 's',
        tool: 'render_junctions',
        result: { content: [], structuredContent: { _render_payload: junctions('a') } },
      },
    ],
  ])('may stand %s, and one junction is a place', async (_, fact) => {
    const { blobs, put } = kept();
    const { stage, hear } = open({ client: agentUi, put });
    await hear(fact);
    expect(blobs).toHaveLength(1);
    expect(stage.end().widgets).toMatchObject([{ widget: { junctions: { count: 1, point: [8, 47] } } }]);
  });

  it.each<[string, unknown]>([
    ['no GeoJSON', { type: 'FeatureCollection' }],
    [
      'beyond the earth',
      { ...junctions(), features: [{ ...junction('a'), geometry: { type: 'Point', coordinates: [181, 0] } }] },
    ],
    [
      'with a key of a prototype',
      JSON.parse(JSON.stringify(junctions('a')).replace('"properties":{}', '"properties":{"__proto__":{}}')),
    ],
    [
      'larger than 5 MB',
      {
        ...junctions(),
        features: Array.from({ length: 19_000 }, (_, at) => ({
          ...junction(`${at}`),
          properties: { label: 'é'.repeat(150) },
        })),
      },
    ],
  ])('that is %s is kept nowhere, reaches nobody, and its words are said [AUI-20]', async (_, payload) => {
    const { blobs, put } = kept();
    const { stage, told, hear } = open({ client: agentUi, put });
    void hear(callIt);
    await hear(resultWith(payload));
    expect(blobs).toEqual([]);
    expect(told.map(({ type }) => type)).toEqual(['tool_call', 'tool_result']);
    expect(told[1]).toMatchObject({ result: { ok: true } });
    expect(JSON.stringify(told)).not.toContain('FeatureCollection');
    const { widgets, words, notes } = stage.end();
    expect([widgets, words, notes.map(({ code }) => code)]).toEqual([[], ['Two.'], ['envelope_refused']]);
  });

  it.each<[string, Parameters<typeof open>[0]]>([
    ['there is no store of blobs', { client: agentUi }],
    ['nobody in particular reads', { client: agentUi, personId: undefined, put: kept().put }],
    ['the store does not take it', { client: agentUi, put: () => Promise.reject(new Error('away')) }],
  ])('is words where %s', async (_, options) => {
    const { stage, hear } = open(options);
    void hear(callIt);
    await hear(resultWith(junctions('a')));
    expect(stage.end()).toMatchObject({ widgets: [], words: ['Two.'], notes: [{ code: 'envelope_refused' }] });
  });

  it.each([undefined, { dialect: 'muxi' }, { dialect: 'ubp' }] as const)(
    'is kept nowhere for somebody who is told no reference, and is a place all the same: %j [AUI-19]',
    async (client) => {
      const { blobs, put } = kept();
      const { stage, told, hear } = open({ put, ...(client && { client }) });
      void hear(callIt);
      const fact = resultWith(junctions('a'));
      await hear(fact);
      expect(blobs).toEqual([]);
      expect(told[1]).toMatchObject({ type: 'tool_result', result: { ok: true } });
      expect(stage.modelView(fact.result)).toEqual({ ok: true });
      const { widgets, notes } = stage.end();
      expect(widgets).toMatchObject([
        { widget: { action: 'render_junctions', params: {}, junctions: { count: 1, point: [8, 47] } } },
      ]);
      expect(notes).toEqual([]);
    },
  );

  it('that does not come leaves a note and the words of the call [AUI-17]', () => {
    const { stage, hear } = open();
    void hear({ ...callIt, args: { geometry: junctions('a'), fallbackText: 'Two.' } });
    void hear({ type: 'tool_result', tool: 'render_junctions', result: { ok: true } });
    expect(stage.end()).toMatchObject({
      widgets: [],
      words: ['Two.'],
      notes: [{ message: expect.stringContaining('it names no render_ref, and its result carries no payload') }],
    });
  });

  it('of another tool shows nothing, and reaches neither the log nor a model', () => {
    const { stage, told, hear } = open({ client: agentUi });
    void hear({ ...resultWith(junctions('a')), tool: 'other' });
    expect(told.at(-1)).toMatchObject({ type: 'tool_result', result: { ok: true } });
    expect(JSON.stringify(told)).not.toContain('FeatureCollection');
    expect(stage.end().widgets).toEqual([]);
  });

  it('that is kept when the turn is over already shows nothing any more', async () => {
    const gate = { open: () => {} };
    const closed = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const { stage, told, hear } = open({ client: agentUi, put: () => closed });
    const heard = hear(resultWith(junctions('a')));
    const produced = stage.end();
    gate.open();
    await heard;
    expect([told, produced.widgets]).toEqual([[], []]);
  });
});
