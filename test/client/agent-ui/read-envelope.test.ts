import { describe, expect, it } from 'vitest';
import { readEnvelope } from '../../../src/client/agent-ui/read-envelope.ts';

const CHART = {
  schemaVersion: 'agent-ui@1',
  kind: 'chart',
  surface: 'canvas',
  grammar: 'echarts-safe-subset',
  spec: {},
  data: null,
  fallbackText: 'Sales: 7',
};
const COMPONENT = {
  schemaVersion: 'agent-ui@1',
  kind: 'registered_component',
  surface: 'side_panel',
  component: 'HistoryPanel',
  props: {},
};
const MAP = {
  schemaVersion: 'agent-ui@1',
  kind: 'map_action',
  surface: 'map_overlay',
  action: 'zoom_to_map',
  params: {},
};

describe('an envelope', () => {
  it('is one of the three kinds, on a surface of its kind [AUI-3, AUI-5]', () => {
    for (const whole of [CHART, COMPONENT, { ...COMPONENT, data: 1, surface: 'map_overlay' }, MAP]) {
      expect(readEnvelope(whole)).toEqual({ envelope: whole });
    }
  });

  it('is shown in its own words where it cannot be shown [AUI-9, HI-70]', () => {
    for (const changed of [
      { schemaVersion: 'agent-ui@2' },
      { kind: 'html' },
      { kind: '__proto__' },
      { surface: 'map_overlay' },
      { grammar: 'vega' },
      { spec: undefined },
      { html: '<b>' },
    ]) {
      const fallback = { unshowable: { fallbackText: 'Sales: 7' } };
      expect(readEnvelope({ ...CHART, ...changed }), JSON.stringify(changed)).toEqual(fallback);
    }
  });

  it('has no words where it brought none', () => {
    for (const other of [
      null,
      7,
      'x',
      [],
      {},
      { ...MAP, surface: 'canvas' },
      { ...COMPONENT, component: 7 },
      { ...COMPONENT, props: undefined },
      { ...CHART, kind: 'html', fallbackText: ' ' },
      { ...CHART, fallbackText: 7 },
    ]) {
      expect(readEnvelope(other), JSON.stringify(other)).toEqual({ unshowable: {} });
    }
  });
});
