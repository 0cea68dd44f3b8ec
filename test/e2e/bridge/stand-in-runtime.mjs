// A runtime of another make, as far as a bridge sees it: a trigger route that takes updates, and a transformer whose
// payload it posts back. Its widget ids are its own, and so is the memory of what it asked.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const { BRIDGE_URL = '', SECRET = '' } = process.env;
const CHOICES = ['United States', 'Europe'];

/** What was taken, once per idempotency key. */
const taken = new Map();
/** Widget ids that were asked with. */
const asked = [];

const server = http.createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  if (request.method === 'GET') return response.end(JSON.stringify({ taken: [...taken.values()], asked }));
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  const key = request.headers['idempotency-key'];
  const update = JSON.parse(body);
  const known = taken.get(key);
  if (known) known.times += 1;
  else {
    taken.set(key, { ...read(update), update_id: update.update_id, times: 1 });
    void reply(update, key);
  }
  response.writeHead(202, { 'Content-Type': 'application/json' }).end(JSON.stringify({ request_id: key }));
});

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${server.address().port}\n`);
});

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const expected = createHmac('sha256', SECRET).update(`${id}.${timestamp}.${body}`).digest();
  const given = Buffer.from(String(headers['webhook-signature']).replace(/^v1,/, ''), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** `$.message.text`, and the hint in `$.callback_query.data`. */
function read({ message, callback_query: query }) {
  const [, id, index] = /^(.+)#(\d+)$/.exec(query?.data ?? '') ?? [];
  return id === undefined ? { text: message?.text } : { hint: { id, index: Number(index) } };
}

function payloadFor(update) {
  const { text, hint } = read(update);
  const chat_id = (update.message ?? update.callback_query.message).chat.id;
  if (hint) return { chat_id, text: `You chose ${CHOICES[hint.index]}.` };
  const id = `ui_${randomBytes(15).toString('base64url').replaceAll('-', '_')}`;
  asked.push(id);
  const inline_keyboard = [CHOICES.map((label, index) => ({ text: label, callback_data: `${id}#${index}` }))];
  return { chat_id, text: `${text}: which region?`, reply_markup: { inline_keyboard } };
}

/** Posts until the bridge has it. */
async function reply(update, key) {
  const request = {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `reply to ${key}` },
    body: JSON.stringify(payloadFor(update)),
  };
  for (;;) {
    const status = await fetch(`${BRIDGE_URL}/bridge/telegram`, request)
      .then((answer) => answer.status)
      .catch(() => 0);
    if (status === 202) return;
    await sleep(50);
  }
}
