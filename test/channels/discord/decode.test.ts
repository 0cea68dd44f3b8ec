import { describe, expect, it } from 'vitest';
import { discord } from '../../../src/channels/discord/index.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import { samplesOf } from '../contract/samples.ts';
import { choice, labels } from '../contract/widgets.ts';

const id = 'ui_widget_number_0000000';

function press(data: object, components: unknown = []) {
  return {
    type: 3,
    id: '1',
    channel_id: '22',
    member: { user: { id: '33' } },
    data: { component_type: 2, ...data },
    message: { id: '4', components },
  };
}

describe('a press on Discord', () => {
  const buttons = discord.print([choice(['Yes', 'No'])], 'Pick', discord.content).parts[0]?.ui.components;
  const menu = discord.print([choice(labels(9), { multi: true })], 'Pick', discord.content).parts[0]?.ui.components;

  it('of a button gives its label and its choice [MUXI-33]', () => {
    expect(discord.decode(press({ custom_id: `${id}#1` }, buttons))).toEqual({
      message: 'No',
      user_id: '33',
      ui_response: { id, index: 1 },
      context: { channel_id: '22' },
    });
  });

  it('of a menu gives the picked options', () => {
    expect(discord.decode(press({ custom_id: id, values: [`${id}#0`, `${id}#8`] }, menu))).toMatchObject({
      message: 'Option 1, Option 9',
      ui_response: { id, index: [0, 8] },
    });
    expect(discord.decode(press({ custom_id: id, values: [`${id}#8`] }, menu)).ui_response).toEqual({ id, index: 8 });
    expect(discord.decode(press({ custom_id: `${id}#1`, values: [] }, menu))).toMatchObject({
      message: '',
      ui_response: null,
    });
  });

  it('of our data says no word of it where no label is shown', () => {
    for (const components of [undefined, [], 'x', [{ components: 'x' }], [{ components: [{ custom_id: 7 }] }]]) {
      expect(discord.decode(press({ custom_id: `${id}#1` }, components))).toMatchObject({
        message: '',
        ui_response: { id, index: 1 },
      });
    }
  });

  it('of foreign data names no choice and keeps its words [MUXI-32, HI-40]', () => {
    for (const custom_id of ['ui_abc#999', 'ui_abc#-1', 'ui_abc#1\n', 'ui_abc#1#2', 'not-ui#1']) {
      expect(discord.decode(press({ custom_id }))).toMatchObject({ message: custom_id, ui_response: null });
    }
    for (const custom_id of [{}, 7, null, undefined])
      expect(discord.decode(press({ custom_id })).ui_response).toBeNull();
    expect(discord.decode(press({ custom_id: id, values: [`${id}#0`, 'x'] })).ui_response).toBeNull();
  });

  it('in a direct message has its user at the top', () => {
    const { member, ...rest } = press({ custom_id: `${id}#0` });
    expect(discord.decode({ ...rest, user: { id: '44' } }).user_id).toBe('44');
  });
});

describe('what is no press and no message on Discord', () => {
  it('is refused with a sentence that teaches', () => {
    const { member, ...nobody } = press({ custom_id: 'x' });
    for (const payload of [null, undefined, 7, 'text', [], {}, { op: 11 }, { op: 0, d: null }, nobody]) {
      expect(() => discord.decode(payload)).toThrow(BridgeError);
      expect(() => discord.decode(payload)).toThrow(/Send the JSON as Discord posted it/);
    }
  });
});

const samples = samplesOf('discord');

describe.skipIf(samples.missing)('every recorded payload of Discord', () => {
  const thread = { ui_response: null, context: { channel_id: '1457536551830421524' } };
  const channel = { ui_response: null, context: { channel_id: '1457510428359004343' } };
  const dm = { ui_response: null, context: { channel_id: 'DM_CHANNEL_123' } };
  const user_id = '100000000000000001';

  it.each([
    ['component-button-dm', { ...dm, user_id, message: 'DM Action' }],
    ['component-button-guild-thread', { ...thread, user_id, message: 'Say Hello' }],
    ['component-button-other-user', { ...thread, user_id: '9876543210987654321', message: 'Say Hello' }],
    ['component-string-select-guild', { ...thread, user_id, message: 'butterfly' }],
    ['component-string-select-dm-empty-values', { ...dm, user_id, message: '' }],
    ['application-command', { ...thread, user_id, message: 'hello <@1> @everyone' }],
    ['modal-submit', { ...thread, user_id, message: 'bug_modal' }],
    [
      'gateway-message-create-dm',
      { user_id, message: 'hi in dm', ui_response: null, context: { channel_id: '1457469000000000001' } },
    ],
    ['gateway-message-create-mention', { ...channel, user_id, message: '<@200000000000000002> Hey' }],
    [
      'gateway-message-create-role-mention',
      { ...channel, user_id, message: '<@&1457473602180878604> AI Still there?' },
    ],
    ['gateway-message-create-no-content-intent', { ...channel, user_id, message: '' }],
    [
      'gateway-message-create-own-bot',
      { ...thread, user_id: '200000000000000002', message: expect.stringContaining('[Say Hello]') },
    ],
  ])('%s decodes', (name, expected) => {
    expect(discord.decode(samples.read(name))).toEqual(expected);
  });

  it('ping is refused: nobody said or pressed anything', () => {
    expect(() => discord.decode(samples.read('ping'))).toThrow(expect.objectContaining({ code: 'body_invalid' }));
  });
});
