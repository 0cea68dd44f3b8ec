import { isObject } from '../bounded-json.ts';
import { finishEntities } from './entities.ts';
import { parseHtml } from './html.ts';
import type { Parameters } from './parameters.ts';
import { badRequest } from './refusal.ts';
import type { Entity } from './wire.ts';

/** "1-4096 characters after entities parsing", in UTF-16 code units. Telegram Bot API, sendMessage, read 2026-11. */
const MAX_TEXT_LENGTH = 4096;

/** "0-1024 characters after entities parsing". Telegram Bot API, sendPhoto, read 2026-11. */
const MAX_CAPTION_LENGTH = 1024;

export interface FormattedText {
  text: string;
  entities: Entity[];
}

/** The text of a send or an edit, parsed as `parse_mode` or `entities` say. Throws the refusal that Telegram would answer with. */
export function readMessageText(parameters: Parameters): FormattedText {
  const raw = parameters.text('text');
  if (!raw) throw badRequest('message text is empty');
  const { text, entities } = trimmed(parsed(cleaned(raw), parameters));
  if (!/[^\s\u200b-\u200f\u2060-\u206f\u2800\u3164]/.test(text)) throw badRequest('text must be non-empty');
  if (text.length > MAX_TEXT_LENGTH) throw badRequest('message is too long');
  return { text, entities: finishEntities(text, entities) };
}

/** The caption of a file, as fields of its message; none when there are no words. */
export function readCaption(parameters: Parameters): { caption?: string; caption_entities?: Entity[] } {
  const raw = parameters.text('caption') ?? '';
  const { text, entities } = trimmed(parsed(cleaned(raw), parameters, 'caption_entities'));
  if (text.length > MAX_CAPTION_LENGTH) throw badRequest('message caption is too long');
  return captionFields({ text, entities: finishEntities(text, entities) });
}

export function captionFields({ text, entities }: FormattedText): { caption?: string; caption_entities?: Entity[] } {
  if (text === '') return {};
  return { caption: text, ...(entities.length === 0 ? {} : { caption_entities: entities }) };
}

/** A person's own words: no markup, links and commands found. */
export function readTypedText(text: string): FormattedText {
  const clean = cleaned(text).trim();
  return { text: clean, entities: finishEntities(clean, []) };
}

function parsed(text: string, parameters: Parameters, entitiesField = 'entities'): FormattedText {
  const mode = (parameters.text('parse_mode') ?? '').toLowerCase();
  if (mode === 'html') return parseHtml(text);
  // Telegram knows two kinds of Markdown as well; the emulator speaks HTML only and does not pretend.
  if (mode !== '' && mode !== 'none') throw badRequest('unsupported parse_mode');
  const entities = parameters.json(entitiesField);
  return { text, entities: Array.isArray(entities) ? entities.map((entity) => checkedEntity(entity, text)) : [] };
}

function checkedEntity(entity: unknown, text: string): Entity {
  if (!isObject(entity)) throw badRequest("can't parse MessageEntity: expected an Object");
  const { type, offset, length, ...rest } = entity;
  if (typeof type !== 'string') throw badRequest('can\'t parse MessageEntity: Can\'t find field "type"');
  if (typeof offset !== 'number' || offset < 0) throw badRequest(`receive an entity with incorrect offset ${offset}`);
  if (typeof length !== 'number' || length <= 0) throw badRequest(`receive an entity with incorrect length ${length}`);
  if (offset >= text.length) {
    throw badRequest(`entity begins after the end of the text at UTF-16 offset ${offset}`);
  }
  if (offset + length > text.length) {
    throw badRequest(
      `entity beginning at UTF-16 offset ${offset} ends after the end of the text at UTF-16 offset ${offset + length}`,
    );
  }
  return { ...rest, type, offset, length };
}

/** Control characters become spaces, carriage returns and direction overrides go (tdlib, misc.cpp, `clean_input_string`). */
function cleaned(text: string): string {
  return text
    .replaceAll('\r', '')
    .replace(/\p{Cc}/gu, (control) => (control === '\n' ? control : ' '))
    .replace(/[\u2028-\u202e]/g, '');
}

/** White space goes at the end, and at the front up to the first entity. */
function trimmed({ text, entities }: FormattedText): FormattedText {
  const end = text.trimEnd().length;
  const firstEntity = Math.min(end, ...entities.map((entity) => entity.offset));
  const begin = Math.min(text.length - text.trimStart().length, firstEntity);
  return {
    text: text.slice(begin, end),
    entities: entities
      .map((entity) => ({
        ...entity,
        offset: entity.offset - begin,
        length: Math.min(entity.offset + entity.length, end) - entity.offset,
      }))
      .filter((entity) => entity.length > 0),
  };
}
