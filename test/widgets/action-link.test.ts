import { describe, expect, it } from 'vitest';
import { actionLink } from '../../src/widgets/action_link/index.ts';

const given = {
  type: 'action_link',
  id: 'ui_abc',
  label: 'Connect',
  url: 'https://acme.example/a',
  hint: 'Opens Acme',
};

const parse = (changes: object) => actionLink.schema.safeParse({ ...given, ...changes });

describe('an action_link widget', () => {
  it('lowers to one link', () => {
    expect(actionLink.lower(actionLink.schema.parse(given))).toEqual([
      { type: 'link', widgetId: 'ui_abc', label: 'Connect', url: 'https://acme.example/a', hint: 'Opens Acme' },
    ]);
  });

  it('has no hint when there is none [MUXI-14]', () => {
    for (const hint of [undefined, '', ' \u200b']) {
      const widget = actionLink.schema.parse({ ...given, hint });
      expect('hint' in widget).toBe(false);
      expect(actionLink.lower(widget)[0]).not.toHaveProperty('hint');
    }
  });

  it('is called by its host when it has no label [MUXI-14]', () => {
    for (const label of [undefined, '', '\u202e']) expect(parse({ label }).data?.label).toBe('acme.example');
    expect(parse({ label: '', url: 'https://ｅｖｉｌ.example/' }).data?.label).toBe('evil.example');
  });

  it.each(['javascript:alert(1)', 'https://u:p@acme.example', 'https://acme.example/\n', '', 7, null])(
    'refuses the URL %j [MUXI-14, HI-18]',
    (url) => {
      expect(parse({ url }).success).toBe(false);
    },
  );

  it('in words is label, URL and hint', () => {
    expect(actionLink.fallback(actionLink.schema.parse(given))).toBe('Connect: https://acme.example/a (Opens Acme)');
    expect(actionLink.fallback(actionLink.schema.parse({ ...given, hint: undefined }))).toBe(
      'Connect: https://acme.example/a',
    );
  });
});
