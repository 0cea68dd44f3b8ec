import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEvent } from '../../../src/channels/discord/inbound.ts';
import type { Reading } from '../../../src/channels/discord/reading.ts';
import type { Inbound } from '../../../src/protocol/inbound.ts';

const SAMPLES = new URL('../../../../shared/samples/discord/', import.meta.url);

const READING: Reading = {
  groups: 'mention',
  bots: [],
  ownId: '200000000000000002',
  isOwnRole: (id) => id === '1457473602180878604',
  isOwnThread: () => false,
};

/** One word for what becomes of an event, and where. */
function outcomeOf(inbound: Inbound | undefined): string {
  if (!inbound) return 'nothing';
  const { event, address, isShared, person } = inbound;
  const place = `${address.channel_id}${isShared ? '' : ' in private'}`;
  switch (event.type) {
    case 'message':
      return `${person.id} (${person.name}) says ${JSON.stringify(event.text)} in ${place}`;
    case 'press':
      return `${person.id} (${person.name}) presses ${event.data} ${JSON.stringify(event.label)} in ${place}`;
    default:
      return event.type;
  }
}

const OUTCOMES: Record<string, string> = {
  'application-command.json': '100000000000000001 (Test User) says "hello <@1> @everyone" in 1457536551830421524',
  'component-button-dm.json':
    '100000000000000001 (Test User) presses dm-action "DM Action" in DM_CHANNEL_123 in private',
  'component-button-guild-thread.json':
    '100000000000000001 (Test User) presses hello "Say Hello" in 1457536551830421524',
  'component-button-other-user.json':
    '9876543210987654321 (Different Nick) presses hello "Say Hello" in 1457536551830421524',
  'component-string-select-dm-empty-values.json': 'nothing',
  'component-string-select-guild.json': '100000000000000001 (Test User) presses butterfly "" in 1457536551830421524',
  'gateway-message-create-dm.json': '100000000000000001 (Test User) says "hi in dm" in 1457469000000000001 in private',
  'gateway-message-create-mention.json': '100000000000000001 (Test User) says "Hey" in 1457510428359004343',
  'gateway-message-create-no-content-intent.json': 'nothing',
  'gateway-message-create-own-bot.json': 'nothing',
  'gateway-message-create-role-mention.json':
    '100000000000000001 (Test User) says "AI Still there?" in 1457510428359004343',
  'modal-submit.json': 'nothing',
  'ping.json': 'nothing',
};

describe.skipIf(!existsSync(SAMPLES))('recorded payloads (skipped where the recordings are not at hand)', () => {
  const files = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.json')) : [];

  it('are all listed', () => {
    expect(files.sort()).toEqual(Object.keys(OUTCOMES).sort());
  });

  it.each(files)('%s has its one outcome', (file) => {
    const payload = JSON.parse(readFileSync(new URL(file, SAMPLES), 'utf8'));
    const event = 't' in payload ? payload : { t: 'INTERACTION_CREATE', d: payload };
    expect(outcomeOf(readEvent(event, READING))).toBe(OUTCOMES[file]);
    expect(outcomeOf(readEvent(event, { ...READING, groups: 'all' }))).toBe(OUTCOMES[file]);
  });
});
