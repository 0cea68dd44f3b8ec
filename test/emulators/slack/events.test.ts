import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Heard, listeningApp, openSocket } from './listening.ts';
import { eventually, pause, result, running } from './running.ts';

const eventsIn = (heard: readonly Heard[]) => heard.flatMap(({ json }) => json.event ?? []);

it('signs what it posts, and tells the shape of the envelope', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  const dm = emulator.dm(ann);
  const message = emulator.sendText(ann, dm, 'a <b> & https://a.example/?x=1&y=2');
  const [first] = await eventually(() => heard.length === 1 && heard);
  const timestamp = Number(first?.headers['x-slack-request-timestamp']);
  expect(Math.abs(timestamp - Date.now() / 1000)).toBeLessThan(10);
  const mac = createHmac('sha256', emulator.app.signingSecret).update(`v0:${timestamp}:${first?.body}`).digest('hex');
  expect(first?.headers['x-slack-signature']).toBe(`v0=${mac}`);
  expect(first?.headers).not.toHaveProperty('x-slack-retry-num');
  expect(first?.json).toMatchObject({
    type: 'event_callback',
    team_id: emulator.firstWorkspace.team.id,
    api_app_id: emulator.app.id,
    event_id: expect.stringMatching(/^Ev/),
    authorizations: [{ user_id: emulator.firstWorkspace.bot.id, is_bot: true }],
    event: {
      type: 'message',
      user: ann.id,
      text: 'a &lt;b&gt; &amp; <https://a.example/?x=1&amp;y=2>',
      channel: dm.id,
      channel_type: 'im',
      ts: message.ts,
      event_ts: message.ts,
      blocks: [
        {
          type: 'rich_text',
          elements: [
            {
              type: 'rich_text_section',
              elements: [
                { type: 'text', text: 'a <b> & ' },
                { type: 'link', url: 'https://a.example/?x=1&y=2' },
              ],
            },
          ],
        },
      ],
    },
  });
});

it('tells of a mention in a channel twice, with one ts and two event ids', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const { ts } = emulator.mention(emulator.person('Ann'), emulator.channel('general'), 'hello');
  await eventually(() => heard.length === 2);
  const events = eventsIn(heard);
  expect(events.map(({ type }) => type).sort()).toEqual(['app_mention', 'message']);
  expect(events.map((event) => event.ts)).toEqual([ts, ts]);
  expect(events[0]?.text).toBe(`<@${emulator.firstWorkspace.bot.id}> hello`);
  expect(new Set(heard.map(({ json }) => json.event_id)).size).toBe(2);
});

it('tells the app of its own messages, which carry a bot_id and no subtype, and of their edits', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const channel = emulator.channel('general').id;
  const { ts } = await result(emulator, 'chat.postMessage', { channel, text: 'one' });
  await eventually(() => heard.length === 1);
  await result(emulator, 'chat.update', { channel, ts, text: 'two' });
  await eventually(() => heard.length === 2);
  const bot_id = emulator.firstWorkspace.botProfile.id;
  expect(heard[0]?.json.event).toMatchObject({ type: 'message', bot_id, text: 'one' });
  expect(heard[0]?.json.event).not.toHaveProperty('subtype');
  expect(heard[1]?.json.event).toMatchObject({
    subtype: 'message_changed',
    hidden: true,
    message: { ts, bot_id, text: 'two', edited: { user: bot_id } },
    previous_message: { ts, text: 'one' },
  });
});

it('tells a preview of a link as a change without another text and without a mark of an edit', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  const dm = emulator.dm(ann);
  const { ts, text } = emulator.sendText(ann, dm, 'see https://a.example');
  emulator.unfurl({ channel: dm, ts }, { url: 'https://a.example', title: 'A' });
  await eventually(() => heard.length === 2);
  const changed = eventsIn(heard).find(({ subtype }) => subtype === 'message_changed');
  expect(changed).toMatchObject({ message: { ts, text, attachments: [{ title: 'A' }] }, previous_message: { text } });
  expect(changed?.message).not.toHaveProperty('edited');
});

it("tells of people's edits, deletions, replies in threads and in the channel as well, and reactions", async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  const channel = emulator.channel('general');
  const root = emulator.sendText(ann, channel, 'root');
  const extras = { threadTs: root.ts, isBroadcast: true };
  emulator.sendText(ann, channel, 'reply', { threadTs: root.ts });
  emulator.sendText(ann, channel, 'both', extras);
  emulator.edit(ann, { channel, ts: root.ts }, 'changed');
  emulator.react(ann, { channel, ts: root.ts }, 'eyes');
  emulator.remove(ann, { channel, ts: root.ts });
  await eventually(() => heard.length === 8);
  const events = eventsIn(heard);
  expect(events.find(({ text }) => text === 'reply')).toMatchObject({ thread_ts: root.ts, parent_user_id: ann.id });
  expect(events.find(({ subtype }) => subtype === 'thread_broadcast')).toMatchObject({ root: { ts: root.ts } });
  const changed = events.filter(({ subtype }) => subtype === 'message_changed');
  expect(changed.find(({ message }) => message?.edited)).toMatchObject({
    message: { text: 'changed', edited: { user: ann.id } },
    previous_message: { text: 'root' },
  });
  expect(events.find(({ subtype }) => subtype === 'message_deleted')).toMatchObject({ deleted_ts: root.ts });
  expect(events.find(({ type }) => type === 'reaction_added')).toMatchObject({
    reaction: 'eyes',
    item: { ts: root.ts },
  });
});

