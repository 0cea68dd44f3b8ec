import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readPayload } from '../../../src/channels/slack/inbound.ts';
import type { Reading } from '../../../src/channels/slack/reading.ts';
import { unwrapped } from '../../../src/channels/slack/wire.ts';
import type { Inbound } from '../../../src/protocol/channel.ts';

const SAMPLES = new URL('../../../../shared/samples/slack/', import.meta.url);

const READING: Reading = {
  groups: 'mention',
  openThreads: false,
  bots: [],
  ownIds: [],
  teamOf: () => undefined,
  isOwnThread: () => false,
};

/** One word for what becomes of a payload, and where. */
function outcomeOf(inbound: Inbound | undefined): string {
  if (!inbound) return 'nothing';
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
      return 'moved';
    default:
      return event satisfies never;
  }
}

const OUTCOMES: Record<string, string> = {};

/** What changes when a channel is heard whole, and another bot is allowed. */
const OUTCOMES_HEARING_ALL: Record<string, string> = {
  ...OUTCOMES,
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

  it('are kept without what is secret in them', () => {
    const press = JSON.parse(readFileSync(new URL('block_actions-button.json', SAMPLES), 'utf8'));
    const inbound = readPayload(press, READING);
    expect(inbound?.secret).toBe(press.response_url);
    expect(Object.keys(JSON.parse(inbound?.raw ?? '{}'))).not.toEqual(expect.arrayContaining(['token']));
    expect(inbound?.raw).not.toContain(press.response_url);
  });
});
