import './app-page.css';
import { type AppApi, createAppApi } from './app-api.ts';
import type { AppDescription } from './app-description.ts';
import { withDevices } from './devices.ts';
import { askIn } from './dialogs.ts';
import { bytesOf, saveBytes } from './downloads.ts';
import { element } from './elements.ts';
import { linksIn } from './links.ts';
import type { AppEvents, MountedApp } from './mount-app.ts';
import { NoteList } from './note-list.ts';
import { appHeader } from './page-header.ts';
import { refused } from './refused.ts';
import { type Say, statusLine } from './status-line.ts';
import { viewerHeaders } from './viewer.ts';
import { wordsFor } from './words.ts';

/** An app that has not introduced itself by then is said to be silent, milliseconds. */
const SILENT_AFTER_MS = 8_000;

const words = wordsFor(navigator.languages);
const main = document.getElementById('app') as HTMLElement;
/** Taken from the address once: an app that is opened again on this page is opened by the same viewer. */
const headers = viewerHeaders();

/** The page of one app: whose it is, the app itself, and what it was not allowed. */
async function show(api: AppApi, app: AppDescription, say: Say): Promise<void> {
  const stage = element('section', { class: app.prefers_border === false ? 'stage' : 'stage has-border' });
  const blocked = new NoteList(words.blocked);
  const log = new NoteList(words.log);
  let mounted: MountedApp | undefined;
  let isClosed = false;
  const header = appHeader(app, words, {
    onClose: () => void close(),
    onFullScreen: (isFull) => mounted?.display(isFull ? 'fullscreen' : 'inline'),
  });
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    const closing = mounted;
    mounted = undefined;
    await closing?.teardown('closed');
    document.body.classList.remove('is-fullscreen');
    const again = element('button', { type: 'button' }, words.openAgain);
    again.addEventListener('click', () => void open());
    say(words.closed);
    header.end();
    stage.replaceChildren(again);
  };
  const events: AppEvents = {
    onDisplayMode(mode) {
      document.body.classList.toggle('is-fullscreen', mode === 'fullscreen');
      header.showFullScreen(mode === 'fullscreen');
    },
    onSandboxSays(said) {
      if (said.what === 'blocked') blocked.add(`${said.url} (${said.directive})`);
      if (said.what === 'unreadable') say(words.unreadable);
      if (said.what === 'picture') say('');
    },
    onLog: (line) => log.add(line),
    onSaid({ turnId, text }) {
      say(words.said);
      // The chat that shows this page in a frame shows what was said, and follows the turn. Which sites may do that is in
      // the page's policy, and they speak for the person: without their token nothing is said.
      if (parent !== window) parent.postMessage({ type: 'footbridge.app_said', turn_id: turnId, text }, '*');
    },
    onReady: () => say(''),
    onMuted: () => say(words.mutedForYou),
    onTeardownWanted: () => void close(),
  };
  say(words.loading);
  main.replaceChildren(header.element, say.element, stage, blocked.element, log.element);

  const body = await api.body();
  if (app.kind === 'links') {
    say('');
    stage.replaceChildren(linksIn(body, words));
    return;
  }
  if (app.kind === 'file') {
    say(words.saveFile);
    const save = element('button', { type: 'button' }, words.save);
    save.addEventListener('click', () => saveBytes(app.is_base64 ? bytesOf(body) : body, app.uri));
    stage.replaceChildren(save);
    return;
  }
  const { mountApp } = await import('./mount-app.ts');
  const ask = askIn(main, words);
  const permitted = await withDevices(app, { ask, words });
  mounted = await mountApp({ container: stage, app: permitted, body, api, ask, words, events }).catch(
    (error: unknown) => {
      if (isClosed) return undefined;
      header.end();
      stage.remove();
      throw error;
    },
  );
  if (isClosed) return mounted?.teardown('closed');
  addEventListener('pagehide', () => void mounted?.teardown('the page was closed'));
  // What speaks no protocol is shown all the same.
  if (app.mime !== 'text/html;profile=mcp-app') say('');
  else setTimeout(() => say.element.textContent === words.loading && say(words.silent), SILENT_AFTER_MS);
}

/** Asks for the app of this address, and shows it or why it cannot be shown. */
async function open(): Promise<void> {
  const say = statusLine();
  // The service may be known under a path.
  const [, prefix = '', token = ''] = /^(.*)\/apps\/([^/]*)$/.exec(location.pathname) ?? [];
  const onUnknown = () => say(words.unknownViewer);
  const api = createAppApi(`${prefix}/v1/apps/${token}`, { headers, onUnknown });
  try {
    await show(api, await api.describe(), say);
  } catch (error) {
    say.element.remove();
    main.append(refused(error, { words, isAlone: main.querySelector('h1') === null }));
  }
}

void open();
