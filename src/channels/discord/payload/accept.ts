import { cleanText } from '../../../markup/clean-text.ts';
import { escapeMarkdown } from '../../../markup/escape.ts';
import { splitText } from '../../../markup/split-text.ts';
import type { AcceptedPayload } from '../../../protocol/channel.ts';
import { integerIn, type Loose, listIn, objectIn } from '../../../protocol/loose.ts';
import type { Note } from '../../../protocol/notes.ts';
import { discordAddress } from '../address.ts';
import { MAX_CONTENT_UNITS } from '../limits.ts';
import { mendComponents } from './components.ts';
import { mendEmbeds } from './embeds.ts';

/** Message flags that a bot may set: no embeds of links, no notification. Message resource, read 2026-11. */
const MAY_BE_SET = (1 << 2) | (1 << 12);

/**
 * Checks a body of Create Message, with `channel_id` beside it. What Discord would refuse is mended; only a channel that
 * cannot be one, or nothing to read, is beyond that. Fields that are not looked into are left out.
 */
export function acceptPayload(payload: unknown): AcceptedPayload {
  const body = objectIn(payload) ?? {};
  const address = discordAddress.safeParse({ channel_id: body.channel_id });
  if (!address.success) return { fault: 'channel_id must be an id as Discord gives it, as a string of digits.' };
  if (
    body.content !== undefined &&
    body.content !== null &&
    typeof body.content !== 'string' &&
    typeof body.content !== 'number'
  ) {
    return { fault: 'content must be text.' };
  }
  const notes: Note[] = [];
  const { rows, words, labels } = mendComponents(listIn(body.components), notes);
  const { embeds, words: more } = mendEmbeds(listIn(body.embeds), notes);
  const content = [cleanText(String(body.content ?? '')), escapeMarkdown(words.join('\n')), ...more];
  let contents = splitText(content.filter((part) => part.trim() !== '').join('\n\n'), MAX_CONTENT_UNITS);
  if (contents.length > 1) {
    notes.push({
      code: 'text_split',
      message: `The text does not fit ${MAX_CONTENT_UNITS} characters: ${contents.length} messages.`,
    });
  }
  if (contents.length === 0 && embeds.length === 0 && labels.length > 0 && rows.length > 0) {
    notes.push({ code: 'text_empty', message: 'The text is empty. It was made from the components.' });
    contents = splitText(escapeMarkdown(labels.join('\n')), MAX_CONTENT_UNITS);
  }
  if (contents.length === 0 && embeds.length === 0) {
    return { fault: 'content and embeds are empty, so there is nothing to send.' };
  }
  const texts = contents.length > 0 ? contents : [undefined];
  const shared = sharedFields(body);
  const payloads = texts.map((text, at) => ({
    ...(text !== undefined && { content: text }),
    ...(at === texts.length - 1 && embeds.length > 0 && { embeds }),
    ...(at === texts.length - 1 && rows.length > 0 && { components: rows }),
    ...shared,
    ...(at === 0 && replyIn(body)),
  }));
  return { address: address.data, payloads, notes };
}

/** Whoever is not named there is not pinged, whatever the text says. */
function sharedFields({ allowed_mentions, tts, flags }: Loose): Loose {
  const mentions = objectIn(allowed_mentions);
  const set = (integerIn(flags) ?? 0) & MAY_BE_SET;
  return {
    ...(mentions && { allowed_mentions: mentionsIn(mentions) }),
    ...(tts === true && { tts: true }),
    ...(set !== 0 && { flags: set }),
  };
}

function mentionsIn({ parse, users, roles, replied_user }: Loose): Loose {
  const idsIn = (given: unknown) =>
    [...new Set(listIn(given).map(String))].filter((id) => /^\d{1,20}$/.test(id)).slice(0, 100);
  const [some, others] = [idsIn(users), idsIn(roles)];
  // A kind that is listed by ids must not be allowed as a whole, too.
  const kinds = ['everyone', 'users', 'roles'].filter((kind) => {
    const isListed = (kind === 'users' && some.length > 0) || (kind === 'roles' && others.length > 0);
    return listIn(parse).includes(kind) && !isListed;
  });
  return {
    parse: kinds,
    ...(some.length > 0 && { users: some }),
    ...(others.length > 0 && { roles: others }),
    ...(replied_user === true && { replied_user: true }),
  };
}

/** A message that is gone is no reason to lose the reply to it. */
function replyIn({ message_reference }: Loose): Loose {
  const id = objectIn(message_reference)?.message_id;
  if (typeof id !== 'string' || !/^\d{1,20}$/.test(id)) return {};
  return { message_reference: { message_id: id, fail_if_not_exists: false } };
}
