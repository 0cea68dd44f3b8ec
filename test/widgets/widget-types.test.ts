import { describe, expect, it } from 'vitest';
import { allWidgets } from '../../src/widgets/all.ts';

const types = [...allWidgets().values()];

it('the widget types are those of MUXI, and those that stand for blocks and for envelopes', () => {
  expect([...allWidgets().keys()]).toEqual([
    ...['options', 'action_link', 'mcp_resource', 'mcp_app'],
    ...['feature_recommendation', 'external_block'],
    ...['chart', 'map_action', 'registered_component'],
  ]);
});

describe.each(types)('the widget type $type', (type) => {
  it('accepts its own sample, unchanged', () => {
    expect(type.schema.parse(type.sample)).toEqual(type.sample);
    expect(type.sample.type).toBe(type.type);
    expect(type.sample.id).toMatch(/^ui_[0-9A-Za-z_]{21}$/);
  });

  it('accepts fields that it does not know [MUXI-9]', () => {
    const extended = { ...type.sample, theme: 'dark' };
    expect(type.schema.parse(extended)).toEqual(extended);
  });

  it('takes nothing from a __proto__ key', () => {
    const json = JSON.stringify(type.sample).replace('{', '{"__proto__":{"hint":7,"multi":true,"encoding":"base64"},');
    const parsed = type.schema.parse(JSON.parse(json));
    expect(parsed).toEqual(type.sample);
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  });

  it.each([null, 7, 'text', [], {}, { type: 'other', id: 'ui_1' }])('refuses %j', (value) => {
    expect(type.schema.safeParse(value).success).toBe(false);
  });

  it('offers something, under its own id', () => {
    const affordances = type.lower(type.sample);
    expect(affordances.length).toBeGreaterThan(0);
    for (const { widgetId } of affordances) expect(widgetId).toBe(type.sample.id);
  });

  it('says itself in words', () => {
    expect(type.fallback(type.sample).trim()).not.toBe('');
  });
});
