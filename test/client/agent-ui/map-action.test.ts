import { describe, expect, it } from 'vitest';
import { readMapAction } from '../../../src/client/agent-ui/map-action.ts';
import { junctionsIn } from '../../../src/client/agent-ui/map-place.ts';

const REF = 'A'.repeat(32);

describe('a map action', () => {
  it('is read with exactly its params [AUI-8, AUI-30]', () => {
    expect(readMapAction('locate_features', { layer: 'pipes', ids: ['p1', 7] })).toEqual({
      type: 'locate',
      layer: 'pipes',
      ids: ['p1', '7'],
    });
    expect(readMapAction('zoom_to_map', { bbox: [-9.2, 38.6, -9, 38.8] })).toEqual({
      type: 'zoom',
      box: [-9.2, 38.6, -9, 38.8],
    });
    expect(readMapAction('zoom_to_map', { center: [-9.14, 38.72], zoom: 11 })).toEqual({
      type: 'center',
      center: { lon: -9.14, lat: 38.72 },
      zoom: 11,
    });
    const style = { color: '#a4362a', width: 2, opacity: 0.5, visible: true };
    expect(readMapAction('apply_layer_style', { layer: 'pipes', style })).toEqual({
      type: 'style',
      layer: 'pipes',
      style,
    });
    expect(readMapAction('render_junctions', { render_ref: REF })).toEqual({ type: 'junctions', renderRef: REF });
  });

  it('is none when it is unknown or any of its params is wrong [AUI-9, AUI-10, AUI-17]', () => {
    const wrong: [string, unknown][] = [
      ['fly_to', {}],
      ['__proto__', {}],
      ['toString', {}],
      ['locate_features', null],
      ['locate_features', { layer: 'pipes', ids: [] }],
      ['locate_features', { layer: 'pipes', ids: Array(501).fill('p') }],
      ['locate_features', { layer: '', ids: ['p'] }],
      ['locate_features', { layer: 'pipes', ids: ['p'], url: 'x' }],
      ['zoom_to_map', { bbox: [1, 0, 0, 1] }],
      ['zoom_to_map', { bbox: [0, 0, 181, 1] }],
      ['zoom_to_map', { bbox: [0, 0, 1, Number.NaN] }],
      ['zoom_to_map', { bbox: [0, 0, 1, 1], center: [0, 0], zoom: 1 }],
      ['zoom_to_map', { center: [0, 91], zoom: 1 }],
      ['zoom_to_map', { center: ['0', '0'], zoom: 1 }],
      ['zoom_to_map', { center: [0, 0], zoom: 25 }],
      ['zoom_to_map', { center: [0, 0] }],
      ['zoom_to_map', {}],
      ['apply_layer_style', { layer: 'pipes', style: {} }],
      ['apply_layer_style', { layer: 'pipes', style: { color: ['get', 'x'] } }],
      ['apply_layer_style', { layer: 'pipes', style: { color: 'url(x)' } }],
      ['apply_layer_style', { layer: 'pipes', style: { sprite: 'x' } }],
      ['render_junctions', { render_ref: 'short' }],
      ['render_junctions', { render_ref: REF, features: [] }],
    ];
    for (const [action, params] of wrong) {
      expect(readMapAction(action, params), `${action} ${JSON.stringify(params)}`).toBeUndefined();
    }
  });
});

describe('junctions behind a ref [AUI-20]', () => {
  const at = (coordinates: unknown, id: unknown = 'j1') => ({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates },
    properties: { label: 'Main' },
  });
  const collection = (...features: unknown[]) => ({ type: 'FeatureCollection', features });

  it('are points with ids', () => {
    expect(junctionsIn(collection(at([-9.14, 38.72])))).toEqual([{ id: 'j1', label: 'Main', lon: -9.14, lat: 38.72 }]);
    expect(junctionsIn(collection())).toEqual([]);
  });

  it('are all shown or none', () => {
    const good = at([0, 0]);
    for (const payload of [
      collection(good, at([181, 0])),
      collection(good, at([0, 'x'])),
      collection(good, at([0, 0], null)),
      collection(good, { ...good, geometry: { type: 'LineString', coordinates: [] } }),
      collection(good, null),
      { type: 'Feature' },
      null,
      [],
    ]) {
      expect(junctionsIn(payload), JSON.stringify(payload)).toBeUndefined();
    }
  });
});
