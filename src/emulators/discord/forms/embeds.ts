import type { FormFault } from '../refusal.ts';
import { flag, integer, list, object, text, url } from './shape.ts';

/** Limits: docs.discord.com/developers/resources/message#embed-object-embed-limits, read 2026-11. */
const MAX_EMBEDS = 10;
const MAX_UNITS = 6000;

const link = url({ schemes: ['http', 'https', 'attachment'] });
const picture = object({}, { url: link });

const embed = object(
  {},
  {
    title: text({ max: 256 }),
    description: text({ max: 4096 }),
    url: url(),
    timestamp: text(),
    color: integer(0, 0xffffff),
    footer: object({}, { text: text({ max: 2048 }), icon_url: link }),
    image: picture,
    thumbnail: picture,
    author: object({}, { name: text({ max: 256 }), url: url(), icon_url: link }),
    fields: list(object({ name: text({ max: 256 }), value: text({ max: 1024 }) }, { inline: flag }), { max: 25 }),
  },
);

interface EmbedText {
  title?: string | null;
  description?: string | null;
  footer?: { text?: string | null } | null;
  author?: { name?: string | null } | null;
  fields?: { name: string; value: string }[] | null;
}

export function checkEmbeds(value: unknown, path: string, faults: FormFault[]): void {
  const before = faults.length;
  list(embed, { max: MAX_EMBEDS })(value, path, faults);
  if (faults.length > before) return;
  const units = (value as EmbedText[]).flatMap(({ title, description, footer, author, fields }) => [
    title,
    description,
    footer?.text,
    author?.name,
    ...(fields ?? []).flatMap((field) => [field.name, field.value]),
  ]);
  if (units.reduce((sum, part) => sum + (part ?? '').length, 0) <= MAX_UNITS) return;
  const message = `Embed size exceeds maximum size of ${MAX_UNITS}`;
  faults.push({ path, code: 'MAX_EMBED_SIZE_EXCEEDED', message });
}
