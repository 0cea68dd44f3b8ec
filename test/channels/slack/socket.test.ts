import { expect, it } from 'vitest';
import { ownedElsewhere } from '../telegram/fake-host.ts';
import { type Connected, connected } from './connected.ts';

const within = { timeout: 5_000, interval: 10 };

/** A connection whose socket is open. */
async function opened(): Promise<Connected> {
  const app = await connected({ signing_secret: '', app_token: 'xapp-1-A0EMULATED-emulated' });
  app.connection.start();
  await expect.poll(() => app.slack.socketConnections, within).toBe(1);
  await expect.poll(() => app.connection.readiness(), within).toEqual({ ready: true });
  return app;
}

const texts = ({ host }: Connected) =>
  host.inbounds.map(({ event }) => (event.type === 'message' ? event.text : event.type));

it('a socket has no routes, and is ready once it is open', async () => {
  const app = await connected({ signing_secret: '', app_token: 'xapp-1-A0EMULATED-emulated' });
  expect(app.connection.routes).toEqual([]);
  expect(app.connection.readiness()).toMatchObject({ ready: false });
  expect(app.slack.calls).toEqual([]);
});

it('what could not be kept is not acknowledged: Slack sends it again, and it is one message', async () => {
  const app = await opened();
  let failures = 1;
  app.host.onReceive = () => {
    if (failures-- > 0) throw new Error('the disk is full');
    return { status: 'accepted' };
  };
  const ann = app.slack.person('Ann');
  app.slack.sendText(ann, app.slack.dm(ann), 'hello');
  await expect.poll(() => texts(app), { timeout: 10_000, interval: 20 }).toEqual(['hello']);
});

it.each(['refresh_requested', 'a broken line'])('a socket that ends is followed by another: %s', async (why) => {
  const app = await opened();
  if (why === 'refresh_requested') app.slack.disconnectSockets('refresh_requested');
  else app.slack.cutSockets();
  const openings = () => app.slack.calls.filter(({ method }) => method === 'apps.connections.open').length;
  await expect.poll(openings, within).toBe(2);
  await expect.poll(() => app.connection.readiness(), within).toEqual({ ready: true });
  const ann = app.slack.person('Ann');
  app.slack.sendText(ann, app.slack.dm(ann), 'still there?');
  await expect.poll(() => texts(app), within).toEqual(['still there?']);
});

it('a stop closes the socket', async () => {
  const app = await opened();
  await app.connection.stop();
  await expect.poll(() => app.slack.socketConnections, within).toBe(0);
});

it('an instance that is not the owner opens none, and is ready', async () => {
  const app = await connected({ signing_secret: '', app_token: 'xapp-1-A0EMULATED-emulated' });
  app.host.whileOwner = ownedElsewhere;
  app.connection.start();
  await expect.poll(() => app.connection.readiness(), within).toEqual({ ready: true });
  expect(app.slack.socketConnections).toBe(0);
});

it('a token that Slack does not take is named, and no more is tried', async () => {
  const app = await connected({ bot_token: 'xoxb-of-nobody' });
  app.connection.start();
  await expect
    .poll(() => app.connection.readiness().reason, within)
    .toBe(
      'Slack answered invalid_auth: it does not take channels.slack.bot_token. Check it against what api.slack.com/apps shows.',
    );
  expect(app.host.logged).not.toContain('xoxb-of-nobody');
});
