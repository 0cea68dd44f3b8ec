import { describe, expect, it } from 'vitest';
import { type Connected, connected, postTo, signed } from './connected.ts';

const NOW = '1767225000';
const TOP = '1767224000.000100';
const MENTION = '<@UBOT> ';

interface Said {
  text: string;
  ts: string;
  thread_ts?: string;
  parent_user_id?: string;
  channel?: string;
}

const say = (app: Connected, said: Said) => tell(app, { channel: 'C1', user: 'U1', ...said });

async function tell(app: Connected, event: { ts: string; [field: string]: unknown }) {
  const body = JSON.stringify({
    type: 'event_callback',
    team_id: 'T1',
    event_id: `Ev${event.ts}`,
    authorizations: [{ user_id: 'UBOT' }],
    event: { type: 'message', ...event },
  });
  return (await postTo(app.connection, 'events', signed(body, NOW))).status;
}

const inThread = (text: string, second: number) => ({ text, ts: `${1_767_224_000 + second}.000200`, thread_ts: TOP });
const heard = ({ host }: Connected) =>
  host.inbounds.map(({ event }) => (event.type === 'message' ? event.text : event.type));

/** Another instance, or the same one after a restart: it shares what is kept. */
async function another({ host }: Connected, settings: object = {}): Promise<Connected> {
  const app = await connected(settings);
  for (const address of host.known) app.host.known.add(address);
  return app;
}

describe('a thread among people', () => {
  it('is heard from a mention on, after a restart and on another instance, too [CH-45]', async () => {
    const first = await connected();
    await say(first, inThread('among us', 1));
    await say(first, inThread(`${MENTION}look at this`, 2));
    await say(first, inThread('and at that', 3));
    expect(heard(first)).toEqual(['look at this', 'and at that']);
    const second = await another(first);
    await say(second, inThread('and so on', 4));
    await say(second, { ...inThread('elsewhere', 5), thread_ts: '1767224009.000100' });
    await say(second, { ...inThread('in another channel', 6), channel: 'C2' });
    expect(heard(second)).toEqual(['and so on']);
  });

  it('is heard where it was opened for an answer [CH-45]', async () => {
    const first = await connected({ open_threads: true });
    await say(first, { text: `${MENTION}deploy`, ts: TOP });
    const second = await another(first, { open_threads: true });
    await say(second, inThread('to Europe', 1));
    expect(heard(second)).toEqual(['to Europe']);
  });

  it('below a mention that is answered beside it is talk among people', async () => {
    const app = await connected();
    await say(app, { text: `${MENTION}deploy`, ts: TOP });
    await say(app, inThread('what does it do?', 1));
    expect(heard(app)).toEqual(['deploy']);
  });

  it('below a message of the app is heard, and costs no look-up', async () => {
    const app = await connected();
    app.host.isKnown = () => Promise.reject(new Error('asked'));
    expect(await say(app, { ...inThread('thanks', 1), parent_user_id: 'UBOT' })).toBe(200);
    expect(heard(app)).toEqual(['thanks']);
  });

  it('is heard from the moment on that the app writes in it', async () => {
    const app = await connected();
    const channel = app.slack.channel('general').id;
    const top = app.slack.sendText(app.slack.person('Ann'), channel, 'a topic');
    const conversation = `slack::${channel}:${top.ts}`;
    const payload = { channel, thread_ts: top.ts, text: 'News' };
    const request = { deliveryId: 'd', kind: 'send' as const, payload, conversation };
    expect(await app.connection.deliver(request)).toMatchObject({ status: 'delivered' });
    await say(app, { text: 'more?', ts: '1767225001.000100', thread_ts: top.ts, channel });
    expect(heard(app)).toEqual(['more?']);
  });

  it('that cannot be looked up is told again', async () => {
    const app = await connected();
    app.host.isKnown = () => Promise.reject(new Error('the disk is full'));
    expect(await say(app, inThread('is it for you?', 1))).toBe(503);
    expect(heard(app)).toEqual([]);
  });

  it('is never looked up or made known where everything is heard', async () => {
    const app = await connected({ groups: 'all' });
    app.host.isKnown = () => Promise.reject(new Error('asked'));
    expect(await say(app, inThread('hello', 1))).toBe(200);
    expect(await say(app, inThread(`${MENTION}hello`, 2))).toBe(200);
    expect(heard(app)).toEqual(['hello', 'hello']);
    expect([...app.host.known]).toEqual([]);
  });

  it('says what it is below, so that an answer finds its question [CH-45]', async () => {
    const app = await connected();
    await say(app, { ...inThread('2', 1), parent_user_id: 'UBOT' });
    expect(app.host.inbounds[0]).toMatchObject({
      address: { channel: 'C1', thread_ts: TOP },
      event: { repliesTo: `C1:${TOP}`, below: { channel: 'C1' } },
    });
    await say(app, { text: `${MENTION}2`, ts: TOP });
    expect(app.host.inbounds[1]?.event).not.toHaveProperty('below');
  });

  it('that gets a reply changes the message above it, which is no edit of it [CH-33]', async () => {
    const app = await connected();
    const top = { type: 'message', user: 'U1', text: 'top', ts: TOP };
    const message = { ...top, thread_ts: TOP, reply_count: 1, reply_users: ['U1'], latest_reply: '1767224001.000200' };
    const changed = { subtype: 'message_changed', channel: 'D1', ts: '1767224001.000300', hidden: true };
    expect(await tell(app, { ...changed, message, previous_message: top })).toBe(200);
    expect(await tell(app, { ...changed, message })).toBe(200);
    expect(app.host.inbounds).toEqual([]);
  });
});
