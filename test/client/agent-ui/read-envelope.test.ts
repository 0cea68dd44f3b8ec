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

  it.each<[string, object]>([
    ['another version [AUI-4]', { ...CHART, schemaVersion: 'agent-ui@2' }],
    ['another kind [AUI-3]', { ...CHART, kind: 'html' }],
    ['the kind of every object', { ...CHART, kind: '__proto__' }],
    ['a chart over the map [AUI-5]', { ...CHART, surface: 'map_overlay' }],
    ['a map action beside the chat [AUI-5]', { ...MAP, surface: 'chat_inline' }],
    ['another grammar [AUI-7]', { ...CHART, grammar: 'vega' }],
    ['a chart without a spec [AUI-7]', { ...CHART, spec: undefined }],
    ['a chart without data [AUI-7]', { ...CHART, data: undefined }],
    ['a component without a name [AUI-6]', { ...COMPONENT, component: '' }],
    ['a component without props [AUI-6]', { ...COMPONENT, props: undefined }],
    ['a map action without params [AUI-8]', { ...MAP, params: undefined }],
    ['a key that it does not know [AUI-29]', { ...CHART, html: '<b>' }],
    ['a key of a prototype [AUI-29]', { ...COMPONENT, props: JSON.parse('{"a":[{"__proto__":{}}]}') }],
    ['a constructor deep down [AUI-29]', { ...MAP, params: { a: { b: { constructor: 1 } } } }],
    ['a prototype deep down [AUI-29]', { ...CHART, spec: { a: { prototype: 1 } } }],
    ['a function [AUI-11]', { ...COMPONENT, props: { onClick: () => 1 } }],
  ])('with %s is shown in its own words [AUI-9, HI-70]', (_, envelope) => {
    expect(readEnvelope({ ...envelope, fallbackText: 'Sales: 7' })).toEqual({
      unshowable: { fallbackText: 'Sales: 7' },
    });
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
