// The fastest thing that answers like the Bot API, so that a bot's own cost is what gets measured.
// Prints {"port"} when it listens. GET /stats: what was called; with ?chat=<id>: the first callback_data that chat was sent.
import http from 'node:http';

let counts = {};
let messageId = 1;
const callbackData = new Map();
const BOT = {
  id: 1,
  is_bot: true,
  first_name: 'b',
  username: 'benchbot',
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
};

function answer(response, result) {
  const body = JSON.stringify({ ok: true, result });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

const server = http.createServer((request, response) => {
  if (request.url === '/stats') return response.end(JSON.stringify(counts));
  if (request.url === '/reset') {
    counts = {};
    return response.end('{}');
  }
  if (request.url.startsWith('/data/'))
    return response.end(JSON.stringify(callbackData.get(request.url.slice(6)) ?? null));
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const method = request.url.slice(request.url.lastIndexOf('/') + 1).split('?')[0];
    counts[method] = (counts[method] ?? 0) + 1;
    if (method === 'getMe') return answer(response, BOT);
    if (method !== 'sendMessage' && method !== 'editMessageText') return answer(response, true);
    const body = JSON.parse(text);
    const first = body.reply_markup?.inline_keyboard?.[0]?.[0]?.callback_data;
    if (first !== undefined) callbackData.set(String(body.chat_id), first);
    answer(response, {
      message_id: ++messageId,
      date: 1,
      chat: { id: Number(body.chat_id), type: 'private', first_name: 'u' },
      from: BOT,
      text: body.text,
    });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
