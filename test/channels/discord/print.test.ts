import { describe, expect, it } from 'vitest';
import type { Row } from '../../../src/channels/discord/components.ts';
import { discord } from '../../../src/channels/discord/index.ts';
import type { Affordance } from '../../../src/protocol/affordance.ts';
import { discordPrinting } from '../contract/channels.ts';
import { choice, idOf, labels, link } from '../contract/widgets.ts';

function printed(affordances: readonly Affordance[], text = 'Pick') {
  const { parts, notes } = discord.print(affordances, text, discord.content);
  return {
    contents: parts.map((part) => part.content),
    rows: (parts.at(-1)?.ui.components ?? []) as Row[],
    codes: notes.map(({ code }) => code),
  };
}

const id = 'ui_widget_number_0000000';

describe('components', () => {
  it('are buttons for up to five options [MUXI-31, CH-54]', () => {
    expect(printed([choice(['Yes', 'No'])]).rows).toEqual([
      {
        type: 1,
        components: [
          { type: 2, style: 2, label: 'Yes', custom_id: `${id}#0` },
          { type: 2, style: 2, label: 'No', custom_id: `${id}#1` },
        ],
      },
    ]);
  });

  it('are a menu for more, up to 25 [CH-56, MUXI-37]', () => {
    const { rows, codes } = printed([choice(labels(25))]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.components).toMatchObject([
      { type: 3, custom_id: id, placeholder: 'Which one?', min_values: 1, max_values: 1 },
    ]);
    expect(discordPrinting.picks({ rows })).toEqual(labels(25).map((_, at) => `${id}#${at}`));
    expect(codes).toEqual(['buttons_as_select']);
  });

  it('are none for 26 options or for none [CH-56]', () => {
    for (const count of [0, 26]) {
      const { rows, codes } = printed([choice(labels(count))]);
      expect(rows).toEqual([]);
      expect(codes).toEqual(['choices_as_text']);
    }
  });

  it('are a menu that takes several for a choice of several', () => {
    expect(printed([choice(['a', 'b', 'c'], { multi: true, prompt: '' })]).rows[0]?.components).toEqual([
      {
        type: 3,
        custom_id: id,
        min_values: 1,
        max_values: 3,
        options: [0, 1, 2].map((at) => ({ label: 'abc'.charAt(at), value: `${id}#${at}` })),
      },
    ]);
  });

  it('fill five rows, questions first; what is left over stays text', () => {
    const questions = [0, 1, 2, 3].map((at) => choice(['Yes', 'No'], { widgetId: idOf(at) }));
    const links = Array.from({ length: 6 }, (_, at) => link(`https://a.example/${at}`));
    const { rows, codes } = printed([...links, ...questions]);
    expect(rows.map(({ components }) => components.length)).toEqual([2, 2, 2, 2, 5]);
    expect(codes).toEqual(['link_as_text']);
    const six = [...questions, choice(['a'], { widgetId: idOf(4) }), choice(['b'], { widgetId: idOf(5) })];
    expect(printed(six).codes).toEqual(['buttons_as_text']);
  });

  it('never repeat an id [CH-55]', () => {
    const { rows, codes } = printed([choice(['a', 'a']), choice(['b']), choice(labels(6))]);
    expect(rows).toHaveLength(1);
    expect(codes).toEqual(['buttons_as_text', 'buttons_as_text']);
  });

  it('clip labels to 80 on a button and 100 in a menu, at a grapheme [MUXI-37]', () => {
    const long = `${'a'.repeat(78)}👨‍👩‍👧${'b'.repeat(40)}`;
    expect(printed([choice([long])]).rows[0]?.components).toMatchObject([{ label: `${'a'.repeat(78)}…` }]);
    const { rows, codes } = printed([choice([long, ...labels(5)])]);
    expect(rows[0]?.components).toMatchObject([
      { options: [{ label: `${'a'.repeat(78)}👨‍👩‍👧${'b'.repeat(13)}…` }, {}, {}, {}, {}, {}] },
    ]);
    expect(codes).toEqual(['label_clipped', 'buttons_as_select']);
  });

  it('have words where a label shows nothing, and no emoji field [CH-61]', () => {
    expect(printed([choice(['\u200b', '\u{1f600}'])]).rows[0]?.components).toEqual([
      { type: 2, style: 2, label: '1', custom_id: `${id}#0` },
      { type: 2, style: 2, label: '\u{1f600}', custom_id: `${id}#1` },
    ]);
  });

  it('have link buttons for public URLs of up to 512 characters', () => {
    expect(printed([link('https://a.example/x')]).rows).toEqual([
      { type: 1, components: [{ type: 2, style: 5, label: 'Open', url: 'https://a.example/x' }] },
    ]);
    for (const url of [`https://a.example/${'x'.repeat(495)}`, 'http://localhost:3000', 'discord://x']) {
      const { rows, codes } = printed([link(url)], `Open: ${url}`);
      expect(rows).toEqual([]);
      expect(codes).toEqual(['link_as_text']);
    }
  });
});

describe('the text on Discord', () => {
  it('is messages of up to 2000 characters, buttons on the last [CH-53]', () => {
    const { parts } = discord.print([choice(['Yes'])], 'word '.repeat(900), discord.content);
    expect(parts.map(({ content }) => content.length)).toEqual([2000, 2000, 500]);
    expect(parts.map(({ ui }) => Object.keys(ui))).toEqual([[], [], ['components']]);
  });

  it('leaves room for the answer of each question', () => {
    expect(printed([choice(['Yes'])], 'x'.repeat(1868)).contents).toHaveLength(1);
    expect(printed([choice(['Yes'])], 'x'.repeat(1869)).contents).toHaveLength(2);
    expect(printed([], 'x'.repeat(2000)).contents).toHaveLength(1);
  });

  it('shows mentions and escaped markdown as words [CH-78, HI-38]', () => {
    expect(printed([], '**@everyone** <@1>').contents).toEqual(['**\\@everyone** \\<@1\\>']);
    expect(printed([], '\\*not bold\\* ||no spoiler||').contents).toEqual(['\\*not bold\\* \\|\\|no spoiler\\|\\|']);
  });

  it('lets markdown through when a template says plain', () => {
    const { parts } = discord.print([], '**bold**', { ...discord.content, format: 'plain' });
    expect(parts[0]?.content).toBe('**bold**');
  });
});
