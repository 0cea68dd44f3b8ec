import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createDiscordEmulator, type DiscordEmulator } from '../../../src/emulators/discord/index.ts';
import type { Component, Message } from '../../../src/emulators/discord/wire.ts';
import type { Service } from '../../../src/main.ts';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { untilReady } from '../../e2e/discord-service.ts';
import { formationFolder, postTo, startFrom } from '../../e2e/service.ts';
import { command } from '../../toys/command.ts';
import type { ChannelUnderTest, Place, SendFault, Shown, Somebody } from '../contract/channel-under-test.ts';

const FORMATION = (token: string) => `agent: { type: contract }
links:
  github: { label: Connect GitHub, url: "https://github.com/login" }
outbox: { rates: { discord: off } }
channels:
  discord: { token: ${token}, api_root: API_ROOT }
`;
const SEND = 'POST /channels/:channel/messages';

const FAULTS: Readonly<Record<SendFault, Parameters<DiscordEmulator['failNext']>[1]>> = {
  throttled: { retryAfterSec: 0.4 },
  broken: 502,
  cut: 'reset',
  lost: 'lost',
  refused: { status: 403, code: 50013, message: 'Missing Permissions' },
};

/** The service on the gateway of the Discord emulator. */
export async function startDiscord(agent: AgentType): Promise<ChannelUnderTest> {
  const discord = await createDiscordEmulator();
  const { bot, token } = discord.application;
  const folder = await formationFolder(FORMATION(token), discord.apiUrl);
  const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') };
  let service: Service;
  let lastCallSeen: DiscordEmulator['calls'][number] | undefined;

  async function startService(): Promise<void> {
    service = await startFrom(folder, env, { agents: [agent], widgets: [command] });
    await untilReady(service);
  }
  await startService();

  const channelOf = ({ address }: Place) => String(address.channel_id);
  const messageOf = (place: Place, { id }: Shown) => ({ channel_id: channelOf(place), id });
  /** What the presser alone was told by the answer to this press. */
  const toldPrivately = (place: Place, interactionId: string) =>
    discord.ephemerals(channelOf(place)).find(({ message }) => message.interaction_metadata?.id === interactionId)
      ?.message.content ?? '';

  async function pick(who: Somebody, place: Place, message: Shown, labels: readonly string[]): Promise<string> {
    const seen = message.raw as Message;
    const menu = menuWith(seen, labels[0] ?? '');
    if (!menu) throw new Error(`There is no menu with ${labels}.`);
    const picks = labels.map((label) => optionsOf(menu).findIndex((option) => option.label === label));
    const ref = messageOf(place, message);
    const { interaction } = await discord.select(who.id, ref, String(menu.custom_id), picks, seen);
    return toldPrivately(place, interaction.id);
  }

  return {
    name: 'discord',
    maxMessageChars: 2000,
    person(name) {
      const person = discord.person(name);
      const address = { channel_id: discord.dm(person).id };
      return { id: person.id, direct: { address, isShared: false, wantsAnswerers: true } };
    },
    group: (title) => ({ address: { channel_id: discord.channel(title).id }, isShared: true }),
    async say(who, place, text, replyTo) {
      const isNaming = place.isShared && !replyTo;
      const reply = replyTo && { replyTo: messageOf(place, replyTo) };
      discord[isNaming ? 'mention' : 'sendText'](who.id, channelOf(place), text, reply);
    },
    shown: (place) =>
      discord
        .messages(channelOf(place))
        .filter(({ author, flags }) => author.id === bot.id && (flags & LOADING) === 0)
        .map(shownOf),
    async press(who, place, message, label) {
      const seen = message.raw as Message;
      if (menuWith(seen, label)) return pick(who, place, message, [label]);
      const { interaction } = await discord.press(who.id, messageOf(place, message), label, seen);
      return toldPrivately(place, interaction.id);
    },
    pressSeveral: pick,
    async takeUp(who, place, message, label) {
      const { responseType } = await discord.press(who.id, messageOf(place, message), label, message.raw as Message);
      expect(responseType).toBe(9);
      const field = discord.modal(who.id)?.components[0]?.component;
      return {
        text: String(field?.value),
        async send(text) {
          const fields = { [String(field?.custom_id)]: text };
          expect(await discord.submitModal(who.id, fields)).toMatchObject({ isAnswered: true, responseType: 5 });
        },
      };
    },
    failNextSend: (fault) => discord.failNext(SEND, FAULTS[fault]),
    async sayTwice(who, place, text) {
      discord.redeliverMessage(discord.sendText(who.id, channelOf(place), text));
    },
    async echo(place, text) {
      const message = { type: 0, author: bot, content: text, channel_id: channelOf(place), channel_type: 1 };
      discord.sendEvent('MESSAGE_CREATE', { ...message, id: String(BigInt(channelOf(place)) + 1n) });
    },
    async unknownEvent() {
      discord.sendEvent('THOUGHT_TRANSFER', { user: bot, thoughts: ['?'] });
    },
    refusals() {
      const fresh = discord.calls.slice(lastCallSeen ? discord.calls.lastIndexOf(lastCallSeen) + 1 : 0);
      lastCallSeen = discord.calls.at(-1);
      return fresh.flatMap(({ route, answer }) =>
        answer && answer.status >= 400 ? [`${route}: ${JSON.stringify(answer.body)}`] : [],
      );
    },
    post: (path, body) => postTo(service.url + path, body),
    async restart() {
      await service.stop();
      await startService();
    },
    async end() {
      await service.stop();
      await discord.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A message that is to come yet. */
const LOADING = 1 << 7;
const BUTTON = 2;

interface Option {
  label: string;
  value: string;
}

function elementsOf(message: Message): Component[] {
  return message.components.flatMap(({ components = [] }) => components);
}

function optionsOf({ options }: Component): Option[] {
  return (options ?? []) as Option[];
}

function menuWith(message: Message, label: string): Component | undefined {
  return elementsOf(message).find((element) => optionsOf(element).some((option) => option.label === label));
}

/** Discord shows what a backslash stands before as it is. */
function asRead(content: string): string {
  return content.replace(/\\([^\w\s])/g, '$1');
}

/** A single choice of one option is a button. */
function takesSeveral(menu: Component): boolean {
  return Number(menu.max_values) > 1 || optionsOf(menu).length === 1;
}

function opensForm({ custom_id }: Pick<Component, 'custom_id'>): boolean {
  return /#c\d+:/.test(String(custom_id));
}

function shownOf(message: Message): Shown {
  const elements = elementsOf(message);
  const buttons = elements.filter(({ type }) => type === BUTTON);
  const menus = elements.filter(({ options }) => options !== undefined);
  const labelOf = ({ label }: Component | Option) => String(label);
  return {
    id: message.id,
    text: asRead(message.content),
    options: [
      ...buttons.filter(({ url, ...button }) => url === undefined && !opensForm(button)).map(labelOf),
      ...menus
        .filter((menu) => !takesSeveral(menu))
        .flatMap(optionsOf)
        .map(labelOf),
    ],
    severalOptions: menus.filter(takesSeveral).flatMap(optionsOf).map(labelOf),
    links: buttons.flatMap(({ label, url }) => (url === undefined ? [] : [{ label: String(label), url: String(url) }])),
    commands: buttons.filter(opensForm).map(labelOf),
    raw: structuredClone(message),
  };
}
