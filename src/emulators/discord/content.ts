import { isObject } from '../bounded-json.ts';
import type { Upload } from '../upload.ts';
import type { Pings } from './backstage.ts';
import { withComponentIds } from './component-ids.ts';
import type { FileStore } from './files.ts';
import { checkMessage, hasV2Flag } from './forms/message.ts';
import { type AllowedMentions, DEFAULT_MENTIONS, mentionableText, mentionFields, pingsOf } from './mentions.ts';
import { invalidForm, refusal } from './refusal.ts';
import { type Attachment, type Component, FLAG, type Message } from './wire.ts';
import type { Room, World } from './world.ts';

/** A JSON body and the files beside it, by the number in `files[n]`. */
export interface Body {
  json: Readonly<Record<string, unknown>>;
  files: ReadonlyMap<string, Upload>;
}

type Fields = Pick<Message, 'content' | 'embeds' | 'components' | 'attachments' | 'flags'> & Partial<Message>;

/** What a message says after a call, and who it notifies. */
export interface Content {
  fields: Fields;
  pings: Pings;
}

const SETTABLE_FLAGS = 4 | FLAG.ephemeral | FLAG.silent | FLAG.componentsV2;

/** Reads what messages of the app say. Throws the refusal of what Discord would not show. */
export class ContentReader {
  readonly #world: World;
  readonly #files: FileStore;

  constructor(world: World, files: FileStore) {
    this.#world = world;
    this.#files = files;
  }

  /** A new message. `repliedTo` is the message that it answers. */
  create(room: Room, body: Body, kind: 'message' | 'interaction', repliedTo?: Message): Content {
    const faults = checkMessage(body.json);
    if (faults.length > 0) throw invalidForm(faults);
    const empty: Fields = { content: '', embeds: [], components: [], attachments: [], flags: 0 };
    return this.#content(room, body, empty, kind, repliedTo);
  }

  /** An edit: fields that are not given stay, those that are null go. */
  edit(room: Room, body: Body, previous: Message, kind: 'message' | 'interaction'): Content {
    const isV2 = hasV2Flag(previous as unknown as Record<string, unknown>) || hasV2Flag(body.json);
    const faults = checkMessage(body.json, { isV2 });
    const isUpgrade = isV2 && (previous.flags & FLAG.componentsV2) === 0;
    // What the message had before counts as given: it has to be set to null with the upgrade.
    if (isUpgrade && faults.length === 0) {
      const { content, embeds } = { ...previous, ...body.json } as Message;
      faults.push(...checkMessage({ content, embeds }, { isV2 }));
    }
    if (faults.length > 0) throw invalidForm(faults);
    return this.#content(room, body, previous, kind);
  }

  #content(room: Room, body: Body, previous: Fields, kind: 'message' | 'interaction', repliedTo?: Message): Content {
    const { json } = body;
    const given = (name: string) => json[name] !== undefined;
    const flags = (typeof json.flags === 'number' ? json.flags & SETTABLE_FLAGS : 0) | previous.flags;
    const fields: Fields = {
      content: given('content') ? String(json.content ?? '').trim() : previous.content,
      embeds: given('embeds') ? ((json.embeds ?? []) as Message['embeds']).map(asShown) : previous.embeds,
      components: given('components') ? withComponentIds((json.components ?? []) as Component[]) : previous.components,
      attachments: this.#attachments(room, body, previous.attachments),
      flags: flags & ~FLAG.loading,
      ...(given('poll') ? { poll: json.poll } : {}),
      ...(given('sticker_ids') ? { sticker_items: json.sticker_ids as unknown[] } : {}),
    };
    if (isEmpty(fields)) throw refusal('emptyMessage');
    const allowed = isObject(json.allowed_mentions)
      ? (json.allowed_mentions as AllowedMentions)
      : DEFAULT_MENTIONS[kind];
    const pings = pingsOf(this.#world, room, mentionableText(fields), allowed, repliedTo?.author);
    return { fields: { ...fields, ...mentionFields(this.#world, pings) }, pings };
  }

  /** Entries with the id of an attachment keep it; those with the number of a file describe it. */
  #attachments(room: Room, { json, files }: Body, previous: readonly Attachment[]): Attachment[] {
    const listed = Array.isArray(json.attachments) ? json.attachments.filter(isObject) : undefined;
    const kept = previous.filter(({ id }) => !listed || listed.some((entry) => String(entry.id) === id));
    const added = [...files].map(([number, file]) => {
      const entry = listed?.find(({ id }) => String(id) === number);
      const described = typeof entry?.description === 'string' ? { description: entry.description } : {};
      const name = typeof entry?.filename === 'string' ? entry.filename : file.name;
      return this.#files.add(room.channel.id, { name, mime: file.mime, bytes: file.bytes, ...described });
    });
    return [...kept, ...added];
  }
}

function isEmpty({ content, embeds, components, attachments, poll, sticker_items }: Fields): boolean {
  return ![content, embeds.length, components.length, attachments.length, poll, sticker_items?.length].some(Boolean);
}

function asShown(embed: Record<string, unknown>): Record<string, unknown> {
  return { type: 'rich', ...embed };
}
