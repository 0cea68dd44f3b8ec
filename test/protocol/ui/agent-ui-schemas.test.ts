import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { schemaFaults } from '../../../src/protocol/schema-faults.ts';
import { instantOf } from '../../../src/protocol/ui/agent-ui/instant.ts';
import { junctionsPayload } from '../../../src/protocol/ui/agent-ui/junctions.ts';
import { mapActions } from '../../../src/protocol/ui/agent-ui/map-actions.ts';
import { historyPanelProps, scadaPanelProps } from '../../../src/protocol/ui/agent-ui/panels.ts';

/** The first fault of a value; nothing when it fits. */
function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const { error } = schema.safeParse(value);
  return error && schemaFaults(error)[0];
}

describe('an instant', () => {
  it.each([
    ['2026-03-01T08:00:00Z', 1_772_352_000_000],
    ['2026-03-01T08:00Z', 1_772_352_000_000],
    ['2026-03-01T09:30:00.000+01:30', 1_772_352_000_000],
    ['2028-02-29T00:00:00-00:00', 1_835_395_200_000],
  ])('%s is read with its offset', (text, ms) => {
    expect(instantOf(text)).toBe(ms);
  });

  it.each([
    ...[
      '2026-02-30T00:00:00Z',
      '2026-02-29T00:00:00Z',
      '2026-04-31T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-10T00:00:00Z',
    ],
    ...['2026-03-01T24:00:00Z', '2026-03-01T08:60:00Z', '2026-03-01T08:00:60Z', '2026-03-01T08:00:00+15:00'],
    ...[
      '2026-03-01T08:00:00',
      '2026-03-01',
      '2026-03-01 08:00:00Z',
      '2026-03-01T08:00:00z',
      '1772352000000',
      'yesterday',
    ],
    ...['2026-03-01T08:00:00Z\n', ' 2026-03-01T08:00:00Z', '+002026-03-01T08:00:00Z', '٢026-03-01T08:00:00Z'],
  ])('%j is none [AUI-15, HI-68]', (text) => {
    expect(instantOf(text)).toBeUndefined();
  });
});

