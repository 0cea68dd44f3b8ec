import { AppBridge } from '@modelcontextprotocol/ext-apps/app-bridge';
import { config } from 'zod/v4';
import { objectOf } from '../json.ts';
import type { AppApi } from './app-api.ts';
import type { AppDescription } from './app-description.ts';
import type { Ask } from './dialogs.ts';
import { element } from './elements.ts';
import { clampedHeight, FIRST_HEIGHT_PX } from './frame-size.ts';
import { grantedTo } from './grants.ts';
import { type DisplayMode, hostContext, watchHostContext } from './host-context.ts';
import { Questions } from './questions.ts';
import { Refusal } from './refusal.ts';
import { answerRequests } from './requests.ts';
import { type SandboxSays, SandboxTransport } from './sandbox-transport.ts';
import type { Words } from './words.ts';

// The page's policy forbids what zod would compile.
config({ jitless: true });

/** The frame of the sandbox has to answer within, milliseconds. */
const SANDBOX_TIMEOUT_MS = 10_000;
/** An app that is told of its end may save something first, milliseconds. */
const TEARDOWN_TIMEOUT_MS = 2_000;

/** A running app, as the page around it has it. */
export interface MountedApp {
  /** Where it is shown; the app is told. */
  display(mode: DisplayMode): void;
  /** Tells the app, waits for it for a moment, and takes it away. */
  teardown(reason: string): Promise<void>;
}

/** What an app does that its page shows. */
export interface AppEvents {
  onDisplayMode(mode: DisplayMode): void;
  onSandboxSays(said: SandboxSays): void;
  onLog(line: string): void;
  onSaid(said: { turnId: string | null; text: string }): void;
  /** It was told no so often that it cannot ask the person any more. */
  onMuted(): void;
  onReady(): void;
  onTeardownWanted(): void;
}

/**
 * Runs an app in a frame of the sandbox: hands its document over, answers what it asks for, tells it what the tool was
 * called with and what came of it. Rejects when the sandbox does not answer.
 */
export async function mountApp(options: {
  container: HTMLElement;
  app: AppDescription;
  body: string;
  api: AppApi;
  ask: Ask;
  words: Words;
  events: AppEvents;
}): Promise<MountedApp> {
  const { container, app, body, api, ask, words, events } = options;
  const { origin } = new URL(app.sandbox_url);
  if (origin === location.origin) throw new Error(words.noSandbox);
  const granted = grantedTo(app);
  const frame = element('iframe', {
    title: words.from(app.tool, app.server),
    sandbox: 'allow-scripts allow-same-origin allow-forms',
    allow: granted.features.map((feature) => `${feature} ${origin}`).join('; '),
    referrerpolicy: 'no-referrer',
  });
  let mode: DisplayMode = 'inline';
  let heightPx = FIRST_HEIGHT_PX;
  const resize = (px = heightPx) => {
    heightPx = px;
    // In full screen the page's own style gives it all the room.
    frame.style.height = mode === 'inline' ? `${px}px` : '';
  };

  const context = () => hostContext({ tool: app.tool, container, displayMode: mode });
  const bridge = new AppBridge(null, { name: 'Footbridge', version: '0.1.0' }, granted.capabilities, {
    hostContext: context(),
  });
  let isInitialized = false;
  // An app hears of its tool once for each time that it introduces itself.
  let hasIntroduced = false;
  const tell = () => {
    if (isInitialized) bridge.setHostContext(context());
  };
  const display = (wanted: DisplayMode) => {
    const declared = bridge.getAppCapabilities()?.availableDisplayModes;
    if (wanted === mode || (declared && !declared.includes(wanted))) return;
    mode = wanted;
    resize();
    events.onDisplayMode(mode);
    tell();
  };

  const questions = new Questions(ask, { words, onMuted: events.onMuted });
  answerRequests(bridge, { app, api, ask: questions.ask, words, events });
  bridge.onrequestdisplaymode = async ({ mode: wanted }) => {
    if (wanted !== 'pip') display(wanted);
    return { mode };
  };
  bridge.onsizechange = ({ height }) => {
    resize(clampedHeight(height));
  };
  bridge.oninitialized = () => {
    if (!hasIntroduced) return;
    hasIntroduced = false;
    isInitialized = true;
    events.onReady();
    tell();
    void bridge.sendToolInput({ arguments: objectOf(app.args) ?? {} });
    if (app.result === null) void bridge.sendToolCancelled({ reason: words.tooLarge });
    else void bridge.sendToolResult(app.result as Parameters<typeof bridge.sendToolResult>[0]);
  };
  bridge.onrequestteardown = () => events.onTeardownWanted();

  const isReady = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Refusal(words.noSandbox)), SANDBOX_TIMEOUT_MS);
    bridge.onsandboxready = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  const transport = new SandboxTransport(frame, origin, {
    onSandboxSays(said) {
      if (said.what === 'picture') resize(clampedHeight(said.height));
      events.onSandboxSays(said);
    },
    onAppMessage: (method) => {
      if (method === 'ui/initialize') hasIntroduced = true;
    },
  });
  resize();
  await bridge.connect(transport);
  frame.src = app.sandbox_url;
  container.append(frame);
  const unwatch = watchHostContext(container, tell);
  const end = () => {
    unwatch();
    frame.remove();
    return bridge.close();
  };
  try {
    await isReady;
  } catch (error) {
    await end();
    throw error;
  }
  await bridge.sendSandboxResourceReady({ html: body, csp: granted.csp, permissions: granted.permissions });
  return {
    display,
    async teardown(reason) {
      if (isInitialized) await bridge.teardownResource({ reason }, { timeout: TEARDOWN_TIMEOUT_MS }).catch(() => {});
      await end();
    },
  };
}
