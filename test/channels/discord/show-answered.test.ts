import { describe, expect, it } from 'vitest';
import { discord } from '../../../src/channels/discord/index.ts';
import { showAnswered } from '../../../src/channels/discord/show-answered.ts';
import { choice, labels } from '../contract/widgets.ts';

const FIRST = 'ui_widget_number_0000000';
const SECOND = 'ui_widget_number_0000001';
const linkRow = { type: 1, components: [{ type: 2, style: 5, label: 'Docs', url: 'https://example.com' }] };
const row = (id: string) => ({ type: 1, components: [{ type: 2, style: 2, label: 'Yes', custom_id: `${id}#0` }] });
const menu = (id: string) => ({ type: 1, components: [{ type: 3, custom_id: id, options: [] }] });
const shown = (payload: unknown, ...answered: [string, string][]) =>
  showAnswered({ payload, answered: answered.map(([widgetId, label]) => ({ widgetId, label })) });

describe('an answered question on Discord', () => {
  it('shows its answer, and its buttons or its menu go; others and links stay', () => {
    const components = [row(FIRST), menu(SECOND), linkRow];
    expect(shown({ content: 'Go?', components }, [FIRST, 'Yes'])).toEqual({
      content: 'Go?\n\n✓ Yes',
      components: [menu(SECOND), linkRow],
    });
    expect(shown({ content: 'Go?', components }, [FIRST, 'Yes'], [SECOND, 'A, B'])).toEqual({
      content: 'Go?\n\n✓ Yes\n\n✓ A, B',
      components: [linkRow],
    });
  });

  it('shows a label as words, on one line, cut at 64', () => {
    expect(shown({ content: '' }, [FIRST, '*bold*\n@everyone'])).toEqual({ content: '\n\n✓ \\*bold\\* \\@everyone' });
    expect(shown({ content: '' }, [FIRST, 'x'.repeat(99)])).toEqual({ content: `\n\n✓ ${'x'.repeat(63)}…` });
  });

  it('loses only its buttons where the text has no room', () => {
    expect(shown({ content: 'x'.repeat(1999), components: [row(FIRST)] }, [FIRST, 'Yes'])).toEqual({ components: [] });
    expect(shown({ content: 'x'.repeat(1999) }, [FIRST, 'Yes'])).toBeUndefined();
  });

  it('keeps what a template says of pings, and reaches into the boxes of a template', () => {
    const box = { type: 17, components: [{ type: 10, content: 'Go?' }, row(FIRST)] };
    const allowed_mentions = { users: ['1'] };
    expect(shown({ components: [box], flags: 32768, allowed_mentions }, [FIRST, 'Yes'])).toEqual({
      components: [{ type: 17, components: [{ type: 10, content: 'Go?' }] }],
      allowed_mentions,
    });
  });

  it('has room in every message that was printed for it', () => {
    const printed = discord.print([choice(labels(25))], 'x'.repeat(5_000), discord.content);
    const last = printed.parts.at(-1);
    const edit = shown({ content: last?.content, ...last?.ui }, [FIRST, '*'.repeat(64)]);
    expect(edit?.content).toContain('✓');
  });

  it.each([[undefined], [null], ['x'], [{}]])('is not shown in %j', (payload) => {
    expect(shown(payload, [FIRST, 'Yes'])).toBeUndefined();
  });
});
