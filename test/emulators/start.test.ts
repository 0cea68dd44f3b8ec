import { describe, expect, it, onTestFinished } from 'vitest';
import { discord } from '../../src/channels/discord/index.ts';
import { email } from '../../src/channels/email/index.ts';
import { slack } from '../../src/channels/slack/index.ts';
import { telegram } from '../../src/channels/telegram/index.ts';
import { startEmulators } from '../../src/emulators/start.ts';
import type { ChannelType, ChannelTypes } from '../../src/protocol/channel.ts';
import { silentLog } from '../../src/protocol/log.ts';

/** A channel type as it is, but for whether it can connect. */
function able(type: ChannelType, canConnect: boolean): ChannelType {
  const { connect: _, ...rest } = type;
  return canConnect ? { ...rest, connect: () => Promise.reject(new Error('not in this test')) } : rest;
}

async function started(channels: Record<string, object>, wanted?: 'on' | 'off', canConnect = true) {
  const channelTypes: ChannelTypes = new Map([
    ['telegram', able(telegram as ChannelType, true)],
    ['slack', able(slack as ChannelType, canConnect)],
    ['discord', able(discord as ChannelType, canConnect)],
    ['email', able(email as ChannelType, canConnect)],
  ]);
  const emulators = await startEmulators({
    channels: new Map(Object.entries(channels)),
    channelTypes,
    wanted,
    log: silentLog,
  });
  onTestFinished(() => emulators.close());
  return emulators;
}

describe('emulators stand in for channels without a token', () => {
  it('points Slack at its emulator, with the tokens for it and what else was set', async () => {
    const { settings, emulated, views } = await started({ slack: { bot_token: '', allow: ['U1'] } });
    expect(emulated).toEqual(['slack']);
    const own = slack.settings.parse(settings.get('slack'));
    expect(own).toMatchObject({ allow: ['U1'], api_url: views.slack?.apiUrl });
    expect(slack.isEnabled(own)).toBe(true);
    const response = await fetch(`${own.api_url}auth.test`, { headers: { authorization: `Bearer ${own.bot_token}` } });
    expect(await response.json()).toMatchObject({ ok: true });
  });

  it('lets nobody install the app into Slack’s emulator', async () => {
    const client = { client_id: '1.2', client_secret: 'x', scopes: ['chat:write'] };
    const { settings, emulated } = await started({ slack: client });
    expect(emulated).toEqual(['slack']);
    expect(slack.settings.parse(settings.get('slack'))).toMatchObject({ client_id: '', client_secret: '' });
  });

  it('points Discord at its emulator, with the ids and keys for it', async () => {
    const { settings, emulated, views } = await started({ discord: { token: '', allow: ['7'] } });
    expect(emulated).toEqual(['discord']);
    const own = discord.settings.parse(settings.get('discord'));
    expect(own).toMatchObject({ allow: ['7'], api_root: views.discord?.apiUrl, application_id: '200000000000000002' });
    expect(own.public_key).toMatch(/^[0-9a-f]{64}$/);
    const headers = { authorization: `Bot ${own.token}` };
    expect(await (await fetch(`${own.api_root}/v10/users/@me`, { headers })).json()).toMatchObject({ bot: true });
  });

  it('points mail at its emulator, with what else was set', async () => {
    const { settings, emulated, views } = await started({ email: { from: '', smtp: '', html: false } });
    expect(emulated).toEqual(['email']);
    const own = email.settings.parse(settings.get('email'));
    expect(own).toMatchObject({ from: 'Bot <bot@bridge.example>', smtp: views.mail?.smtpUrl, html: false });
    expect(email.isEnabled(own)).toBe(true);
  });

  it('leaves a channel off that cannot connect', async () => {
    const { settings, emulated } = await started({ slack: { bot_token: '' } }, 'on', false);
    expect([settings.has('slack'), emulated]).toEqual([false, []]);
  });

  it('runs none beside a real channel unless asked to', async () => {
    const channels = { telegram: { token: '1:real' }, slack: { bot_token: '' } };
    expect((await started(channels)).emulated).toEqual([]);
    expect((await started(channels, 'on')).emulated).toEqual(['slack']);
    expect((await started({ slack: { bot_token: '' } }, 'off')).emulated).toEqual([]);
  });
});
