import type { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import { linkUrl } from '../../protocol/link-url.ts';
import { ApiError, type AppApi } from './app-api.ts';
import type { AppDescription } from './app-description.ts';
import type { Approvals } from './approvals.ts';
import type { Ask } from './dialogs.ts';
import { downloadFiles } from './downloads.ts';
import type { AppEvents } from './mount-app.ts';
import { Refusal } from './refusal.ts';
import type { Words } from './words.ts';

/** Longest text that an app may say in a person's name, characters. */
const MAX_MESSAGE_CHARS = 16_384;
/** Of a message to the log. */
const MAX_LOG_CHARS = 500;

interface RequestDeps {
  app: AppDescription;
  api: AppApi;
  ask: Ask;
  words: Words;
  events: AppEvents;
  approvals: Approvals;
}

/** Answers what an app asks for. What acts for a person is theirs to allow, and nobody else's. */
export function answerRequests(bridge: AppBridge, deps: RequestDeps): void {
  const { app, api, ask, words, events, approvals } = deps;
  const mayAct = () => {
    if (!app.can_act) throw new Refusal(words.readOnly);
  };

  bridge.oncalltool = async ({ name, arguments: args = {} }) => {
    mayAct();
    return (await approvals.call(name, args)) as Awaited<ReturnType<NonNullable<AppBridge['oncalltool']>>>;
  };
  bridge.onreadresource = async ({ uri }) =>
    (await told(api.readResource(uri), words)) as Awaited<ReturnType<NonNullable<AppBridge['onreadresource']>>>;

  bridge.onlistresources = async (params) => {
    mayAct();
    const list = await told(api.listResources(params?.cursor), words);
    return list as Awaited<ReturnType<NonNullable<AppBridge['onlistresources']>>>;
  };

  bridge.onopenlink = async ({ url }) => {
    const checked = linkUrl(url);
    if ('refusal' in checked) throw new Refusal(words.linkInvalid);
    const answer = await ask({
      title: words.mayOpen(new URL(checked.url).host),
      detail: checked.url,
      choices: [{ value: 'yes', label: words.open, href: checked.url }],
      no: words.cancel,
    });
    if (answer === undefined) throw new Refusal(words.linkDenied);
    return {};
  };

  bridge.ondownloadfile = async ({ contents }) => {
    await downloadFiles(contents, { ask, words });
    return {};
  };

  bridge.onmessage = async ({ content }) => {
    mayAct();
    const text = textOf(content);
    if (text === undefined || text === '' || text.length > MAX_MESSAGE_CHARS) throw new Refusal(words.messageInvalid);
    const choices = [{ value: 'yes', label: words.say }];
    const answer = await ask({ title: words.maySay, detail: text, choices, no: words.cancel });
    if (answer === undefined) throw new Refusal(words.messageDenied);
    const said = await told(api.say({ id: crypto.randomUUID(), text }), words);
    events.onSaid(said.turn_id);
    return {};
  };

  bridge.onupdatemodelcontext = async ({ content = [], structuredContent: data }) => {
    mayAct();
    const text = textOf(content);
    if (text === undefined) throw new Refusal(words.messageInvalid);
    await told(api.keepContext({ ...(text !== '' && { text }), ...(data && { data }) }), words);
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
    throw new Refusal(error instanceof ApiError ? error.message : words.failed);
  }
}
