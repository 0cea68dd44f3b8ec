import { Client, DiscordAPIError, Events, GatewayIntentBits, Partials, RateLimitError, REST, Routes } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DiscordEmulator } from '../../../src/emulators/discord/index.ts';
import { eventually, row, running } from './running.ts';

/** The real SDK, logged in to the emulator. */
async function loggedIn(emulator: DiscordEmulator): Promise<Client<true>> {
  const client = new Client({
    intents: [
      GatewayIntentBits.Guilds,
      GatewayIntentBits.GuildMessages,
      GatewayIntentBits.DirectMessages,
      GatewayIntentBits.MessageContent,
    ],
    partials: [Partials.Channel],
    rest: { api: emulator.apiUrl, version: '10' },
    allowedMentions: { parse: [] },
  });
  onTestFinished(() => client.destroy());
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(emulator.application.token);
  return ready;
}

function rest(emulator: DiscordEmulator, options: object = {}): REST {
  return new REST({ api: emulator.apiUrl, version: '10', retries: 0, ...options }).setToken(emulator.application.token);
}

describe('discord.js talks to the emulator unmodified', () => {
  it('hears a mention, answers with buttons that notify nobody, and edits them after the press', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const { id } = emulator.channel('general');
    const client = await loggedIn(emulator);
    client.on(Events.MessageCreate, async (message) => {
      if (message.author.bot || !message.mentions.has(client.user.id)) return;
      await message.reply({ content: `Which, <@${ann.id}>?`, components: [row('yes', 'no') as never] });
    });
    client.on(Events.InteractionCreate, async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferUpdate();
      await interaction.editReply({
        content: `${interaction.user.globalName}: ${interaction.customId}`,
        components: [],
      });
    });
    emulator.mention(ann, id, 'decide');
    const question = await eventually(() => emulator.messages(id)[1]);
    expect(question).toMatchObject({ content: `Which, <@${ann.id}>?`, type: 19 });
    expect(emulator.pings(question)).toEqual({ everyone: false, users: [], roles: [] });
    expect(await emulator.press(ann, question, 'no')).toMatchObject({ isAnswered: true, responseType: 6 });
    await eventually(() => emulator.messages(id)[1]?.components.length === 0);
    expect(emulator.messages(id)[1]).toMatchObject({ content: 'Ann: no', components: [] });
  });

  it('registers a command and answers it for one person, in direct messages too', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const client = await loggedIn(emulator);
    await client.application.commands.set([{ name: 'ask', description: 'Asks' }]);
    client.on(Events.InteractionCreate, async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply({ flags: 64 });
      await interaction.editReply('between us');
      await interaction.followUp({ content: 'and all', files: [{ attachment: Buffer.from('hi'), name: 'a.txt' }] });
    });
    client.on(Events.MessageCreate, async (message) => {
      if (!message.author.bot) await message.author.send(`You said ${message.content}`);
    });
    const { id } = emulator.channel('general');
    expect(await emulator.slashCommand(ann, id, 'ask')).toMatchObject({ responseType: 5 });
    await eventually(() => emulator.messages(id).length === 1);
    expect(emulator.messages(id, { as: ann })).toMatchObject([
      { content: 'between us', flags: 64 },
      { content: 'and all', attachments: [{ filename: 'a.txt', size: 2 }] },
    ]);
    const dm = emulator.dm(ann);
    emulator.sendText(ann, dm, 'hello');
    await eventually(() => emulator.messages(dm).length === 2);
    expect(emulator.messages(dm)[1]?.content).toBe('You said hello');
  });

  it('resumes after a lost connection and misses nothing', async () => {
    const emulator = await running();
    const [ann, { id }] = [emulator.person('Ann'), emulator.channel('general')];
    const client = await loggedIn(emulator);
    const heard: string[] = [];
    client.on(Events.MessageCreate, ({ content }) => heard.push(content));
    emulator.cutGateway();
    await eventually(() => emulator.gatewayConnections === 0);
    emulator.sendText(ann, id, 'while away');
    await eventually(() => heard.length === 1);
    expect([heard, emulator.gatewayConnections]).toEqual([['while away'], 1]);
  });

  it('reads refusals with their places, and the waits of rate limits', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const route = Routes.channelMessages(id);
    const refused = await rest(emulator)
      .post(route, { body: { content: 'x'.repeat(2001) } })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DiscordAPIError);
    expect(refused).toMatchObject({ code: 50035, status: 400 });
    expect(String(refused)).toContain('content[BASE_TYPE_MAX_LENGTH]: Must be 2000 or fewer in length.');
    emulator.failNext('POST /channels/:channel/messages', { retryAfterSec: 1.5 });
    const limited = await rest(emulator, { rejectOnRateLimit: ['/'] })
      .post(route, { body: { content: 'x' } })
      .catch((error: unknown) => error);
    expect(limited).toBeInstanceOf(RateLimitError);
    // It goes by the header, which has whole seconds, and adds 50 ms.
    expect(limited).toHaveProperty('retryAfter', 2050);
    expect(limited).toHaveProperty('global', false);
  });
});
