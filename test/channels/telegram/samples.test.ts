import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readUpdate } from '../../../src/channels/telegram/inbound.ts';
import type { Inbound } from '../../../src/protocol/inbound.ts';

const SAMPLES = new URL('../../../../shared/samples/telegram/', import.meta.url);
const BOT = { id: 8765336106, username: 'bridge_test_bot' };

/** One word for what becomes of an update, and where. */
function outcomeOf(inbound: Inbound | undefined): string {
  if (!inbound) return 'nothing';
  const { event, address, isAttributable } = inbound;
  const place = [address.chat_id, address.message_thread_id].filter((part) => part !== undefined).join('/');
  const who = isAttributable ? inbound.person.id : `(${inbound.person.id})`;
  switch (event.type) {
    case 'message':
      return `${who} says ${JSON.stringify(event.text)} in ${place}${event.files.map((file) => ` with ${file.name}`)}`;
    case 'edit':
      return `${who} corrects ${event.messageId} to ${JSON.stringify(event.text)} in ${place}`;
    case 'press':
      return `${who} presses ${event.data} ${JSON.stringify(event.label)} in ${place}${event.mayBeMessage ? '' : ', never words'}`;
    case 'step':
      return `${who} turns ${event.widgetId} ${event.index} in ${place}`;
    case 'moved':
      return `${place} moved to ${event.to.chat_id}`;
    default:
      return event satisfies never;
  }
}

const OUTCOMES: Record<string, string> = {
  'anonymous-admin-sender-chat.json': 'nothing',
  'business-message.json': 'nothing',
  'callback-query-business.json': '7527593 presses b:1:y "Yes" in 7527593, never words',
  'callback-query-channel-post.json': '7527593 presses b:1:y "Yes" in -1002471352452, never words',
  'callback-query-forum-topic.json': '7527593 presses b:1:y "Yes" in -1001557912345/4',
  'callback-query-game-no-data.json': 'nothing',
  'callback-query-inaccessible-message.json': '7527593 presses b:1:y "" in 7527593',
  'callback-query-inline-message.json': 'nothing',
  'callback-query.json': '7527593 presses b:1:y "Yes" in 7527593',
  'channel-post.json': 'nothing',
  'edited-message.json': '7527593 corrects 133 to "hi (edited)" in 7527593',
  'forum-general-reply-not-topic.json': '7527593 says "reply in General" in -1001557912345',
  'forum-topic-message.json': 'nothing',
  'group-command-with-botname.json': '7527593 says "/ask what?" in -1001557912345',
  'group-mention-emoji-offset.json': '7527593 says "🚀🚀 hello" in -1001557912345',
  'group-text-mention-no-username.json': '99 says "ping" in -1001557912345',
  'inline-query.json': 'nothing',
  'message-mention-entity.json': '7527593 says "@vercelchatsdkbot hi" in 7527593',
  'message-photo.json': '100000001 says "" in 100000001 with photo.jpg',
  'message-private-text.json': '7527593 says "how are you" in 7527593',
  'message-start-deeplink.json': '7527593 says "/start ref_42" in 7527593',
  'migrate-to-supergroup.json': '-4518810793 moved to -1002471352452',
  'my-chat-member-blocked.json': 'nothing',
  'unknown-update-type.json': 'nothing',
};

/** What changes when a group is heard whole. */
const OUTCOMES_HEARING_ALL: Record<string, string> = {
  ...OUTCOMES,
  'anonymous-admin-sender-chat.json': '(-1001557912345) says "as group" in -1001557912345',
  'forum-topic-message.json': '7527593 says "in a topic" in -1001557912345/4',
};

describe.skipIf(!existsSync(SAMPLES))('recorded updates (skipped where the recordings are not at hand)', () => {
  const files = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.json')) : [];

  it('are all listed', () => {
    expect(files.sort()).toEqual(Object.keys(OUTCOMES).sort());
  });

  it.each(files)('%s has its one outcome [CH-7, CH-11]', (file) => {
    const raw = readFileSync(new URL(file, SAMPLES), 'utf8');
    const outcome = (groups: 'mention' | 'all') => outcomeOf(readUpdate(JSON.parse(raw), raw, { bot: BOT, groups }));
    expect(outcome('mention')).toBe(OUTCOMES[file]);
    expect(outcome('all')).toBe(OUTCOMES_HEARING_ALL[file]);
  });
});
