import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPayload } from '../../../src/channels/slack/inbound.ts';
import type { Heard, Reading } from '../../../src/channels/slack/reading.ts';
import { unwrapped } from '../../../src/channels/slack/wire.ts';

const SAMPLES = new URL('../../../../shared/samples/slack/', import.meta.url);

const READING: Reading = {
  groups: 'mention',
  openThreads: false,
  bots: [],
  ownIds: [],
  teamOf: () => undefined,
};

/** One word for what becomes of a payload, and where. */
function outcomeOf(heard: Heard | undefined): string {
  if (!heard) return 'nothing';
  const { inbound, isOverheard } = heard;
  if (isOverheard) return 'talk in a thread';
  const { event, address, isAttributable } = inbound;
  const place = [address.channel, address.thread_ts].filter((part) => part !== undefined).join('/');
  const who = isAttributable ? inbound.person.id : `(${inbound.person.id})`;
  switch (event.type) {
    case 'message':
      return `${who} says ${JSON.stringify(event.text)} in ${place}${event.files.map(({ name }) => ` with ${name}`)}`;
    case 'edit':
      return `${who} corrects ${event.messageId} to ${JSON.stringify(event.text)} in ${place}`;
    case 'press':
      return `${who} presses ${event.data} ${JSON.stringify(event.label)} in ${place}`;
    case 'moved':
    case 'step':
      return event.type;
    default:
      return event satisfies never;
  }
}

const OUTCOMES: Record<string, string> = {
  'app_rate_limited.json': 'nothing',
  'block_actions-button.json': 'U00FAKEUSER1 presses info "Show Info" in C00FAKECHAN1/1767326125.870439',
  'block_actions-ephemeral.json': 'U00FAKEUSER1 presses y "Show Info" in C00FAKECHAN1/1767326125.870439',
  'block_actions-feedback_buttons.json':
    'U00FAKEUSER1 presses positive-feedback "Good" in C00FAKECHAN1/1767326125.870439',
  'block_actions-multi_static_select.json': 'U00FAKEUSER1 presses a,b "A, B" in C00FAKECHAN1/1767326125.870439',
  'block_actions-radio.json': 'U00FAKEUSER1 presses all_text "*All text elements*" in C00FAKECHAN1/1767326125.870439',
  'block_actions-static_select-deselected-null.json': 'nothing',
  'block_actions-static_select.json': 'U00FAKEUSER1 presses greet "Say Hello" in C00FAKECHAN1/1767326125.870439',
  'block_actions-url-button.json': 'nothing',
  'event-app_mention-with-files.json':
    'U00FAKEUSER2 says "[AI] I don\'t really understand this explanation." in C00FAKECHAN3 with image.png',
  'event-app_mention.json': 'U00FAKEUSER1 says "1" in C00FAKECHAN1',
  'event-bot_message-legacy.json': 'nothing',
  'event-message-file_share.json': 'nothing',
  'event-message-im.json': 'U00FAKEUSER3 says "hello hello" in D00FAKECHAN1',
  'event-message-own-bot.json': 'nothing',
  'event-message-thread-reply.json': 'talk in a thread',
  'event-message.json': 'U00FAKEUSER1 says "1" in C00FAKECHAN1',
  'event-message_changed-unfurl-same-text.json': 'nothing',
  'event-message_changed.json': 'nothing',
  'event-message_deleted.json': 'nothing',
  'event-thread_broadcast.json': 'talk in a thread',
  'slash-command.json': 'U00FAKEUSER2 says "some arguments here" in C00FAKECHAN3',
  'socket-mode-envelope.json': 'U00FAKEUSER1 says "Test" in C00FAKECHAN1',
  'url_verification.json': 'nothing',
  'view_submission.json': 'nothing',
};

/** What changes when a channel is heard whole, and another bot is allowed. */
const OUTCOMES_HEARING_ALL: Record<string, string> = {
  ...OUTCOMES,
  'event-bot_message-legacy.json': '(B00OTHERBOT) says "deployed <b> & done" in C00FAKECHAN1',
  'event-message-file_share.json': 'U00FAKEUSER1 says "" in C00FAKECHAN1 with image.png',
  'event-message-thread-reply.json': 'U00FAKEUSER1 says "2" in C00FAKECHAN1/1766458026.240809',
  'event-thread_broadcast.json': 'U00FAKEUSER1 says "also to channel" in C00FAKECHAN1/1767326125.870439',
};

describe.skipIf(!existsSync(SAMPLES))('recorded payloads (skipped where the recordings are not at hand)', () => {
  const files = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.json')) : [];

  it('are all listed', () => {
    expect(files.sort()).toEqual(Object.keys(OUTCOMES).sort());
  });

  it.each(files)('%s has its one outcome [CH-33, CH-34]', (file) => {
    const payload = unwrapped(JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8')));
    const outcome = (changed: Partial<Reading>) => outcomeOf(readPayload(payload, { ...READING, ...changed }));
    expect(outcome({})).toBe(OUTCOMES[file]);
    expect(outcome({ groups: 'all', bots: ['B00OTHERBOT', 'B00FAKEBOT01'] })).toBe(OUTCOMES_HEARING_ALL[file]);
  });

  it('are kept without their tokens', () => {
    const press = JSON.parse(readFileSync(new URL('block_actions-button.json', SAMPLES), 'utf8'));
    const inbound = readPayload(press, READING)?.inbound;
    expect(inbound?.secret).toBe(press.response_url);
    expect(JSON.parse(inbound?.raw ?? '{}')).not.toHaveProperty('token');
    expect(JSON.parse(inbound?.raw ?? '{}')).not.toHaveProperty('trigger_id');
  });
});
