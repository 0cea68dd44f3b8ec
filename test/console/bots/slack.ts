import { App, type BlockAction, type BlockElementAction, LogLevel } from '@slack/bolt';
import type { SlackEmulator } from '../../../src/emulators/slack/index.ts';
import type { RunningBot } from './running-bot.ts';

const nothing = (): void => {};
const logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
};

const words = (text: string) => ({ type: 'plain_text' as const, text });
const option = (label: string) => ({ text: words(label), value: label.toLowerCase() });
const section = (text: string) => ({ type: 'section' as const, text: { type: 'mrkdwn' as const, text } });

const TOPPINGS = ['Olives', 'Capers', 'Corn'].map(option);

/** What the bot answers, by what it hears. */
const ANSWERS = {
  deploy: [
    section('*Which region* should I deploy to?\n\n1. United States\n2. Europe'),
    {
      type: 'actions',
      elements: [
        { type: 'button', text: words('United States'), action_id: 'us', value: 'us' },
        { type: 'button', text: words('Europe'), action_id: 'eu', value: 'eu' },
        { type: 'button', text: words('Docs'), action_id: 'docs', url: 'https://example.com/' },
      ],
    },
  ],
  toppings: [
    {
      ...section('Which toppings?'),
      accessory: {
        type: 'multi_static_select',
        action_id: 'toppings',
        placeholder: words('Toppings'),
        options: TOPPINGS,
      },
    },
  ],
  city: [
    {
      ...section('Which city?'),
      accessory: {
        type: 'static_select',
        action_id: 'city',
        placeholder: words('City'),
        options: ['Lisbon', 'Lima', 'Osaka'].map(option),
      },
    },
  ],
  boxes: [
    {
      type: 'actions',
      block_id: 'boxes',
      elements: [
        { type: 'checkboxes', action_id: 'picked', options: TOPPINGS },
        { type: 'button', text: words('Submit'), action_id: 'submit', style: 'primary' },
      ],
    },
    { type: 'divider' },
    { type: 'context', elements: [{ type: 'mrkdwn', text: 'Nothing is sent before *Submit*.' }] },
  ],
  order: [
    section('What would you like?'),
    { type: 'actions', elements: [{ type: 'button', text: words('Order…'), action_id: 'order' }] },
  ],
  marks: [
    section(
      'A *bold*, _italic_ and ~struck~ `npm start`, 2*3*4 and snake_case_name &amp; <https://example.com/|the keeper> or https://example.com/a_b_c?d=1&amp;e=2.\n&gt; Write first\n```const a = "&lt;b&gt;";```',
    ),
  ],
};

/** A small Bolt app over Socket Mode that asks, whispers, sends a file and repeats. */
export async function startSlackBot(emulator: SlackEmulator): Promise<RunningBot> {
  const app = new App({
    token: emulator.firstWorkspace.botToken,
    appToken: emulator.app.appToken,
    socketMode: true,
    clientOptions: { slackApiUrl: emulator.apiUrl },
    logger,
  });
  let boxesTs: string | undefined;
  app.message(async ({ message, say, client }) => {
    if (message.subtype !== undefined) return;
    const text = 'text' in message ? (message.text ?? '') : '';
    const thread = 'thread_ts' in message && message.thread_ts ? { thread_ts: message.thread_ts } : {};
    const known = Object.keys(ANSWERS).find((name) => text.includes(name));
    if (known) {
      const { ts } = await say({ text: known, blocks: ANSWERS[known as keyof typeof ANSWERS] as never });
      if (known === 'boxes') boxesTs = ts;
    } else if (text === 'touch' && boxesTs) {
      const { channel } = message;
      await client.chat.update({
        channel,
        ts: boxesTs,
        text: 'touched',
        blocks: [...ANSWERS.boxes, section('Touched.')] as never,
      });
    } else if (text.includes('whisper')) {
      const user = 'user' in message ? (message.user ?? '') : '';
      await client.chat.postEphemeral({ channel: message.channel, user, text: 'Between us.' });
    } else if (text.includes('file')) {
      await client.files.uploadV2({ channel_id: message.channel, filename: 'notes.txt', content: 'Some notes' });
    } else await say({ text: `You said: ${text}`, ...thread });
  });
  app.action<BlockAction>(/^(us|eu|toppings|city|submit)$/, async ({ ack, body, action, client, say }) => {
    await ack();
    if (!body.channel || !body.message) return;
    const answer = answerOf(action, body.state?.values ?? {});
    await client.chat.update({ channel: body.channel.id, ts: body.message.ts, text: `✓ ${answer}`, blocks: [] });
    await say(`You chose ${answer}.`);
  });
  app.action<BlockAction>('order', async ({ ack, body, client }) => {
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: formOf(body.channel?.id ?? '') });
  });
  app.view('order', async ({ ack, view, client }) => {
    const wish = view.state.values.wish?.field?.value ?? '';
    if (wish.includes('soup')) return ack({ response_action: 'errors', errors: { wish: 'There is no soup today.' } });
    await ack();
    await client.chat.postMessage({ channel: view.private_metadata, text: `You ordered: ${wish}` });
  });
  app.action(/.*/, ({ ack }) => ack());
  app.command('/ask', ({ ack, command }) => ack(`You asked: ${command.text}`));
  await app.start();
  return {
    async stop() {
      await app.stop();
    },
  };
}

function formOf(channel: string) {
  return {
    type: 'modal' as const,
    callback_id: 'order',
    private_metadata: channel,
    title: words('Your order'),
    submit: words('Order'),
    close: words('Leave'),
    blocks: [
      section('The kitchen is *open*.'),
      {
        type: 'input' as const,
        block_id: 'wish',
        label: words('Dish'),
        element: { type: 'plain_text_input' as const, action_id: 'field', initial_value: 'Pizza <large>' },
      },
    ],
  };
}

type States = Readonly<Record<string, Readonly<Record<string, { selected_options?: readonly { value: string }[] }>>>>;

function answerOf(action: BlockElementAction, states: States): string {
  switch (action.type) {
    case 'button':
      if (action.action_id !== 'submit') return action.text.text;
      return labels(states.boxes?.picked?.selected_options ?? []);
    case 'multi_static_select':
      return labels(action.selected_options);
    case 'static_select':
      return action.selected_option.text.text;
    default:
      return action.type;
  }
}

function labels(picked: readonly { value: string }[]): string {
  return picked.map(({ value }) => value).join(' and ');
}
