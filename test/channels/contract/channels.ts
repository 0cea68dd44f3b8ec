import { discord } from '../../../src/channels/discord/index.ts';
import { email } from '../../../src/channels/email/index.ts';
import { slack } from '../../../src/channels/slack/index.ts';
import { printTelegram } from '../../../src/channels/telegram/print.ts';
import type { PrintingUnderTest } from './printing.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function readHtml(content: string): string {
  return readEntities(content.replace(/<[^>]*>/g, ''));
}

/** A label stands for its link, a URL in brackets for itself. */
function readMrkdwn(content: string): string {
  return readEntities(content.replace(/<(?:[^<>|]*\|)?([^<>]*)>/g, '$1'));
}

function readEntities(content: string): string {
  return content.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Discord's own order: a URL is taken as it stands, else a backslash makes what follows literal. */
function readMarkdown(content: string): string {
  return content
    .replace(
      /<(https?:\/\/[^\s<>]+)>|https?:\/\/[^\s<]+[^\s<.,:;"'\])]|\\([\\*_~`|><#[(@.-])/g,
      (found, bracketed: string | undefined, literal: string | undefined) => bracketed ?? literal ?? found,
    )
    .replaceAll('<\u200b', '<');
}

/** Every string under these keys, at any depth. */
function stringsUnder(keys: readonly string[], value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => stringsUnder(keys, item));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'string' && keys.includes(key) ? [inner] : stringsUnder(keys, inner),
  );
}

/** The callback string of a button that opens a form with a command in it. */
function opensForm(data: string): boolean {
  return /^ui_[0-9A-Za-z_]+#c\d+:/.test(data);
}

/** Templates drop what renders to nothing. */
function defined(body: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

export const telegramPrinting: PrintingUnderTest = {
  name: 'telegram',
  print: printTelegram,
  content: { format: 'html', maxLength: 4096, overflow: 'split', truncationSuffix: '…' },
  wrap: ({ content, ui }) => defined({ chat_id: 42, text: content, parse_mode: 'HTML', reply_markup: ui.reply_markup }),
  judge: (oracles, payload) => oracles.telegram('sendMessage', payload),
  read: readHtml,
  // Of a question that takes several, each toggle picks an option, and the last button sends them.
  picks: (ui) =>
    stringsUnder(['callback_data'], ui)
      .filter((data) => !data.endsWith('#ok'))
      .map((data) => data.replace('#t', '#')),
};

export const slackPrinting: PrintingUnderTest = {
  name: 'slack',
  print: slack.print,
  content: slack.content,
  wrap: ({ content, ui }) => defined({ channel: 'C0123ABCD', text: content, blocks: ui.blocks }),
  judge: (oracles, payload) => oracles.slackMessage(payload),
  read: readMrkdwn,
  // The button that sends several picks picks none, and one that opens a form neither.
  picks: (ui) => stringsUnder(['value'], ui).filter((value) => !value.endsWith('#ok') && !opensForm(value)),
};

export const discordPrinting: PrintingUnderTest = {
  name: 'discord',
  print: discord.print,
  content: discord.content,
  wrap: ({ content, ui }) => defined({ content, components: ui.components, allowed_mentions: { parse: [] } }),
  judge: (oracles, payload) => oracles.discordMessage(payload),
  read: readMarkdown,
  picks: (ui) => stringsUnder(['custom_id', 'value'], ui).filter((id) => id.includes('#') && !opensForm(id)),
};

export const emailPrinting: PrintingUnderTest = {
  name: 'email',
  print: email.print,
  content: email.content,
  wrap: ({ content, html, ui }) =>
    defined({
      to: 'ann@example.com',
      subject: 'Hello',
      text: content,
      html,
      choices: ui.choices,
      headers: {},
    }),
  judge: () => [],
  read: (content) => content,
  picks: () => [],
};
