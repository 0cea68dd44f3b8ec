import http from 'node:http';
import https from 'node:https';
import { pipeline, Readable } from 'node:stream';
import type { Transformer } from 'grammy';
import { onNoResponse } from '../../fetch/no-response.ts';
import type { Loose } from './loose.ts';
import { isFileMethod } from './print-file.ts';
import { Unanswered } from './unanswered.ts';
import { multipart } from './upload.ts';

/** Methods whose bodies are JSON and never carry a file. */
const JSON_METHODS: ReadonlySet<string> = new Set([
  'getMe',
  'getUpdates',
  'setWebhook',
  'deleteWebhook',
  'sendMessage',
  'sendLocation',
  'editMessageText',
  'editMessageReplyMarkup',
  'answerCallbackQuery',
  'getFile',
]);

/** Far above what 100 updates take; what answers more than this is no Bot API server. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

type Answer = Awaited<ReturnType<Parameters<Transformer>[0]>>;

/** A body in one piece, or in pieces as they come. */
type Body = { contentType: 'application/json'; content: string } | ReturnType<typeof multipart>;

/**
 * A grammY transformer that makes our calls over kept-alive connections of Node's own client: JSON, and multipart for
 * methods that send a file. grammY's default goes through a fetch for each call, which costs several times the call itself.
 * Rejects with `Unanswered` when no answer came, or one that is no JSON.
 */
export function httpCalls(options: {
  apiRoot: string;
  token: string;
  timeoutMs: number;
  uploadTimeoutMs: number;
}): Transformer {
  const root = new URL(options.apiRoot);
  const client = root.protocol === 'https:' ? https : http;
  const agent = new client.Agent({ keepAlive: true });
  const path = `${root.pathname.replace(/\/$/, '')}/bot${options.token}/`;

  const call = (method: string, { contentType, content }: Body, timeoutMs: number, signal: AbortSignal | undefined) =>
    new Promise<Answer>((resolve, reject) => {
      const request = client.request({
        agent,
        method: 'POST',
        host: root.hostname.replace(/^\[|\]$/g, ''),
        port: root.port,
        path: path + method,
        headers: {
          'Content-Type': contentType,
          ...(typeof content === 'string' && { 'Content-Length': Buffer.byteLength(content) }),
        },
        ...(signal && { signal }),
      });
      const timer = setTimeout(() => request.destroy(timedOut()), timeoutMs);
      const fail = (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        reject(Unanswered.bySilence(error, request.writableFinished));
      };
      onNoResponse(request, fail);
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
            reject(Unanswered.byPage(response.statusCode ?? 0, error));
          }
        });
      });
      if (typeof content === 'string') request.end(content);
      // What fails on either side destroys the request, and is told there.
      else pipeline(Readable.from(content), request, () => {});
    });

  return (previous, method, payload, givenSignal) => {
    const body = bodyOf(method, payload);
    if (!body) return previous(method, payload, givenSignal);
    const timeoutMs = typeof body.content === 'string' ? options.timeoutMs : options.uploadTimeoutMs;
    return call(method, body, timeoutMs, givenSignal as AbortSignal | undefined) as ReturnType<typeof previous>;
  };
}

/** Nothing for a method that is not ours. */
function bodyOf(method: string, payload: object): Body | undefined {
  if (JSON_METHODS.has(method)) return { contentType: 'application/json', content: JSON.stringify(payload) };
  return isFileMethod(method) ? multipart(payload as Loose) : undefined;
}

function timedOut(): Error {
  return Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}
