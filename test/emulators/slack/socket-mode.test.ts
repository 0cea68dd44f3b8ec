import { expect, it } from 'vitest';
import WebSocket from 'ws';
import { openSocket } from './listening.ts';
import { call, eventually, pause, running } from './running.ts';

it('greets, sends envelopes, and takes their acknowledgement', async () => {
  const emulator = await running({ ackTimeoutMs: 1000 });
  const { frames, ack } = await openSocket(emulator);
  expect(frames[0]).toMatchObject({ type: 'hello', num_connections: 1, connection_info: { app_id: emulator.app.id } });
  emulator.sendText(emulator.person('Ann'), emulator.channel('general'), 'hello');
  const envelope = await eventually(() => frames[1]);
  expect(envelope).toMatchObject({
    type: 'events_api',
    envelope_id: expect.any(String),
    accepts_response_payload: false,
    retry_attempt: 0,
    payload: { type: 'event_callback', event: { type: 'message', text: 'hello' } },
  });
  ack(envelope);
  await pause(1200);
  expect(frames).toHaveLength(2);
});

it('sends what is not acknowledged again, under the same envelope_id', async () => {
  const emulator = await running({ ackTimeoutMs: 50, retryDelaysMs: [0, 20, 40] });
  const { frames } = await openSocket(emulator);
  emulator.sendText(emulator.person('Ann'), emulator.channel('general'), 'hello');
  await eventually(() => frames.length === 5);
  await pause(150);
  expect(frames.slice(1).map(({ retry_attempt }) => retry_attempt)).toEqual([0, 1, 2, 3]);
  expect(frames[2]?.retry_reason).toBe('timeout');
  expect(new Set(frames.slice(1).map(({ envelope_id }) => envelope_id)).size).toBe(1);
});

it('keeps events while no socket is open, and lets what a person does fail', async () => {
  const emulator = await running();
  const [ann, channel] = [emulator.person('Ann'), emulator.channel('general')];
  emulator.sendText(ann, channel, 'one');
  emulator.sendText(ann, channel, 'two');
  expect(await emulator.slashCommand(ann, channel, '/ask')).toEqual({ isSent: true, isAcked: false });
  const { frames } = await openSocket(emulator);
  await eventually(() => frames.length === 3);
  expect(frames.slice(1).map(({ payload }) => payload?.event?.text)).toEqual(['one', 'two']);
});

it('spreads envelopes over the open sockets, and sends those of a broken one over another', async () => {
  const emulator = await running({ ackTimeoutMs: 100, retryDelaysMs: Array(50).fill(0) });
  const [first, second] = [await openSocket(emulator), await openSocket(emulator)];
  const [ann, channel] = [emulator.person('Ann'), emulator.channel('general')];
  emulator.sendText(ann, channel, 'one');
  emulator.sendText(ann, channel, 'two');
  await eventually(() => first.frames.length >= 2 && second.frames.length >= 2);
  const [lost, kept] = [first.frames[1], second.frames[1]];
  if (!lost || !kept) throw new Error('each got one');
  second.ack(kept);
  first.socket.terminate();
  await eventually(() => second.frames.find(({ envelope_id }) => envelope_id === lost.envelope_id));
});

it('hands the answer to a command on, from the acknowledgement', async () => {
  const emulator = await running();
  const { frames, ack } = await openSocket(emulator);
  const [ann, channel] = [emulator.person('Ann'), emulator.channel('general')];
  const asked = emulator.slashCommand(ann, channel, '/ask', 'why');
  const envelope = await eventually(() => frames[1]);
  expect(envelope).toMatchObject({
    type: 'slash_commands',
    accepts_response_payload: true,
    payload: { command: '/ask', text: 'why', user_id: ann.id, channel_id: channel.id },
  });
  ack(envelope, { text: 'Because.', response_type: 'in_channel' });
  expect(await asked).toMatchObject({ isAcked: true });
  expect(emulator.messages(channel).map(({ text }) => text)).toEqual(['Because.']);
});

it('says that it will close, and closes; the app may come back', async () => {
  const emulator = await running();
  const { frames, socket } = await openSocket(emulator);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  emulator.disconnectSockets('warning');
  await closed;
  expect(frames[1]).toMatchObject({ type: 'disconnect', reason: 'warning' });
  expect(emulator.socketConnections).toBe(0);
  await openSocket(emulator);
  expect(emulator.socketConnections).toBe(1);
});

it('opens for the token of the app alone, once for each address', async () => {
  const emulator = await running();
  const open = (token: string) => call(emulator, 'apps.connections.open', {}, token);
  expect(await open(emulator.firstWorkspace.botToken)).toMatchObject({ error: 'not_allowed_token_type' });
  expect(await open('xapp-other')).toMatchObject({ error: 'invalid_auth' });
  const { url } = await open(emulator.app.appToken);
  const opens = (address: string) =>
    new Promise<boolean>((resolve) => {
      const socket = new WebSocket(address);
      socket.once('open', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
  expect(await opens(String(url))).toBe(true);
  expect(await opens(String(url))).toBe(false);
});
