import type { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import { linkUrl } from '../../protocol/link-url.ts';
import { randomId } from '../random-id.ts';
import { ApiError, type AppApi } from './app-api.ts';
import type { AppDescription } from './app-description.ts';
import { Approvals } from './approvals.ts';
import type { Ask } from './dialogs.ts';
import { downloadFiles } from './downloads.ts';
import { LastWord } from './last-word.ts';
import type { AppEvents } from './mount-app.ts';
import { Refusal } from './refusal.ts';
import { Turnstile } from './turnstile.ts';
import { visibleText } from './visible-text.ts';
import type { Words } from './words.ts';

/** Longest text that an app may say in a person's name, characters. */
const MAX_MESSAGE_CHARS = 16_384;
/** Of a message to the log. */
const MAX_LOG_CHARS = 500;
/** What one app has the service do for it at a time; the rest waits. */
const MAX_UNDER_WAY = 8;
const MAX_WAITING = 256;

interface RequestDeps {
  app: AppDescription;
  api: AppApi;
  ask: Ask;
  words: Words;
  events: AppEvents;
}

/** Answers what an app asks for. What acts for a person is theirs to allow, and nobody else's. */
export function answerRequests(bridge: AppBridge, deps: RequestDeps): void {
  const { app, api, ask, words, events } = deps;
  const turnstile = new Turnstile({
    ...{ maxUnderWay: MAX_UNDER_WAY, maxWaiting: MAX_WAITING, refusal: words.tooManyRequests },
  });
  const callTool: AppApi['callTool'] = (call, signal) => turnstile.pass(() => api.callTool(call, signal));
  const approvals = new Approvals({ callTool, ask, words });
  const context = new LastWord(api.keepContext);
  const mayAct = () => {
    if (!app.can_act) throw new Refusal(words.readOnly[app.proven_by]);
  };

  bridge.oncalltool = async ({ name, arguments: args = {} }, { mcpReq: { signal } }) => {
    mayAct();
    return (await approvals.call(name, args, signal)) as Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;
  };
  bridge.onreadresource = async ({ uri }, { mcpReq: { signal } }) => {
    mayAct();
    const read = await told(
      turnstile.pass(() => api.readResource(uri, signal)),
      words,
    );
    return read as Awaited<ReturnType<NonNullable<AppBridge['onreadresource']>>>;
  };
  bridge.onlistresources = async (params, { mcpReq: { signal } }) => {
    mayAct();
    const list = await told(
      turnstile.pass(() => api.listResources(params?.cursor, signal)),
      words,
    );
    return list as Awaited<ReturnType<NonNullable<AppBridge['onlistresources']>>>;
  };

  bridge.onopenlink = async ({ url }, { mcpReq: { signal } }) => {
    const checked = linkUrl(url);
    if ('refusal' in checked) throw new Refusal(words.linkInvalid);
    const choices = [{ value: 'yes', label: words.open, href: checked.url }];
    const title = words.mayOpen(new URL(checked.url).host);
    const answer = await ask({ title, detail: checked.url, choices, no: words.cancel }, signal);
    if (answer === undefined) throw new Refusal(words.linkDenied);
    return {};
  };

  bridge.ondownloadfile = async ({ contents }, { mcpReq: { signal } }) => {
    await downloadFiles(contents, { ask, words, signal });
    return {};
  };

  bridge.onmessage = async ({ content }, { mcpReq: { signal } }) => {
    mayAct();
    const text = textOf(content);
    if (text === undefined || text === '' || text.length > MAX_MESSAGE_CHARS) throw new Refusal(words.messageInvalid);
    const choices = [{ value: 'yes', label: words.say }];
    const question = { title: words.maySay, detail: visibleText(text), choices, no: words.cancel };
    const answer = await ask(question, signal);
    if (answer === undefined) throw new Refusal(words.messageDenied);
    const said = await told(api.say({ id: randomId(), text }), words);
    events.onSaid({ turnId: said.turn_id, text });
    return {};
  };

  bridge.onupdatemodelcontext = async ({ content = [], structuredContent: data }) => {
    mayAct();
    const text = textOf(content);
    if (text === undefined) throw new Refusal(words.messageInvalid);
    await told(context.say({ ...(text !== '' && { text }), ...(data && { data }) }), words);
    return {};
  };

  bridge.onloggingmessage = ({ level, data }) => {
    const words = typeof data === 'string' ? data : JSON.stringify(data);
    events.onLog(`${level}: ${words}`.slice(0, MAX_LOG_CHARS));
  };
}

/** Text blocks as one text; nothing when there are others. */
function textOf(content: readonly { type: string; text?: unknown }[]): string | undefined {
  if (!content.every(({ type, text }) => type === 'text' && typeof text === 'string')) return undefined;
  return content
    .map(({ text }) => text)
    .join('\n\n')
    .trim();
}

/** What the service says, as an app may be told it. */
async function told<T>(answer: Promise<T>, words: Words): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new Refusal(error instanceof ApiError || error instanceof Refusal ? error.message : words.failed);
  }
}