it('tells of a reply in a thread as a change of the message above it, too, which has the same text as before', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const [ann, ben] = [emulator.person('Ann'), emulator.person('Ben')];
  const channel = emulator.channel('general');
  const root = emulator.sendText(ann, channel, 'root');
  const replies = [ben, ann, ben].map((from) => emulator.sendText(from, channel, 'reply', { threadTs: root.ts }));
  await eventually(() => heard.length === 7);
  const changed = eventsIn(heard)
    .filter(({ subtype }) => subtype === 'message_changed')
    .sort((a, b) => Number(a.message?.reply_count) - Number(b.message?.reply_count));
  expect(changed).toHaveLength(3);
  expect(changed[2]).toMatchObject({
    hidden: true,
    channel: channel.id,
    message: {
      ts: root.ts,
      thread_ts: root.ts,
      text: 'root',
      reply_count: 3,
      reply_users: [ben.id, ann.id],
      reply_users_count: 2,
      latest_reply: replies[2]?.ts,
    },
    previous_message: { ts: root.ts, text: 'root', reply_count: 2 },
  });
  expect(changed[2]?.message).not.toHaveProperty('edited');
});

it('tells nothing of a channel that the bot has left, and of what one person alone sees', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  const ann = emulator.person('Ann');
  const [left, kept] = [emulator.channel('left'), emulator.channel('kept')];
  emulator.removeBot(left);
  emulator.mention(ann, left, 'unheard');
  emulator.sendText(ann, kept, 'heard');
  await result(emulator, 'chat.postEphemeral', { channel: kept.id, user: ann.id, text: 'psst' });
  await eventually(() => heard.length === 1);
  await pause(50);
  expect(heard.map(({ json }) => json.event?.text)).toEqual(['heard']);
});

it('tells an event again when no 200 comes, three times and with the reason, as the same event', async () => {
  const emulator = await running({ retryDelaysMs: [0, 20, 40] });
  const { heard } = await listeningApp(emulator, () => ({ status: 500 }));
  emulator.sendText(emulator.person('Ann'), emulator.channel('general'), 'hello');
  await eventually(() => heard.length === 4);
  await pause(100);
  expect(heard.map(({ headers }) => headers['x-slack-retry-num'])).toEqual([undefined, '1', '2', '3']);
  expect(heard[1]?.headers['x-slack-retry-reason']).toBe('http_error');
  expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
});

it('does not wait longer than its time for an answer, and stops when one comes [CH-30]', async () => {
  const emulator = await running({ ackTimeoutMs: 1000, retryDelaysMs: [0, 0, 0] });
  const { heard } = await listeningApp(emulator, (_heard, count) => (count === 1 ? 'never' : {}));
  emulator.sendText(emulator.person('Ann'), emulator.channel('general'), 'hello');
  await eventually(() => heard.length === 2);
  await pause(200);
  expect(heard).toHaveLength(2);
  expect(heard[1]?.headers['x-slack-retry-reason']).toBe('http_timeout');
});

it('tells an event no more once the app asks for that', async () => {
  const emulator = await running({ retryDelaysMs: [0, 0, 0] });
  const { heard } = await listeningApp(emulator, () => ({ status: 503, headers: { 'x-slack-no-retry': '1' } }));
  emulator.sendText(emulator.person('Ann'), emulator.channel('general'), 'hello');
  await eventually(() => heard.length === 1);
  await pause(100);
  expect(heard).toHaveLength(1);
});

it('asks a new address for its challenge', async () => {
  const emulator = await running();
  const { url } = await listeningApp(emulator);
  expect(await emulator.setRequestUrls({ events: url })).toEqual({ isVerified: true });
  const nobody = 'http://127.0.0.1:1/';
  expect(await emulator.setRequestUrls({ events: nobody })).toEqual({ isVerified: false });
});

it('tells when events were left out, and any event that a test makes up', async () => {
  const emulator = await running();
  const { heard } = await listeningApp(emulator);
  emulator.tellRateLimited();
  await eventually(() => heard.length === 1);
  expect(heard[0]?.json).toMatchObject({ type: 'app_rate_limited', team_id: emulator.firstWorkspace.team.id });
  expect(heard[0]?.json).not.toHaveProperty('event');
  emulator.sendEvent({ type: 'team_rename', name: 'New' });
  await eventually(() => heard.length === 2);
  expect(heard[1]?.json.event).toEqual({ type: 'team_rename', name: 'New' });
});

it('knows how many events the app has yet to acknowledge', async () => {
  const emulator = await running({ retryDelaysMs: [] });
  const [ann, channel] = [emulator.person('Ann'), emulator.channel('general')];
  await listeningApp(emulator);
  emulator.mention(ann, channel, 'hello');
  expect(emulator.unheardEvents).toBe(2);
  await eventually(() => emulator.unheardEvents === 0);

  await emulator.setRequestUrls(undefined);
  emulator.sendText(ann, channel, 'to nobody yet');
  expect(emulator.unheardEvents).toBe(1);
  const { frames, ack } = await openSocket(emulator);
  ack(await eventually(() => frames[1]));
  await eventually(() => emulator.unheardEvents === 0);
});
