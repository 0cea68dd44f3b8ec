import http from 'node:http';
import https from 'node:https';
import type { Transformer } from 'grammy';

/** Methods whose bodies are JSON and never carry a file. */
const JSON_METHODS: ReadonlySet<string> = new Set([
  'getMe',
  'getUpdates',
  'setWebhook',
  'deleteWebhook',
  'sendMessage',
  'editMessageText',
  'editMessageReplyMarkup',
  'answerCallbackQuery',
]);

/** Far above what 100 updates take; what answers more than this is no Bot API server. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

type Answer = Awaited<ReturnType<Parameters<Transformer>[0]>>;

/**
 * A grammY transformer that makes JSON calls over kept-alive connections of Node's own client.
 * grammY's default goes through a fetch for each call, which costs several times the call itself.
 * Rejects with the network's own error, or with a `SyntaxError` for an answer that is no JSON.
 */
export function jsonCalls(options: { apiRoot: string; token: string; timeoutMs: number }): Transformer {
  const root = new URL(options.apiRoot);
  const client = root.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true });
  const path = `${root.pathname.replace(/\/$/, '')}/bot${options.token}/`;

  const call = (method: string, body: string, signal: AbortSignal | undefined) =>
    new Promise<Answer>((resolve, reject) => {
      const request = client.request({
        agent,
        method: 'POST',
        host: root.hostname.replace(/^\[|\]$/g, ''),
        port: root.port,
        path: path + method,
        headers: { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
        ...(signal && { signal }),
      });
      const timer = setTimeout(() => request.destroy(timedOut()), options.timeoutMs);
      const fail = (error: Error) => {
        clearTimeout(timer);
        reject(error);
      };
      request.on('error', fail);
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'));
          else chunks.push(chunk);
        });
        response.on('error', fail);
        response.on('end', () => {
          clearTimeout(timer);
          try {
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
          } catch (error) {
            reject(error);
          }
        });
      });
      request.end(body);
    });

  return (previous, method, payload, signal) =>
    JSON_METHODS.has(method)
      ? (call(method, JSON.stringify(payload), signal as AbortSignal | undefined) as ReturnType<typeof previous>)
      : previous(method, payload, signal);
}

function timedOut(): Error {
  return Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}
