import type { Dialect } from '../../src/markup/dialects/dialect.ts';
import { discordMarkdown } from '../../src/markup/dialects/discord-markdown.ts';
import { mailHtml } from '../../src/markup/dialects/mail-html.ts';
import { plainText } from '../../src/markup/dialects/plain-text.ts';
import { slackMrkdwn } from '../../src/markup/dialects/slack-mrkdwn.ts';
import { telegramHtml } from '../../src/markup/dialects/telegram-html.ts';

/** A dialect, and what a client makes of it. */
export interface Reading {
  dialect: Dialect;
  /** Shortest limit that leaves room for words beside the marks, and longest message. */
  minUnits: number;
  maxUnits: number;
  /** The words that a reader sees. */
  read(printed: string): string;
  /** What is open at the end, or wrong. Empty when all is well. */
  faults(printed: string): string[];
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

function readEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity);
}

export function readHtml(html: string): string {
  return readEntities(html.replace(/<(?:p|h\d|ul|ol|li|blockquote|pre|t[drh])\b/g, '\n$&').replace(/<[^>]*>/g, ''));
}

/** A label stands for its link, a URL in brackets for itself. */
export function readMrkdwn(text: string): string {
  return readEntities(text.replace(/<(?:[^<>|]*\|)?([^<>]*)>/g, '$1')).replaceAll('\u200b', '');
}

/** Discord's own order: a URL is taken as it stands, else a backslash makes what follows literal. */
export function readMarkdown(text: string): string {
  return text
    .replace(
      /<(https?:\/\/[^\s<>]+)>|https?:\/\/[^\s<]+[^\s<.,:;"'\])]|\\([\\*_~`|><#[(@.-])/g,
      (found, bracketed: string | undefined, literal: string | undefined) => bracketed ?? literal ?? found,
    )
    .replaceAll('\u200b', '');
}

/** Tags that are open, unknown or closed out of order, and special characters that are not escaped. */
function htmlFaults(html: string, tags: ReadonlySet<string>): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const [found, slash, name, rest] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)((?:\s+[a-z]+="[^"<>]*")*)>|[<>]|&(?!(?:amp|lt|gt|quot);)/g,
  )) {
    if (name === undefined) faults.push(`bare ${found}`);
    else if (!tags.has(name)) faults.push(`tag ${name}`);
    else if (slash === '/') {
      if (open.pop() !== name) faults.push(`</${name}> out of order`);
    } else if (name !== 'br' && name !== 'hr') open.push(name);
    for (const [, href = ''] of (rest ?? '').matchAll(/ href="([^"]*)"/g)) {
      if (!/^(?:https?:\/\/|mailto:)/i.test(href)) faults.push(`href ${href}`);
    }
  }
  return [...faults, ...open.map((name) => `open ${name}`)];
}

const TELEGRAM_TAGS = new Set(['b', 'i', 's', 'code', 'pre', 'a', 'blockquote']);
const MAIL_TAGS = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote ol ul li pre code table thead tbody tr th td hr strong em s a br'.split(' '),
);

function fenceFaults(text: string): string[] {
  return text.split('```').length % 2 === 0 ? ['an open fence'] : [];
}

function mrkdwnFaults(text: string): string[] {
  // What is left of `<…>` after the links are gone would be a mention or worse; `>` may begin a quote.
  const others = text.replace(/<(?:https?:\/\/|mailto:)[^<>\s]*(?:\|[^<>\n]*)?>/g, '').replace(/^ *(?:> ?)+/gm, '');
  return [...fenceFaults(text), ...(/[<>]|&(?!(?:amp|lt|gt);)/.exec(others) ?? []).map((found) => `live ${found}`)];
}

function discordFaults(text: string): string[] {
  // What comes first counts: an escaped backtick opens no code, a backslash in code escapes nothing, and the URL of a
  // link ends with its bracket.
  const outside = text.replace(
    /\\[^\w\s]|\]\(https?:\/\/[^\s()<>]+\)|```[\s\S]*?```|(`+)(?!`)[\s\S]*?[^`]\1(?!`)|<https?:\/\/[^\s<>]+>|https?:\/\/[^\s<]+/g,
    '',
  );
  return [
    ...fenceFaults(text),
    ...(/<(?!\u200b)|@(?:everyone|here)/.exec(outside) ?? []).map((found) => `live ${found}`),
  ];
}

export const READINGS: Readonly<Record<string, Reading>> = {
  telegram: {
    dialect: telegramHtml,
    minUnits: 400,
    maxUnits: 4096,
    read: (html) => readEntities(html.replace(/<[^>]*>/g, '')),
    faults: (html) => htmlFaults(html, TELEGRAM_TAGS),
  },
  slack: { dialect: slackMrkdwn, minUnits: 400, maxUnits: 3000, read: readMrkdwn, faults: mrkdwnFaults },
  discord: { dialect: discordMarkdown, minUnits: 400, maxUnits: 2000, read: readMarkdown, faults: discordFaults },
  plain: { dialect: plainText, minUnits: 400, maxUnits: 1000, read: (text) => text, faults: () => [] },
  mail: {
    dialect: mailHtml,
    minUnits: 2000,
    maxUnits: 5000,
    read: readHtml,
    faults: (html) => htmlFaults(html, MAIL_TAGS),
  },
};