describe('the props of HistoryPanel', () => {
  const props = { device_ids: ['p1'], start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-02T00:00:00Z' };

  it.each([props, { ...props, metric: 'flow' }, { ...props, end_time: '2027-03-02T00:00:00Z' }])(
    'are taken: %j',
    (given) => {
      expect(historyPanelProps.parse(given)).toEqual(given);
    },
  );

  it('compare instants, not texts [AUI-15]', () => {
    const given = { ...props, start_time: '2026-03-01T10:00:00+09:00', end_time: '2026-03-01T02:00:00Z' };
    expect(faultOf(historyPanelProps, given)).toBeUndefined();
  });

  it.each<[string, object, string]>([
    ['an end that is the start', { end_time: '2026-03-01T00:00:00Z' }, 'end_time: not after start_time'],
    ['an end that is the same instant', { end_time: '2026-03-01T01:00:00+01:00' }, 'end_time: not after start_time'],
    ['an end before the start', { end_time: '2026-02-01T00:00:00Z' }, 'end_time: not after start_time'],
    ['more than 366 days', { end_time: '2027-03-02T00:00:01Z' }, 'end_time: more than 366 days after start_time'],
    ['no end', { end_time: undefined }, 'end_time: missing, expected string'],
    [
      'no offset',
      { start_time: '2026-03-01T00:00:00' },
      'start_time: no date and time of the calendar with its offset, e.g. 2026-03-01T08:00:00+01:00',
    ],
    [
      'a day that is not in the calendar',
      { start_time: '2026-02-30T00:00:00Z' },
      'start_time: no date and time of the calendar with its offset, e.g. 2026-03-01T08:00:00+01:00',
    ],
    ['an epoch number', { start_time: 1_772_352_000 }, 'start_time: Invalid input: expected string, received number'],
    ['no devices', { device_ids: [] }, 'device_ids: Too small: expected array to have >=1 items'],
    [
      '51 devices',
      { device_ids: Array.from({ length: 51 }, () => 'p') },
      'device_ids: Too big: expected array to have <=50 items',
    ],
    ['a key that it does not know', { html: 'x' }, 'Unrecognized key: "html"'],
  ])('with %s are refused [AUI-15, AUI-32, HI-68]', (_, changed, fault) => {
    expect(faultOf(historyPanelProps, { ...props, ...changed })).toBe(fault);
  });
});

it('the props of ScadaPanel are devices and maybe a title [AUI-32]', () => {
  expect(scadaPanelProps.safeParse({ device_ids: ['p1'], title: 'North' }).success).toBe(true);
  expect(scadaPanelProps.safeParse({ device_ids: ['p1'], url: 'x' }).success).toBe(false);
});

describe('the params of a map action', () => {
  const actions = mapActions(['pipes']);
  const check = (action: string, params: unknown) => {
    const schema = actions.get(action);
    if (!schema) throw new Error(action);
    return faultOf(schema, params);
  };
  const ref = 'A'.repeat(22);

  it.each<[string, unknown]>([
    ['locate_features', { layer: 'valves', ids: ['v1', 2] }],
    ['zoom_to_map', { center: [8.54, 47.37], zoom: 12 }],
    ['zoom_to_map', { bbox: [8, 47, 9, 48] }],
    ['zoom_to_map', { bbox: [170, -20, -170, -10], crosses_antimeridian: true }],
    ['render_junctions', { render_ref: ref }],
    ['apply_layer_style', { layer: 'pipes', style: { color: '#1e88e5', width: 2, opacity: 0.5, visible: true } }],
    ['apply_layer_style', { layer: 'pipes', style: { color: 'rgb(255, 199,0)' } }],
  ])('%s takes %j [AUI-30]', (action, params) => {
    expect(check(action, params)).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ['locate_features', { layer: 'valves', ids: [] }],
    ['locate_features', { layer: 'valves', ids: Array.from({ length: 501 }, () => 'a') }],
    ['locate_features', { layer: 'valves', ids: ['a'], filter: ['==', 1, 1] }],
    ['zoom_to_map', { center: [181, 0], zoom: 1 }],
    ['zoom_to_map', { center: [0, 91], zoom: 1 }],
    ['zoom_to_map', { center: [0, 0], zoom: 25 }],
    ['zoom_to_map', { center: [0, Number.NaN], zoom: 1 }],
    ['zoom_to_map', { center: [0, 0] }],
    ['zoom_to_map', { center: [0, 0], zoom: 1, bbox: [8, 47, 9, 48] }],
    ['zoom_to_map', { bbox: [9, 47, 8, 48] }],
    ['zoom_to_map', { bbox: [8, 48, 9, 47] }],
    ['zoom_to_map', { bbox: [8, 47, 9, 48], crosses_antimeridian: true }],
    ['zoom_to_map', { bbox: [8, 47, 9] }],
    ['apply_layer_style', { layer: 'pumps', style: { width: 1 } }],
    ['apply_layer_style', { layer: 'pipes', style: {} }],
    ['apply_layer_style', { layer: 'pipes', style: { color: ['interpolate', ['linear'], ['zoom']] } }],
    ['apply_layer_style', { layer: 'pipes', style: { color: 'url(#x)' } }],
    ['apply_layer_style', { layer: 'pipes', style: { color: 'rgb(256, 0, 0)' } }],
    ['apply_layer_style', { layer: 'pipes', style: { 'icon-image': 'https://x.example/a.png' } }],
    ['render_junctions', { render_ref: 'A'.repeat(21) }],
    ['render_junctions', { render_ref: '../../etc/passwd/aaaaaaaa' }],
    ['render_junctions', { render_ref: ref, geometry: { type: 'Point', coordinates: [0, 0] } }],
    ['render_junctions', { features: [] }],
  ])('%s refuses %j [AUI-8, AUI-17, AUI-30]', (action, params) => {
    expect(check(action, params)).toEqual(expect.any(String));
  });

  it('change no style where no layer is registered', () => {
    expect([...mapActions([]).keys()]).toEqual(['locate_features', 'zoom_to_map', 'render_junctions']);
  });
});

describe('a payload of junctions', () => {
  const feature = (changed: object = {}) => ({
    type: 'Feature',
    id: 'J1',
    geometry: { type: 'Point', coordinates: [8.5, 47.3] },
    properties: { label: 'Junction 1' },
    ...changed,
  });
  const payload = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

  it('is points with an id and maybe a label; the rest is left out [AUI-20]', () => {
    const given = payload(
      feature({
        bbox: [1],
        properties: { label: 'J', onclick: 'x' },
        geometry: { type: 'Point', coordinates: [8, 47, 400] },
      }),
      feature({ id: 2, properties: null }),
    );
    expect(junctionsPayload.parse({ ...given, crs: {} })).toEqual(
      payload(
        feature({ properties: { label: 'J' }, geometry: { type: 'Point', coordinates: [8, 47] } }),
        feature({ id: 2, properties: {} }),
      ),
    );
  });

  it.each([
    payload(),
    payload(feature({ id: undefined })),
    payload(feature({ geometry: { type: 'Point', coordinates: [181, 0] } })),
    payload(feature({ geometry: { type: 'Point', coordinates: [0, -90.1] } })),
    payload(feature({ geometry: { type: 'Point', coordinates: [0] } })),
    payload(feature({ geometry: { type: 'Point', coordinates: ['0', 0] } })),
    payload(
      feature({
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      }),
    ),
    payload(feature({ geometry: null })),
    payload(feature({ properties: { label: 7 } })),
    feature(),
    [],
  ])('is refused otherwise: %j [AUI-20]', (given) => {
    expect(junctionsPayload.safeParse(given).success).toBe(false);
  });
});
