import {
  ActionRowBuilder,
  ButtonBuilder,
  ButtonStyle,
  Client,
  Events,
  GatewayIntentBits,
  LabelBuilder,
  type Message,
  MessageFlags,
  ModalBuilder,
  Partials,
  StringSelectMenuBuilder,
  TextDisplayBuilder,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { DiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { RunningBot } from './running-bot.ts';

const STRING_OPTION = 3;

const nothing = (): void => {};

const REGIONS = new ActionRowBuilder<ButtonBuilder>().addComponents(
  new ButtonBuilder().setLabel('United States').setCustomId('us').setStyle(ButtonStyle.Secondary),
  new ButtonBuilder().setLabel('Europe').setCustomId('eu').setStyle(ButtonStyle.Primary),
  new ButtonBuilder().setLabel('Docs').setURL('https://example.com/').setStyle(ButtonStyle.Link),
);

const FORM = new ModalBuilder()
  .setCustomId('order')
  .setTitle('Your order')
  .addTextDisplayComponents(new TextDisplayBuilder().setContent('The kitchen is **open**.'))
  .addLabelComponents(
    new LabelBuilder()
      .setLabel('Dish')
      .setTextInputComponent(
        new TextInputBuilder().setCustomId('wish').setStyle(TextInputStyle.Short).setValue('Pizza <large>'),
      ),
  );

function menuOf(name: string, labels: readonly string[], max: number): ActionRowBuilder<StringSelectMenuBuilder> {
  const options = labels.map((label) => ({ label, value: label.toLowerCase() }));
  return new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(
    new StringSelectMenuBuilder().setCustomId(name).setPlaceholder(name).setMaxValues(max).addOptions(options),
  );
}

/** A small discord.js bot that asks, whispers, sends a file and repeats. It thinks about a command until it reads `go on`. */
export async function startDiscordBot(emulator: DiscordEmulator): Promise<RunningBot> {
  const { Guilds, GuildMessages, DirectMessages, MessageContent } = GatewayIntentBits;
  const client = new Client({
    intents: [Guilds, GuildMessages, DirectMessages, MessageContent],
    partials: [Partials.Channel],
    rest: { api: emulator.apiUrl, version: '10' },
  });
  let goOn = nothing;
  client.on(Events.MessageCreate, (message) => {
    if (message.content === 'go on') goOn();
    else if (!message.author.bot) void answer(message).catch(nothing);
  });
  client.on(Events.InteractionCreate, async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.deferReply();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await interaction.editReply(`You asked: ${interaction.options.getString('text')}`);
      return;
    }
    if (interaction.isModalSubmit()) {
      await interaction.reply(`You ordered: ${interaction.fields.getTextInputValue('wish')}`);
      return;
    }
    if (!interaction.isButton() && !interaction.isStringSelectMenu()) return;
    if (interaction.customId === 'order') {
      await interaction.showModal(FORM);
      return;
    }
    if (interaction.customId === 'never') return;
    if (interaction.customId === 'whisper') {
      await interaction.reply({ content: 'Between us.', flags: MessageFlags.Ephemeral });
      return;
    }
    const chosen = interaction.isButton() ? interaction.customId : interaction.values.join(' and ');
    await interaction.update({ content: `✓ ${chosen}`, components: [] });
    await interaction.followUp(`You chose ${chosen}.`);
  });
  const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(emulator.application.token);
  await ready;
  const options = [{ name: 'text', description: 'What to ask', type: STRING_OPTION, required: true }];
  await client.application?.commands.set([{ name: 'ask', description: 'Asks the agent', options }]);
  return { stop: () => client.destroy() };
}

async function answer(message: Message): Promise<void> {
  const { channel, content } = message;
  if (!channel.isSendable()) return;
  if (content.includes('deploy')) {
    await channel.send({
      content: '**Which region** should I deploy to?\n\n1. United States\n2. Europe',
      components: [REGIONS],
    });
  } else if (content.includes('toppings')) {
    await channel.send({
      content: 'Which toppings?',
      components: [menuOf('toppings', ['Olives', 'Capers', 'Corn'], 3)],
    });
  } else if (content.includes('city')) {
    await channel.send({ content: 'Which city?', components: [menuOf('city', ['Lisbon', 'Lima', 'Osaka'], 1)] });
  } else if (content.includes('order')) {
    const button = new ButtonBuilder().setLabel('Order…').setCustomId('order').setStyle(ButtonStyle.Secondary);
    await channel.send({
      content: 'What would you like?',
      components: [new ActionRowBuilder<ButtonBuilder>().addComponents(button)],
    });
  } else if (content.includes('secret')) {
    const button = (name: string) =>
      new ButtonBuilder().setLabel(name).setCustomId(name).setStyle(ButtonStyle.Secondary);
    const row = new ActionRowBuilder<ButtonBuilder>().addComponents(button('whisper'), button('never'));
    await channel.send({ content: 'Shall I?', components: [row] });
  } else if (content.includes('marks')) {
    await channel.send(
      '# Story\nA **bold**, *italic*, __under__ and ~~struck~~ `npm start`, snake_case_name, ||nobody fell|| and [the keeper](https://example.com/)\n- one\n- two\n> Write first\n```ts\nconst a = "<b>";\n```',
    );
  } else if (content.includes('file')) {
    await channel.send({ files: [{ attachment: Buffer.from('Some notes'), name: 'notes.txt' }] });
  } else {
    await channel.sendTyping();
    await channel.send(`You said: ${content}`);
  }
}
