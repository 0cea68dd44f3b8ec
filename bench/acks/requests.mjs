// What the platforms post, signed: four messages or commands, then a press, in a few conversations.
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';

const CONVERSATIONS = 20;
const KEYS = generateKeyPairSync('ed25519');

export const TELEGRAM_SECRET = 'bench-telegram';
export const SLACK_SECRET = 'bench-slack';
/** 32 bytes as hex, as the developer portal shows it. */
export const DISCORD_KEY = KEYS.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');

const isPress = (n) => n % 5 === 4;
const id = (base, n) => `${base}${String(n % CONVERSATIONS).padStart(4, '0')}`;
const nowSec = () => Math.floor(Date.now() / 1000);
/** Of the grammar, and of no conversation: it is answered at once that it has expired. */
const OLD_BUTTON = 'ui_AAAAAAAAAAAAAAAAAAAAA#0';

function telegram(n) {
  const from = { id: 1_000 + (n % CONVERSATIONS), is_bot: false, first_name: 'Ann' };
  const chat = { id: from.id, type: 'private', first_name: 'Ann' };
  const message = { message_id: n + 1, date: nowSec(), chat, from, text: 'Please book a hotel' };
  const query = { id: String(n), chat_instance: '1', from, message, data: OLD_BUTTON };
  const body = JSON.stringify({ update_id: n + 1, ...(isPress(n) ? { callback_query: query } : { message }) });
  return {
    path: '/channels/telegram/webhook',
    headers: { 'Content-Type': 'application/json', 'X-Telegram-Bot-Api-Secret-Token': TELEGRAM_SECRET },
    body,
  };
}

function slack(n) {
  const time = String(nowSec());
  const [user, channel] = [id('U0BENCH', n), id('D0BENCH', n)];
  const ts = `${time}.${String(n).padStart(6, '0')}`;
  const body = isPress(n) ? press() : message();

  function message() {
    const event = { type: 'message', channel_type: 'im', user, channel, ts, event_ts: ts, text: 'Please book a hotel' };
    return JSON.stringify({
      type: 'event_callback',
      team_id: 'T0BENCH',
      api_app_id: 'A0BENCH',
      event_id: `Ev${n}`,
      event,
    });
  }

  function press() {
    const action = { type: 'button', action_id: OLD_BUTTON, block_id: 'b', value: OLD_BUTTON, action_ts: ts };
    const payload = {
      ...{ type: 'block_actions', team: { id: 'T0BENCH' }, user: { id: user, team_id: 'T0BENCH' } },
      ...{ channel: { id: channel }, container: { type: 'message', message_ts: ts, channel_id: channel } },
      ...{ message: { type: 'message', ts, text: 'Which plan?' }, actions: [action] },
    };
    return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  }

  const mac = createHmac('sha256', SLACK_SECRET).update(`v0:${time}:${body}`).digest('hex');
  return {
    path: isPress(n) ? '/channels/slack/interactions' : '/channels/slack/events',
    headers: {
      'Content-Type': isPress(n) ? 'application/x-www-form-urlencoded' : 'application/json',
      'X-Slack-Request-Timestamp': time,
      'X-Slack-Signature': `v0=${mac}`,
    },
    body,
  };
}

function discord(n) {
  const time = String(nowSec());
  const user = { id: String(100_000_000_000_000_000n + BigInt(n % CONVERSATIONS)), username: 'ann' };
  const data = isPress(n)
    ? { component_type: 2, custom_id: OLD_BUTTON }
    : { id: '1', name: 'ask', type: 1, options: [{ name: 'text', type: 3, value: 'Please book a hotel' }] };
  const body = JSON.stringify({
    ...{ id: String(300_000_000_000_000_000n + BigInt(n)), application_id: '200000000000000002', version: 1 },
    ...{ type: isPress(n) ? 3 : 2, token: `token-${n}`, channel_id: user.id, context: 1, user, data },
    ...(isPress(n) && { message: { id: '5', channel_id: user.id, content: 'Which plan?', components: [] } }),
  });
  const signature = sign(null, Buffer.from(time + body), KEYS.privateKey).toString('hex');
  return {
    path: '/channels/discord/interactions',
    headers: { 'Content-Type': 'application/json', 'X-Signature-Timestamp': time, 'X-Signature-Ed25519': signature },
    body,
  };
}

/** By channel, the `n`th request: path, headers, body. */
export const REQUESTS = { telegram, slack, discord };
