import { cleanText, isBlank } from '../../../markup/clean-text.ts';
import { clipLabel } from '../../../markup/clip-label.ts';
import { truncateText } from '../../../markup/truncate-text.ts';
import { integerIn, type Loose, listIn, objectIn, textIn } from '../../../protocol/loose.ts';
import type { Note } from '../../../protocol/notes.ts';

/** Embed limits. Discord developer documentation, Message resource, read 2026-11. */
const MAX_EMBEDS = 10;
const MAX_TOTAL_UNITS = 6000;
const MAX_TITLE_UNITS = 256;
const MAX_DESCRIPTION_UNITS = 4096;
const MAX_FIELDS = 25;
const MAX_FIELD_VALUE_UNITS = 1024;
const MAX_FOOTER_UNITS = 2048;

/** Embeds as Discord takes them; what is too long ends with "…", and whole ones that do not fit are told in words. */
export function mendEmbeds(given: readonly unknown[], notes: Note[]): { embeds: Loose[]; words: string[] } {
  const embeds: Loose[] = [];
  const words: string[] = [];
  let room = MAX_TOTAL_UNITS;
  for (const one of given) {
    const embed = mendEmbed(objectIn(one) ?? {}, { words, notes });
    const units = unitsOf(embed);
    if (Object.keys(embed).length === 0) continue;
    if (embeds.length < MAX_EMBEDS && units <= room) {
      embeds.push(embed);
      room -= units;
      continue;
    }
    words.push([embed.title, embed.description, ...fieldLines(embed)].filter((line) => line !== undefined).join('\n'));
    notes.push({
      code: 'text_replaced',
      message: 'A Discord message holds 10 embeds, and 6000 characters in them. The rest goes as text.',
    });
  }
  return { embeds, words: words.filter((text) => !isBlank(text)) };
}

function mendEmbed(embed: Loose, { words, notes }: { words: string[]; notes: Note[] }): Loose {
  const said = (value: unknown, max: number): string | undefined => {
    const text = cleanText(textIn(value) ?? '').trim();
    if (isBlank(text)) return undefined;
    if (text.length <= max) return text;
    notes.push({ code: 'text_truncated', message: `A text of an embed has ${text.length} characters, ${max} fit.` });
    return truncateText(text, max, '…');
  };
  const fields = listIn(embed.fields).flatMap((given): Loose[] => {
    const field = objectIn(given) ?? {};
    const [name, value] = [said(field.name, MAX_TITLE_UNITS), said(field.value, MAX_FIELD_VALUE_UNITS)];
    if (name === undefined && value === undefined) return [];
    return [{ name: name ?? '\u2014', value: value ?? '\u2014', ...(field.inline === true && { inline: true }) }];
  });
  const beyond = fields.splice(MAX_FIELDS);
  if (beyond.length > 0) {
    words.push(fieldLines({ fields: beyond }).join('\n'));
    notes.push({
      code: 'text_replaced',
      message: `An embed has more than ${MAX_FIELDS} fields. The others go as text.`,
    });
  }
  const color = integerIn(embed.color);
  const authorName = clipLabel(textIn(objectIn(embed.author)?.name) ?? '', MAX_TITLE_UNITS, 'utf16');
  const [image, thumbnail] = [urlIn(objectIn(embed.image)?.url), urlIn(objectIn(embed.thumbnail)?.url)];
  const footer = said(objectIn(embed.footer)?.text, MAX_FOOTER_UNITS);
  const whole: Loose = {
    title: said(embed.title, MAX_TITLE_UNITS),
    description: said(embed.description, MAX_DESCRIPTION_UNITS),
    url: urlIn(embed.url),
    color: color !== undefined && color >= 0 && color <= 0xffffff ? color : undefined,
    fields: fields.length > 0 ? fields : undefined,
    author: authorName === '' ? undefined : { name: authorName },
    footer: footer === undefined ? undefined : { text: footer },
    image: image && { url: image },
    thumbnail: thumbnail && { url: thumbnail },
  };
  const shown = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
  // Colour and link alone show nothing, and are refused.
  const isSeen = Object.keys(shown).some((key) => key !== 'color' && key !== 'url');
  return isSeen ? shown : {};
}

function fieldLines({ fields }: Loose): string[] {
  return listIn(fields).map((field) => `${objectIn(field)?.name}: ${objectIn(field)?.value}`);
}

function unitsOf({ title, description, fields, author, footer }: Loose): number {
  const counted = [title, description, objectIn(author)?.name, objectIn(footer)?.text];
  const ofFields = listIn(fields).flatMap((field) => [objectIn(field)?.name, objectIn(field)?.value]);
  return [...counted, ...ofFields].reduce((sum: number, text) => sum + (typeof text === 'string' ? text.length : 0), 0);
}

function urlIn(given: unknown): string | undefined {
  const url = textIn(given);
  if (url === undefined || url.length > 2048 || !/^https?:\/\/[!-~]+$/i.test(url)) return undefined;
  return URL.canParse(url) ? url : undefined;
}
