import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { ActResult } from '../../../src/emulators/slack/hands.ts';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import type { Block, Message } from '../../../src/emulators/slack/wire.ts';
import type { AgentType } from '../../../src/protocol/agent.ts';
import { postTo } from '../../e2e/service.ts';
import { startSlackService } from '../../e2e/slack-service.ts';
import { command } from '../../toys/command.ts';
import type { ChannelUnderTest, Place, SendFault, Shown, Somebody } from '../contract/channel-under-test.ts';

const AGENT = `agent: { type: contract }
links:
  github: { label: Connect GitHub, url: "https://github.com/login" }
`;

const FAULTS: Readonly<Record<SendFault, Parameters<SlackEmulator['failNext']>[1]>> = {
  throttled: { retryAfterSec: 1 },
  broken: 502,
  cut: 'reset',
  lost: 'lost',
  refused: { error: 'channel_not_found' },
};

/** The service behind the Slack emulator, which tells it of what happens over HTTP or a socket. */
export async function startSlack(agent: AgentType, way: 'http' | 'socket' = 'http'): Promise<ChannelUnderTest> {
  const service = await startSlackService({ way, agent: AGENT, agents: [agent], widgets: [command] });
  const { slack } = service;
  let lastCallSeen: SlackEmulator['calls'][number] | undefined;

  const channelOf = ({ address }: Place) => String(address.channel);
  const noticesFor = (who: Somebody, place: Place) =>
    slack.ephemerals(channelOf(place)).filter(({ to }) => to === who.id);
  const messageNow = (place: Place, ts: string) =>
    slack.messages(channelOf(place)).find((message) => message.ts === ts);

  async function until(isSo: () => boolean, what: string): Promise<void> {
    for (let tries = 0; !isSo(); tries++) {
      if (tries === 1_000) throw new Error(`Waited in vain: ${what}.`);
      await sleep(10);
    }
  }

  /** Over HTTP events may overtake each other; people do not write that fast. */
  const heard = () => until(() => slack.unheardEvents === 0, 'the app has heard all events');

  /** Gives what the person alone is told, '' once the message shows that it is answered instead. */
  async function told(who: Somebody, place: Place, { id }: Shown, act: Promise<ActResult>): Promise<string> {
    const before = noticesFor(who, place).length;
    const isOpen = () => optionsIn(messageNow(place, id)).length > 0;
    const wasOpen = isOpen();
    if (!(await act).isAcked) throw new Error('The press was not acknowledged.');
    const notice = () => noticesFor(who, place)[before]?.message.text;
    await until(() => notice() !== undefined || (wasOpen && !isOpen()), 'something came of a press');
    return notice() ?? '';
  }

  function press(who: Somebody, place: Place, message: Shown, button: string): Promise<string> {
    const at = { channel: channelOf(place), ts: message.id };
    return told(who, place, message, slack.press(who.id, at, button, message.raw as Message));
  }

  async function pick(who: Somebody, place: Place, message: Shown, labels: readonly string[]): Promise<ActResult> {
    const raw = message.raw as Message;
    const options = optionsIn(raw).filter(({ label, isButton }) => !isButton && labels.includes(label));
    const [first] = options;
    if (!first || options.length !== labels.length) throw new Error(`There is no menu with ${labels.join(', ')}.`);
    const at = { channel: channelOf(place), ts: message.id };
    const values = options.map(({ value }) => value);
    return slack.select(who.id, at, first.actionId, values, raw);
  }

  function submitOf({ raw }: Shown): string {
    const ids = elementsIn(raw as Message).map(({ action_id }) => String(action_id));
    const id = ids.find((one) => one.endsWith('#ok'));
    if (id === undefined) throw new Error('There is no button that sends what is picked.');
    return id;
  }

  return {
    name: 'slack',
    maxMessageChars: 4000,
    person(name) {
      const { id } = slack.person(name);
      return { id, direct: { address: { channel: slack.dm(id).id }, isShared: false } };
    },
    group: (title) => ({ address: { channel: slack.channel(title.toLowerCase()).id }, isShared: true }),
    async say(who, place, text, replyTo) {
      const channel = channelOf(place);
      if (place.isShared && !replyTo) slack.mention(who.id, channel, text);
      else slack.sendText(who.id, channel, text, replyTo ? { threadTs: replyTo.id } : {});
      await heard();
    },
    shown: (place) =>
      slack
        .messages(channelOf(place))
        .filter(({ bot_id, thread_ts, ts }) => bot_id !== undefined && (thread_ts === undefined || thread_ts === ts))
        .map(shownOf),
    press(who, place, message, label) {
      const option = optionsIn(message.raw as Message).find((one) => one.label === label);
      if (option?.isButton) return press(who, place, message, option.actionId);
      return told(who, place, message, pick(who, place, message, [label]));
    },
    async pressSeveral(who, place, message, labels) {
      await pick(who, place, message, labels);
      return press(who, place, message, submitOf(message));
    },
    pressNone: (who, place, message) => press(who, place, message, submitOf(message)),
    async takeUp(who, place, message, label) {
      const raw = message.raw as Message;
      const button = commandsIn(raw).find((one) => wordsOf(one) === label);
      const at = { channel: channelOf(place), ts: message.id };
      const before = slack.views(who.id)[0]?.id;
      await slack.press(who.id, at, String(button?.action_id), raw);
      const opened = () => slack.views(who.id).find(({ id }) => id !== before);
      await until(() => opened() !== undefined, 'a form is open');
      const view = opened();
      const [block] = view?.blocks ?? [];
      const field = block?.element as Block;
      const which = `${block?.block_id}/${field.action_id}`;
      return {
        text: String(field.initial_value),
        async send(text) {
          await slack.fillInView(who.id, view?.id ?? '', which, text);
          expect(await slack.submitView(who.id, view?.id ?? '')).toMatchObject({ isAcked: true });
          expect(slack.views(who.id)).toEqual([]);
        },
      };
    },
    failNextSend: (fault) => slack.failNext('chat.postMessage', FAULTS[fault]),
    async sayTwice(who, place, text) {
      const event = { type: 'message', channel: channelOf(place), channel_type: 'im', user: who.id, text };
      const once = { ...event, ts: '1767225000.000100', team: slack.firstWorkspace.team.id };
      slack.sendEvent(once);
      slack.sendEvent(once);
      await heard();
    },
    async echo(place, text) {
      const { bot, botProfile } = slack.firstWorkspace;
      const author = { user: bot.id, bot_id: botProfile.id, app_id: slack.app.id };
      const event = { type: 'message', channel: channelOf(place), channel_type: 'im', ...author, text };
      slack.sendEvent({ ...event, ts: '1767225000.000200' });
      await heard();
    },
    async unknownEvent() {
      slack.sendEvent({ type: 'thought_transfer', thoughts: ['?'] });
      await heard();
    },
    refusals() {
      const fresh = slack.calls.slice(lastCallSeen ? slack.calls.lastIndexOf(lastCallSeen) + 1 : 0);
      lastCallSeen = slack.calls.at(-1);
      return fresh.flatMap(({ method, answer }) => (answer?.ok === false ? [`${method}: ${answer.error}`] : []));
    },
    post: (path, body) => postTo(service.url + path, body),
    restart: () => service.restart(),
    end: () => service.end(),
  };
}

