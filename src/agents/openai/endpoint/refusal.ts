import type { IncomingMessage } from 'node:http';
import { bytesOf, NoAnswer } from '../../../fetch/post.ts';
import { BridgeError } from '../../../protocol/errors.ts';
import { objectIn, textIn } from '../../../protocol/loose.ts';

/** An answer that is none. */
export interface Refusal {
  /** Ends a sentence and quotes nothing of what was said. */
  why: string;
  /** Whether the same request may do later. */
  isLater: boolean;
  /** Whether it wants the longest answer under its other name. */
  wantsOtherTokensKey: boolean;
}

/** Larger ones are not read to the end. */
const MAX_BODY_BYTES = 65_536;
/** Too busy, overloaded, or behind a proxy that does not find it just now. 529 is Anthropic's. */
const LATER: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529]);
/** A machine's word, not somebody's message. */
const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/** `why` ends a sentence, and quotes nothing of what was said. */
export function modelFailed(why: string): BridgeError {
  return new BridgeError('agent_failed', `The model's endpoint gave no answer that can be used: ${why}.`);
}

/** What an answer with another status than 200 means. Its body is read to the end, or dropped. */
export async function refusalIn(answer: IncomingMessage): Promise<Refusal> {
  const status = answer.statusCode ?? 0;
  const error = errorIn(await bodyOf(answer));
  const hasNoQuota = status === 402 || error.code === 'insufficient_quota' || error.type === 'insufficient_quota';
  return {
    why: hasNoQuota
      ? `it answered ${status}: the account has no quota left. Look at its plan and billing`
      : whyOf(status, error),
    isLater: LATER.has(status) && !hasNoQuota,
    wantsOtherTokensKey: status === 400 && error.message.includes('max_completion_tokens'),
  };
}

/** What stands under `error`, in an answer or in the middle of a stream. */
export function errorIn(value: unknown): { code: string; type: string; message: string } {
  const outer = objectIn(value);
  const error = objectIn(outer?.error) ?? outer;
  const word = (key: string) => textIn(error?.[key]) ?? '';
  return { code: word('code'), type: word('type'), message: word('message') || (textIn(outer?.error) ?? '') };
}

/** The error's own code, or else its type, as it may stand in a sentence. */
export function codeOf({ code, type }: { code: string; type: string }): string {
  const word = [code, type].find((one) => CODE.test(one));
  return word === undefined ? '' : ` (${word})`;
}

function whyOf(status: number, error: { code: string; type: string; message: string }): string {
  const answered = `it answered ${status}${codeOf(error)}`;
  if (status >= 300 && status < 400) return `${answered}, a redirect. Configure the URL that it leads to`;
  switch (status) {
    case 401:
    case 403:
      return `${answered}: the key is missing, wrong, or not allowed to use the model. Check agent.api_key`;
    case 404:
      return `${answered}: it knows no such path or no such model. Check agent.base_url, which often ends in /v1, and agent.model`;
    case 400:
    case 422:
      if (/context.{0,20}(?:length|window|size)/i.test(`${error.code} ${error.message}`)) {
        return `${answered}: the conversation is longer than the model takes. A person can start over with /reset`;
      }
      if (/\btools?\b|tool_choice/i.test(error.message)) {
        return `${answered}, and its words are about tools. Choose a model that can call tools, and turn tool calling on where the endpoint wants that`;
      }
      return `${answered}: it does not take the request. Its own log has more`;
    case 429:
      return `${answered}: too many requests`;
    default:
      return `${answered}, expected 200. Its own log has more`;
  }
}

async function bodyOf(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of bytesOf(answer, MAX_BODY_BYTES)) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch (error) {
    // The status says enough.
    if (error instanceof NoAnswer || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
