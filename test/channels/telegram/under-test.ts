import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTelegramEmulator, type Message, type TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import type { Service } from '../../../src/main.ts';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { formationFolder, postTo, startFrom } from '../../e2e/service.ts';
import { command } from '../../toys/command.ts';
import { place } from '../../toys/place.ts';
import type { ChannelUnderTest, Place, SendFault, Shown, Somebody } from '../contract/channel-under-test.ts';

const FORMATION = `agent: { type: contract }
links:
  github: { label: Connect GitHub, url: "https://github.com/login" }
channels:
  telegram: { token: "424242:test", mode: webhook, secret_token: hook-secret, api_root: API_ROOT }
`;
const HOOK_PATH = '/channels/telegram/webhook';
const HOOK_SECRET = 'hook-secret';

const FAULTS: Readonly<Record<SendFault, Parameters<TelegramEmulator['failNext']>[1]>> = {
  throttled: { error_code: 429, description: 'Too Many Requests: retry after 1', parameters: { retry_after: 1 } },
  broken: 502,
  cut: 'reset',
  lost: 'lost',
  refused: { error_code: 400, description: 'Bad Request: chat not found' },
};

/** The service behind a webhook of the Telegram emulator. */
export async function startTelegram(agent: AgentType): Promise<ChannelUnderTest> {
  const telegram = await createTelegramEmulator();
  const folder = await formationFolder(FORMATION, telegram.url);
  const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') };
  let service: Service;
  /** Of updates that are handed over past the emulator. */
  let lastUpdateId = 900_000_000;
  let lastCallSeen: TelegramEmulator['calls'][number] | undefined;

  async function startService(): Promise<void> {
    service = await startFrom(folder, env, { agents: [agent], widgets: [command, place] });
    const hook = { url: service.url + HOOK_PATH, secret_token: HOOK_SECRET };
    await postTo(`${telegram.url}/bot424242:test/setWebhook`, hook);
  }
  await startService();

  async function handOver(update: object): Promise<void> {
    await postTo(service.url + HOOK_PATH, update, { 'X-Telegram-Bot-Api-Secret-Token': HOOK_SECRET });
  }

  const chatOf = ({ address }: Place) => Number(address.chat_id);
  const messageOf = (place: Place, { id }: Shown) => ({ chat: chatOf(place), message_id: Number(id) });
  const press = async (who: Somebody, place: Place, message: Shown, data: string) =>
    (await telegram.press(Number(who.id), messageOf(place, message), data)).text;

  return {
    name: 'telegram',
    maxMessageChars: 4096,
    person(name) {
      const { id } = telegram.person(name);
      return { id: String(id), direct: { address: { chat_id: id }, isShared: false } };
    },
    group: (title) => ({ address: { chat_id: telegram.supergroup(title).id }, isShared: true }),
    async say(who, place, text, replyTo) {
      const isNaming = place.isShared && !replyTo;
      telegram.sendText(
        Number(who.id),
        chatOf(place),
        isNaming ? `@${telegram.bot.username} ${text}` : text,
        replyTo && { replyTo: Number(replyTo.id) },
      );
    },
    shown: (place) =>
      telegram
        .messages(chatOf(place))
        .filter(({ from }) => from?.id === telegram.bot.id)
        .map(shownOf),
    press: (who, place, message, label) => press(who, place, message, dataOf(message, label)),
    async pressSeveral(who, place, message, labels) {
      const toggles = labels.map((label) => dataOf(message, `☐ ${label}`));
      const told = await Promise.all(toggles.map((data) => press(who, place, message, data)));
      const refusal = told.find((text) => text !== '');
      return refusal ?? press(who, place, message, dataOf(message, 'Done'));
    },
    pressNone: (who, place, message) => press(who, place, message, dataOf(message, 'Done')),
    // The app copies it, and the person pastes it where they write.
    async takeUp(_who, _place, message, label) {
      const button = buttonsOf(message.raw as Message).find(({ text }) => text === label);
      const copied = button?.copy_text as { text: string } | undefined;
      return { text: copied?.text ?? '' };
    },
    failNextSend: (fault) => telegram.failNext('sendMessage', FAULTS[fault]),
    async sayTwice(who, place, text) {
      lastUpdateId += 1;
      const message = {
        message_id: lastUpdateId,
        date: Math.floor(Date.now() / 1000),
        from: { id: Number(who.id), is_bot: false, first_name: 'Twice' },
        chat: { id: chatOf(place), type: 'private' },
        text,
      };
      const update = { update_id: lastUpdateId, message };
      await handOver(update);
      await handOver(update);
    },
    async echo(place, text) {
      lastUpdateId += 1;
      const chat = { id: chatOf(place), type: 'private' };
      const message = { message_id: lastUpdateId, date: 1, from: telegram.bot, chat, text };
      await handOver({ update_id: lastUpdateId, message });
    },
    async unknownEvent() {
      lastUpdateId += 1;
      await handOver({ update_id: lastUpdateId, thought_transfer: { from: telegram.bot, thoughts: ['?'] } });
    },
    refusals() {
      const fresh = telegram.calls.slice(lastCallSeen ? telegram.calls.lastIndexOf(lastCallSeen) + 1 : 0);
      lastCallSeen = telegram.calls.at(-1);
      return fresh.flatMap(({ method, answer }) => (answer && !answer.ok ? [`${method}: ${answer.description}`] : []));
    },
    post: (path, body) => postTo(service.url + path, body),
    async restart() {
      await service.stop();
      await startService();
    },
    async end() {
      await service.stop();
      await telegram.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function buttonsOf(message: Message) {
  return message.reply_markup?.inline_keyboard.flat() ?? [];
}

function shownOf(message: Message): Shown {
  const buttons = buttonsOf(message);
  const labels = (pattern: RegExp) =>
    buttons.filter(({ callback_data }) => pattern.test(callback_data ?? '')).map(({ text }) => text);
  return {
    id: String(message.message_id),
    text: message.text ?? '',
    options: labels(/#\d+$/),
    severalOptions: labels(/#t\d+$/).map((label) => label.slice(2)),
    links: buttons.flatMap(({ text, url }) => (url === undefined ? [] : [{ label: text, url }])),
    commands: buttons.filter(({ copy_text }) => copy_text !== undefined).map(({ text }) => text),
    raw: structuredClone(message),
  };
}

function dataOf({ raw }: Shown, label: string): string {
  const button = buttonsOf(raw as Message).find(({ text }) => text === label);
  if (button?.callback_data === undefined) throw new Error(`There is no button ${label}.`);
  return button.callback_data;
}
