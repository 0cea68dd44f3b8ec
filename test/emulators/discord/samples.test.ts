import { existsSync, readFileSync } from 'node:fs';
import { Client, GatewayIntentBits, Partials } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { call, eventually, result, row, running } from './running.ts';

const samplesUrl = new URL('../../../../shared/samples/discord/', import.meta.url);

/** Fields that tell of things which the emulator does not have: looks of profiles, the bot's own role, embeds here. */
const LEFT_OUT =
  /(^|\.)(avatar_decoration_data|clan|collectibles|display_name_styles|primary_guild|banner|unusual_dm_activity_until)$|^channel\.(member\.|member_ids_preview|permissions)|^message\.embeds\.|\.roles\.0$/;

/** The paths of all fields, list items under 0. */
function pathsOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const entries = Array.isArray(value) ? value.slice(0, 1).map((item) => ['0', item]) : Object.entries(value);
  return entries.flatMap(([key, field]) => pathsOf(field, at === '' ? key : `${at}.${key}`));
}

/** Fields of a recorded payload that the emulator's has not; of a guild, its id is a name of its own. */
function missingFrom(made: unknown, sample: string): string[] {
  const recorded = JSON.parse(readFileSync(new URL(`${sample}.json`, samplesUrl), 'utf8'));
  const paths = new Set(pathsOf(made));
  const isWithin = (path: string) => paths.has(path) || [...paths].some((known) => known.startsWith(`${path}.`));
  return pathsOf(recorded.d ?? recorded).filter((path) => !LEFT_OUT.test(path) && !isWithin(path));
}

describe.skipIf(!existsSync(samplesUrl))('beside recorded payloads (skipped without the shared samples folder)', () => {
  it('tells of messages and interactions with every field that Discord sends', async () => {
    const emulator = await running();
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
      partials: [Partials.Channel],
      rest: { api: emulator.apiUrl },
    });
    onTestFinished(() => client.destroy());
    const heard: { t: string; d: Record<string, unknown> }[] = [];
    client.on('raw' as never, (packet: { t: string; d: Record<string, unknown> }) => {
      // The SDK goes on to change what it was told.
      const { t, d } = structuredClone(packet);
      if (t === 'MESSAGE_CREATE' && d.author && !(d.author as { bot?: boolean }).bot) heard.push({ t, d });
      if (t !== 'INTERACTION_CREATE') return;
      heard.push({ t, d });
      const pick = { type: 3, custom_id: 'bug', options: [{ label: 'Ant', value: 'ant' }] };
      const modal = { custom_id: 'form', title: 'Tell', components: [{ type: 18, label: 'Bug', component: pick }] };
      const answer =
        (d.data as { custom_id?: string }).custom_id === 'form'
          ? { type: 9, data: modal }
          : { type: 4, data: { content: 'ok', flags: 64 } };
      void call(emulator, `POST /interactions/${d.id}/${d.token}/callback`, answer);
    });
    await client.login(emulator.application.token);
    await eventually(() => client.isReady());
    const next = async (act: () => unknown) => {
      const before = heard.length;
      await act();
      return (await eventually(() => heard[before])).d;
    };

    const [ann, channel] = [emulator.person('Ann'), emulator.channel('general')];
    const dm = emulator.dm(ann);
    const mention = await next(() => emulator.mention(ann, channel, 'Hey'));
    expect.soft(missingFrom(mention, 'gateway-message-create-mention')).toEqual([]);
    const bare = await next(() => emulator.sendText(ann, channel, 'Hey'));
    expect.soft(missingFrom(bare, 'gateway-message-create-no-content-intent')).toEqual([]);
    expect(bare.content).toBe('');
    const direct = await next(() => emulator.sendText(ann, dm, 'hi in dm'));
    expect.soft(missingFrom(direct, 'gateway-message-create-dm')).toEqual([]);

    const thread = emulator.thread(ann, channel, 'more');
    const options = [{ label: 'X', value: 'x' }];
    const menu = { type: 1, components: [{ type: 3, custom_id: 'm', options, min_values: 0 }] };
    const body = { content: 'Which?', components: [row('hello', 'form'), menu] };
    const inThread = await result(emulator, `POST /channels/${thread.id}/messages`, body);
    const inDm = await result(emulator, `POST /channels/${dm.id}/messages`, body);
    const pressed = await next(() => emulator.press(ann, inThread, 0));
    expect.soft(missingFrom(pressed, 'component-button-guild-thread')).toEqual([]);
    const pressedInDm = await next(() => emulator.press(ann, inDm, 0));
    expect.soft(missingFrom(pressedInDm, 'component-button-dm')).toEqual([]);
    const picked = await next(() => emulator.select(ann, inDm, 'm', []));
    expect.soft(missingFrom(picked, 'component-string-select-dm-empty-values')).toEqual([]);

    const question = { type: 3, name: 'question', description: 'What' };
    const ask = { name: 'ask', description: 'Asks', options: [question] };
    await result(emulator, `POST /applications/${emulator.application.id}/commands`, ask);
    const called = await next(() => emulator.slashCommand(ann, thread, 'ask', { question: 'hello' }));
    expect.soft(missingFrom(called, 'application-command')).toEqual([]);
    await emulator.press(ann, inThread, 'form');
    const submitted = await next(() => emulator.submitModal(ann, { bug: ['ant'] }));
    expect.soft(missingFrom(submitted, 'modal-submit')).toEqual([]);
  });
});