interface Offered {
  label: string;
  value: string;
  actionId: string;
  isButton: boolean;
  isOfSeveral: boolean;
}

function elementsIn(message: Message | undefined): Block[] {
  return (message?.blocks ?? []).flatMap(
    ({ elements, accessory }) => [elements ?? [], accessory ?? []].flat() as Block[],
  );
}

const wordsOf = ({ text }: Block) => (text as { text: string }).text;

/** The buttons that open a form with a command in it. */
function commandsIn(message: Message): Block[] {
  return elementsIn(message).filter(({ value }) => /#c\d+:/.test(String(value)));
}

/** Everything that can be picked in a message, in the order seen. */
function optionsIn(message: Message | undefined): Offered[] {
  return elementsIn(message).flatMap((element) => {
    const actionId = String(element.action_id);
    const isOfSeveral = /^(checkboxes|multi_static_select)$/.test(element.type);
    const isButton = element.type === 'button';
    const offered = isButton ? [element] : ((element.options ?? []) as Block[]);
    return offered
      .filter(({ value }) => /#\d+$/.test(String(value)))
      .map((one) => ({ label: wordsOf(one), value: String(one.value), actionId, isButton, isOfSeveral }));
  });
}

/** The text is what the blocks say, where there are any: Slack shows no other then. */
function shownOf(message: Message): Shown {
  const options = optionsIn(message);
  const sections = (message.blocks ?? []).filter(({ text }) => text !== undefined).map(wordsOf);
  const labels = (isOfSeveral: boolean) =>
    options.filter((option) => option.isOfSeveral === isOfSeveral).map(({ label }) => label);
  return {
    id: message.ts,
    text: sections.length > 0 ? sections.join('\n') : message.text,
    options: labels(false),
    severalOptions: labels(true),
    links: elementsIn(message).flatMap((one) =>
      one.url === undefined ? [] : [{ label: wordsOf(one), url: String(one.url) }],
    ),
    commands: commandsIn(message).map(wordsOf),
    raw: structuredClone(message),
  };
}
