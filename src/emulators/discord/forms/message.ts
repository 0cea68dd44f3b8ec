import { isObject } from '../../bounded-json.ts';
import type { FormFault } from '../refusal.ts';
import { FLAG } from '../wire.ts';
import { checkComponents } from './components.ts';
import { checkEmbeds } from './embeds.ts';
import { anything, type Check, flag, integer, list, object, oneOf, snowflake, text } from './shape.ts';

/** docs.discord.com/developers/resources/message#create-message, read 2026-11. The OpenAPI file says 4000; bots meet this. */
const MAX_CONTENT = 2000;
const MAX_ATTACHMENTS = 10;

const allowedMentions: Check = object(
  {},
  {
    parse: list(oneOf('users', 'roles', 'everyone')),
    users: list(snowflake, { max: 100 }),
    roles: list(snowflake, { max: 100 }),
    replied_user: flag,
  },
  (value, path, faults) => {
    const given = value as Record<string, string[] | null | undefined>;
    for (const kind of ['users', 'roles']) {
      if (!given.parse?.includes(kind) || !given[kind]?.length) continue;
      const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
      faults.push({ path, code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message });
    }
  },
);

const nonce: Check = (value, path, faults) => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) text({ max: 25 })(value, path, faults);
};

const attachment = object(
  {},
  { id: anything, filename: text({ min: 1, max: 1024 }), description: text({ max: 1024 }) },
);

/** What is wrong with the body of a new message, an edit or a reply to an interaction. */
export function checkMessage(body: Readonly<Record<string, unknown>>, { isV2 = hasV2Flag(body) } = {}): FormFault[] {
  const faults: FormFault[] = [];
  object(
    {},
    {
      content: text({ max: MAX_CONTENT }),
      embeds: checkEmbeds,
      components: (value, path, found) => checkComponents(value, path, found, isV2),
      allowed_mentions: allowedMentions,
      flags: integer(0),
      tts: flag,
      nonce,
      enforce_nonce: flag,
      attachments: list(attachment, { max: MAX_ATTACHMENTS }),
      sticker_ids: list(snowflake, { max: 3 }),
      message_reference: object({ message_id: snowflake }, { channel_id: snowflake, fail_if_not_exists: flag }),
    },
  )(body, '', faults);
  if (isV2) for (const field of ['content', 'embeds', 'sticker_ids', 'poll']) refuseBesideV2(body, field, faults);
  return faults;
}

function refuseBesideV2(body: Readonly<Record<string, unknown>>, field: string, faults: FormFault[]): void {
  const value = body[field];
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty && !isObject(value)) return;
  const message = `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`;
  faults.push({ path: field, code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2', message });
}

export function hasV2Flag({ flags }: Readonly<Record<string, unknown>>): boolean {
  return typeof flags === 'number' && (flags & FLAG.componentsV2) !== 0;
}
