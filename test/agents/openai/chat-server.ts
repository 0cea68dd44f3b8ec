import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Fault, faultIn } from './request-rules.ts';
import { type Said, sseOf } from './streamed.ts';

/** A request as the endpoint got it. */
export interface Asked {
  key: string;
  idempotencyKey: string;
  body: {
    model: string;
    messages: { role: string; content: string | null; tool_call_id?: string; tool_calls?: unknown[] }[];
    tools?: { function: { name: string; description?: string; parameters: object } }[];
    tool_choice?: string;
    stream: boolean;
    max_tokens?: number;
    max_completion_tokens?: number;
    temperature?: number;
  };
}

/** How a request is answered. */
export type Answer =
  /** As the real one streams it, or in one piece for a request that wants no stream. */
  | Said
  /** As it is written here. `cut` breaks the connection instead of ending it; `pieces` are written one by one. */
  | { raw: string; type?: string; cut?: boolean; pieceBytes?: number }
  | { status: number; error?: object; headers?: Record<string, string> }
  /** Whatever else. */
  | ((response: http.ServerResponse, asked: Asked) => void);

export interface ChatServer {
  baseUrl: string;
  /** Those that were taken; what breaks the rules is answered with an error and is in `refused`. */
  asked: Asked[];
  refused: Fault[];
}

/**
 * A server that speaks the chat completions protocol over a real socket. It refuses what OpenAI refuses, in its words;
 * what it takes is answered from the list, the last answer again and again.
 */
export async function openChatServer(
  answers: readonly Answer[],
  { key = 'sk-test', reasons = false }: { key?: string; reasons?: boolean } = {},
): Promise<ChatServer> {
  const asked: Asked[] = [];
  const refused: Fault[] = [];
  const bodies = new Map<string, string>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const fault = faultIn(request, text, { key, reasons, bodies });
      if (fault) {
        refused.push(fault);
        return answerJson(response, fault.status, { error: fault.error });
      }
      const body = JSON.parse(text) as Asked['body'];
      const answer = answers[Math.min(asked.length, answers.length - 1)] as Answer;
      asked.push({ key, idempotencyKey: String(request.headers['idempotency-key']), body });
      void give(answer, response, asked.at(-1) as Asked);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked, refused };
}

async function give(answer: Answer, response: http.ServerResponse, asked: Asked): Promise<void> {
  if (typeof answer === 'function') return answer(response, asked);
  if ('status' in answer) return answerJson(response, answer.status, { error: answer.error ?? {} }, answer.headers);
  if ('raw' in answer) {
    response.writeHead(200, { 'Content-Type': answer.type ?? 'text/event-stream; charset=utf-8' });
    return write(response, answer.raw, answer);
  }
  if (!asked.body.stream) {
    const message = { role: 'assistant', content: answer.text ?? null };
    const choices = [{ index: 0, message, finish_reason: answer.finish ?? 'stop' }];
    return answerJson(response, 200, { id: 'chatcmpl-1', object: 'chat.completion', choices });
  }
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  await write(response, sseOf(answer), answer);
}

async function write(
  response: http.ServerResponse,
  text: string,
  { cut = false, pieceBytes }: { cut?: boolean; pieceBytes?: number },
): Promise<void> {
  const bytes = Buffer.from(text);
  const step = pieceBytes ?? (bytes.length || 1);
  for (let at = 0; at < bytes.length; at += step) {
    await new Promise((resolve) => response.write(bytes.subarray(at, at + step), resolve));
  }
  if (cut) response.destroy();
  else response.end();
}

function answerJson(response: http.ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
