import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listeningApp, type Told } from './listening.ts';
import { eventually, result, running } from './running.ts';

const samplesUrl = new URL('../../../../shared/samples/slack/', import.meta.url);

/** Fields that tell of things which the emulator does not have: enterprises, other apps, previews of pictures. */
const LEFT_OUT =
  /^event\.(message\.|previous_message\.)?(bot_profile\.(icons|updated)|source_team|user_team|display_as_bot)|^event\.files\.0\.(thumb_|permalink|pretty_type|editable|external_type|public_url_shared|display_as_bot|username|media_display_type|is_starred|skipped_shares|has_rich_preview|original_)|\.(style|emoji)$/;

/** The paths of all fields, list items under 0. */
function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item) => ['0', item]) : Object.entries(value);
  return entries.flatMap(([key, field]) => pathsOf(field, at === '' ? key : `${at}.${key}`));
}

function missingFrom(made: unknown, sample: string): string[] {
  const recorded = JSON.parse(readFileSync(new URL(sample, samplesUrl), 'utf8'));
  const paths = new Set(pathsOf(made));
  const isWithin = (path: string) => paths.has(path) || [...paths].some((known) => known.startsWith(`${path}.`));
  // Which words and links a text has is up to the person.
  return pathsOf(recorded).filter((path) => !LEFT_OUT.test(path) && !/\.elements\./.test(path) && !isWithin(path));
}

describe.skipIf(!existsSync(samplesUrl))('beside recorded payloads (skipped without the shared samples folder)', () => {
  async function heardAfter(act: (on: Awaited<ReturnType<typeof stage>>) => unknown, is: (told: Told) => boolean) {
    const on = await stage();
    await act(on);
    return eventually(() => on.heard.map(({ json }) => json).find(is));
  }
  async function stage() {
    const emulator = await running();
    const { heard } = await listeningApp(emulator);
    const [ann, channel] = [emulator.person('Ann'), emulator.channel('general')];
    const root = emulator.sendText(ann, channel, 'root');
    const ask = (blocks: object[]) =>
      result<{ ts: string }>(emulator, 'chat.postMessage', {
        channel: channel.id,
        thread_ts: root.ts,
        text: 'x',
        blocks,
      });
    return { emulator, heard, ann, channel, root, ask };
  }

  const plain = (text: string) => ({ type: 'plain_text', text });
  const options = [{ text: plain('A'), value: 'a' }];

  it.each<[string, Parameters<typeof heardAfter>[0], Parameters<typeof heardAfter>[1]]>([
    ['event-message.json', () => {}, ({ event }) => event?.text === 'root'],
    [
      'event-app_mention.json',
      ({ emulator, ann, channel }) => emulator.mention(ann, channel, 'hi'),
      ({ event }) => event?.type === 'app_mention',
    ],
    [
      'event-message-im.json',
      ({ emulator, ann }) => emulator.sendText(ann, emulator.dm(ann), 'hi'),
      ({ event }) => event?.channel_type === 'im',
    ],
    [
      'event-message-thread-reply.json',
      ({ emulator, ann, channel, root }) => emulator.sendText(ann, channel, 'hi', { threadTs: root.ts }),
      ({ event }) => event?.thread_ts !== undefined,
    ],
    [
      'event-thread_broadcast.json',
      async ({ emulator, ann, channel, root }) => {
        emulator.sendText(ann, channel, 'first', { threadTs: root.ts });
        emulator.sendText(ann, channel, 'hi', { threadTs: root.ts, isBroadcast: true });
      },
      ({ event }) => event?.subtype === 'thread_broadcast',
    ],
    ['event-message-own-bot.json', ({ ask }) => ask([{ type: 'divider' }]), ({ event }) => event?.bot_id !== undefined],
    [
      'event-message_changed.json',
      async ({ emulator, channel, ask }) => {
        const { ts } = await ask([{ type: 'divider' }]);
        await result(emulator, 'chat.update', { channel: channel.id, ts, text: 'y' });
      },
      ({ event }) => event?.message?.edited !== undefined,
    ],
    [
      'event-message_deleted.json',
      ({ emulator, ann, channel, root }) => emulator.remove(ann, { channel, ts: root.ts }),
      ({ event }) => event?.subtype === 'message_deleted',
    ],
    [
      'event-message-file_share.json',
      ({ emulator, ann, channel }) =>
        emulator.sendText(ann, channel, '', { files: [{ name: 'a.png', mime: 'image/png', bytes: Buffer.from('x') }] }),
      ({ event }) => event?.subtype === 'file_share',
    ],
    [
      'slash-command.json',
      ({ emulator, ann, channel }) => emulator.slashCommand(ann, channel, '/ask', 'x'),
      ({ command }) => command !== undefined,
    ],
    [
      'block_actions-button.json',
      async ({ emulator, ann, channel, ask }) => {
        const { ts } = await ask([{ type: 'actions', elements: [{ type: 'button', text: plain('x') }] }]);
        await emulator.press(ann, { channel, ts }, 0);
      },
      ({ type }) => type === 'block_actions',
    ],
    [
      'block_actions-static_select.json',
      async ({ emulator, ann, channel, ask }) => {
        const menu = { type: 'static_select', action_id: 'pick', placeholder: plain('x'), options };
        const { ts } = await ask([{ type: 'actions', elements: [menu] }]);
        await emulator.select(ann, { channel, ts }, 'pick', ['a']);
      },
      ({ type }) => type === 'block_actions',
    ],
    [
      'block_actions-multi_static_select.json',
      async ({ emulator, ann, channel, ask }) => {
        const menu = { type: 'multi_static_select', action_id: 'pick', placeholder: plain('x'), options };
        const { ts } = await ask([{ type: 'section', text: plain('x'), accessory: menu }]);
        await emulator.select(ann, { channel, ts }, 'pick', ['a']);
      },
      ({ type }) => type === 'block_actions',
    ],
  ])('makes what Slack sends: %s', async (sample, act, is) => {
    expect(missingFrom(await heardAfter(act, is), sample)).toEqual([]);
  });
});
