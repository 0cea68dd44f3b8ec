// An endpoint that checks the signature of what a platform posts, and answers. It keeps nothing and does nothing.
import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto';
import http from 'node:http';

const { TELEGRAM_SECRET, SLACK_SECRET, DISCORD_KEY } = process.env;
const publicKey = createPublicKey({
  format: 'der',
  type: 'spki',
  key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(DISCORD_KEY, 'hex')]),
});
const isSame = (a, b) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

const CHECKS = {
  telegram: ({ 'x-telegram-bot-api-secret-token': token = '' }) => isSame(token, TELEGRAM_SECRET),
  slack({ 'x-slack-request-timestamp': time, 'x-slack-signature': signature = '' }, body) {
    const mac = createHmac('sha256', SLACK_SECRET).update(`v0:${time}:`).update(body).digest('hex');
    return isSame(signature, `v0=${mac}`);
  },
  discord({ 'x-signature-timestamp': time = '', 'x-signature-ed25519': signature = '' }, body) {
    return verify(null, Buffer.concat([Buffer.from(time), body]), publicKey, Buffer.from(signature, 'hex'));
  },
};

const server = http.createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const channel = request.url.split('/')[2];
    const isRight = CHECKS[channel](request.headers, Buffer.concat(chunks));
    const body = channel === 'discord' ? '{"type":5}' : '';
    response.writeHead(isRight ? 200 : 401, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`));
