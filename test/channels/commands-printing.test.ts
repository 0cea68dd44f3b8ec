import { describe, expect, it } from 'vitest';
import { discord } from '../../src/channels/discord/index.ts';
import { showAnswered as discordAnswered } from '../../src/channels/discord/show-answered.ts';
import { email } from '../../src/channels/email/index.ts';
import { slack } from '../../src/channels/slack/index.ts';
import { showAnswered as slackAnswered } from '../../src/channels/slack/show-answered.ts';
import { telegram } from '../../src/channels/telegram/index.ts';
import type { Affordance } from '../../src/protocol/affordance.ts';
import type { ChannelType } from '../../src/protocol/channel.ts';
import { choice, idOf, link, prefill } from './contract/widgets.ts';

interface Button {
  label: string;
  opens: string;
}

/** What the buttons of the last message say and do, in their order. */
function printed(channel: Pick<ChannelType, 'print' | 'content'>, affordances: readonly Affordance[]) {
  const { parts, notes } = channel.print(affordances, 'You could.', channel.content);
  const buttons: Button[] = [];
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return;
    const { text, label, copy_text, value, custom_id, url } = node as Record<string, never>;
    const face = label ?? (text as { text?: string } | undefined)?.text ?? text;
    const target = (copy_text as { text: string } | undefined)?.text ?? value ?? custom_id ?? url;
    if (typeof face === 'string' && typeof target === 'string') buttons.push({ label: face, opens: target });
    else Object.values(node).forEach(look);
  };
  look(parts.at(-1)?.ui);
  return { buttons, text: parts.map(({ content }) => content).join('\n'), codes: notes.map(({ code }) => code) };
}

const CHANNELS = [
  ['telegram', telegram],
  ['slack', slack],
  ['discord', discord],
] as const;

describe.each(CHANNELS)('commands on %s', (name, channel) => {
  it('share rows with the links beside them, and are in the text', () => {
    const { buttons, text, codes } = printed(channel, [
      prefill('/buy 1'),
      link('https://a.example/', { label: 'Docs' }),
      prefill('/sell 1', { label: 'Sell', widgetId: idOf(1) }),
    ]);
    expect(buttons.map(({ label }) => label)).toEqual(['Buy', 'Docs', 'Sell']);
    expect(text).toContain('Buy: /buy 1\n\nSell: /sell 1');
    expect(codes).toEqual([]);
  });

  it('are told apart where their labels are not, also when these are long', () => {
    const long = 'x'.repeat(300);
    const { buttons } = printed(channel, [
      prefill('/a'),
      prefill('/b'),
      prefill('/c', { label: long }),
      prefill('/d', { label: long }),
      prefill('/e', { label: ' \u200b' }),
    ]);
    expect(new Set(buttons.map(({ label }) => label)).size).toBe(5);
    expect(buttons[1]?.label).toBe('Buy (2)');
    expect(buttons[3]?.label).toMatch(/^x+… \(2\)$/);
    expect(buttons[3]?.label.length).toBeLessThanOrEqual(80);
    expect(buttons[4]?.label).toBe('/e');
    expect(new Set(buttons.map(({ opens }) => opens)).size).toBe(5);
  });

  it('have ids of their own, also where they are of one widget and say the same', () => {
    const { buttons } = printed(channel, [prefill('/a'), prefill('/a')]);
    expect(buttons).toHaveLength(2);
    if (name !== 'telegram') expect(new Set(buttons.map(({ opens }) => opens)).size).toBe(2);
  });

  it('that a line does not hold are text, with a note', () => {
    for (const command of [`/${'x'.repeat(256)}`, '']) {
      const { buttons, text, codes } = printed(channel, [prefill(command)]);
      expect(buttons).toEqual([]);
      expect(text).toContain(`Buy${command && ': '}${command}`);
      expect(codes).toEqual(['prefill_as_text']);
    }
  });

  it('of which there are too many are all in the text', () => {
    const all = Array.from({ length: 300 }, (_, at) =>
      prefill(`/buy ${at}`, { label: `Buy ${at}`, widgetId: idOf(1) }),
    );
    const { buttons, text, codes } = printed(channel, all);
    expect(buttons.length).toBeGreaterThan(20);
    expect(codes.filter((code) => code === 'prefill_as_text')).toHaveLength(300 - buttons.length);
    for (let at = 0; at < 300; at++) expect(text).toContain(`Buy ${at}: /buy ${at}`);
  });
});

describe('a command', () => {
  it('of 72 characters has its button in Discord, of more it is text', () => {
    const room = 100 - `${idOf(0)}#c0:`.length;
    expect(printed(discord, [prefill('x'.repeat(room))]).buttons).toHaveLength(1);
    expect(printed(discord, [prefill('x'.repeat(room + 1))])).toMatchObject({
      buttons: [],
      codes: ['prefill_as_text'],
    });
  });

  it('is text in a mail, and where its widget has no id of ours', () => {
    expect(printed(email, [prefill('/buy')])).toMatchObject({ buttons: [], codes: ['prefill_as_text'] });
    for (const channel of [slack, discord]) {
      expect(printed(channel, [prefill('/buy', { widgetId: 'not-ours' })]).buttons).toEqual([]);
    }
  });

  it('stays when a question of its own widget is answered', () => {
    const both = [choice(['Yes', 'No']), prefill('/buy')];
    const slackUi = slack.print(both, 'Pick', slack.content).parts[0]?.ui;
    const discordUi = discord.print(both, 'Pick', discord.content).parts[0]?.ui;
    const answered = [{ widgetId: idOf(0), label: 'Yes' }];
    const inSlack = slackAnswered({ payload: { channel: 'C1', text: 'Pick', ...slackUi }, answered });
    const inDiscord = discordAnswered({ payload: { content: 'Pick', ...discordUi }, answered });
    for (const edit of [inSlack, inDiscord].map((one) => JSON.stringify(one))) {
      expect(edit).toMatch(/#c[01]:\/buy/);
      expect(edit).not.toContain(`${idOf(0)}#0`);
    }
  });
});
