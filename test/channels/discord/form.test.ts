import { describe, expect, it } from 'vitest';
import { discord } from '../../../src/channels/discord/index.ts';
import { type Connected, connected, postTo, signed } from './connected.ts';

const NOW = 1_767_225_000;
const ID = 'ui_widget_number_0000000';

const PRESS = {
  id: '1457536583141163186',
  application_id: '200000000000000002',
  type: 3,
  token: 'a-secret-token',
  channel_id: '22',
  context: 1,
  user: { id: '33', username: 'ann' },
  locale: 'en-US',
};

function press(command = '/buy 100 BTC', more: object = {}) {
  const custom_id = `${ID}#c0:${command}`;
  const rows = [{ type: 1, components: [{ type: 2, custom_id, label: 'Buy' }] }];
  return { ...PRESS, data: { component_type: 2, custom_id }, message: { id: '44', components: rows }, ...more };
}

const field = (value: string) => ({ type: 4, id: 2, custom_id: 'command', value });

function submission(components: object[], more: object = {}) {
  return { ...PRESS, type: 5, data: { custom_id: `${ID}#c0`, components }, message: { id: '44' }, ...more };
}

async function post(app: Connected, interaction: object) {
  return postTo(app, signed(app, JSON.stringify(interaction), NOW));
}

describe('the press of a button with a command in Discord', () => {
  it('is answered with a form that has the command in it, and says nothing to anybody [UBP-42]', async () => {
    const app = await connected();
    expect(await post(app, press())).toEqual({
      status: 200,
      body: {
        type: 9,
        data: {
          custom_id: `${ID}#c0`,
          title: 'Check and send',
          components: [
            {
              type: 18,
              label: 'Buy',
              component: {
                type: 4,
                custom_id: 'command',
                style: 1,
                value: '/buy 100 BTC',
                required: true,
                max_length: 4000,
              },
            },
          ],
        },
      },
    });
    expect(app.host.inbounds).toEqual([]);
    expect(discord.decode(press())).toMatchObject({ message: 'Buy', ui_response: null });
  });

  it('is answered in the language of whoever pressed', async () => {
    const { body } = await post(await connected(), press('/buy', { locale: 'zh-CN' }));
    expect(body).toMatchObject({ data: { title: '确认并发送' } });
  });

  it('is no answer, even where the command looks like one', async () => {
    const app = await connected();
    expect(await post(app, press(`${ID}#1`))).toMatchObject({ body: { type: 9 } });
    expect(app.host.inbounds).toEqual([]);
    expect(discord.decode(press(`${ID}#1`)).ui_response).toBeNull();
  });

  it.each([
    ['is empty', ''],
    ['breaks the line', '/buy\n/sell'],
    ['turns what follows', '/buy \u202e001'],
    ['is longer than 256 characters', 'x'.repeat(257)],
  ])('that was forged so that the command %s opens nothing and says nothing', async (_how, command) => {
    const app = await connected();
    expect(await post(app, press(command))).toEqual({ status: 200, body: { type: 6 } });
    expect(app.host.inbounds).toEqual([]);
  });

  it('opens nothing for somebody who is not on the allow list', async () => {
    const app = await connected({ allow: ['34'] });
    expect(await post(app, press())).toEqual({ status: 200, body: { type: 6 } });
  });
});

describe('a form that is submitted in Discord', () => {
  it.each([
    ['below a label', { type: 18, id: 1, component: field(' /buy 2 <b> ') }],
    ['in a row', { type: 1, id: 1, components: [field(' /buy 2 <b> ')] }],
  ])('is a message of that person, which a reply is shown to come for: %s', async (_where, component) => {
    const app = await connected();
    expect(await post(app, submission([component]))).toEqual({ status: 200, body: { type: 5 } });
    const [inbound] = app.host.inbounds;
    expect(inbound).toMatchObject({
      dedupeKey: 'interaction:1457536583141163186',
      secret: 'waiting:1457536583141163186:200000000000000002:44:a-secret-token',
      address: { channel_id: '22' },
      isShared: false,
      person: { id: '33', name: 'ann' },
      isAttributable: true,
      event: { type: 'message', text: '/buy 2 <b>', files: [] },
    });
    expect(await app.connection.decode(inbound?.raw ?? '')).toEqual(inbound);
    expect(app.host.logged).not.toContain('a-secret-token');
  });

  it('twice is one message', async () => {
    const app = await connected();
    const twice = submission([{ type: 18, component: field('/buy') }]);
    expect(await post(app, twice)).toEqual(await post(app, twice));
    expect(app.host.inbounds).toHaveLength(1);
  });

  it.each<[string, object]>([
    ['is of another app', submission([{ type: 18, component: field('/buy') }], { data: { custom_id: 'other' } })],
    ['says nothing', submission([{ type: 18, component: field('  ') }])],
    ['has no field', submission([])],
    ['has another field', submission([{ type: 18, component: { ...field('/buy'), custom_id: 'other' } }])],
  ])('is acknowledged and no more when it %s', async (_what, interaction) => {
    const app = await connected();
    expect(await post(app, interaction)).toEqual({ status: 200, body: { type: 6 } });
    expect(app.host.inbounds).toEqual([]);
  });

  it('is not heard from somebody who is not on the allow list', async () => {
    const app = await connected({ allow: ['34'] });
    await post(app, submission([{ type: 18, component: field('/buy') }]));
    expect(app.host.inbounds).toEqual([]);
  });
});
