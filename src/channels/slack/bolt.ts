import type { App, LogLevel, Receiver, ReceiverEvent, SocketModeReceiver } from '@slack/bolt';
import type { SlackSettings } from './settings.ts';

/** One call, long enough for a slow network. The dispatcher retries, so a longer wait would only hold the lane. */
const TIMEOUT_MS = 30_000;

/** The SDK's own lines hold bodies; what matters of them is in the outcomes of our calls. */
const SILENT = {
  debug() {},
  info() {},
  warn() {},
  error() {},
  setLevel() {},
  getLevel: () => 'error' as LogLevel,
  setName() {},
};

/** A Bolt app, and the receiver of its Socket Mode when there is an app token. */
export interface Bolt {
  app: App;
  /** A receiver for one connection, which hands on what comes. It does not connect again by itself. */
  socket(onEvent: (event: ReceiverEvent) => Promise<void>): SocketModeReceiver;
}

/**
 * Makes the app without a call to Slack: who it is comes with each event, and a token is looked up for each delivery.
 * Nothing in it waits or tries again: both are durable elsewhere. Loads the library.
 */
export async function loadBolt({ api_url, app_token }: SlackSettings): Promise<Bolt> {
  const { App, SocketModeReceiver } = await import('@slack/bolt');
  const clientOptions = {
    slackApiUrl: api_url,
    timeout: TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  };
  const app = new App({
    receiver: FED_BY_HAND,
    authorize: async () => ({}),
    // What we wrote ourselves is left out where it is read, so that edits of it are, too.
    ignoreSelf: false,
    convoStore: false,
    clientOptions,
    logger: SILENT,
  });
  return {
    app,
    socket(onEvent) {
      const receiver = new SocketModeReceiver({
        appToken: app_token ?? '',
        autoReconnectEnabled: false,
        installerOptions: { clientOptions },
        logger: SILENT,
      });
      receiver.init({ processEvent: onEvent } as App);
      return receiver;
    },
  };
}

/** What comes is kept first, and given to the app when it is read again. */
const FED_BY_HAND: Receiver = {
  init() {},
  start: async () => {},
  stop: async () => {},
};
