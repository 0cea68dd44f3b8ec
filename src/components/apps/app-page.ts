import type { Connection } from '../../client/connection.ts';
import { objectOf, textIn } from '../../client/json.ts';
import { element } from '../base/element.ts';
import type { AppFrame } from './app-frame.ts';

/** What an app said in the person's name, and the turn that began with it. */
export interface AppSaid {
  turnId: string;
  text: string;
}

/**
 * Puts the service's own page of an app into a place; gives what ends it. With a connection it is the page of the service
 * that the chat speaks with, wherever else the app says that it is, and that service alone hears who looks at it.
 */
export function appPage(
  place: HTMLElement,
  {
    app,
    title,
    connection,
    said,
  }: { app: AppFrame; title: string; connection: Connection | undefined; said: (said: AppSaid) => void },
): () => void {
  const frame = element('iframe', { title, referrerpolicy: 'no-referrer', part: 'frame' });
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== new URL(frame.src, location.href).origin) return;
    const { type, turn_id: turnId, text } = objectOf(data) ?? {};
    if (type === 'footbridge.app_said' && textIn(turnId) !== '') said({ turnId: textIn(turnId), text: textIn(text) });
  };
  addEventListener('message', hear);
  let isOpen = true;
  void addressOf(app, connection).then((address) => {
    if (!isOpen) return;
    frame.src = address;
    place.append(frame);
  });
  return () => {
    isOpen = false;
    removeEventListener('message', hear);
    frame.remove();
  };
}

/** What is behind the `#` is not sent to anybody: the page reads there who its viewer is, and takes it off. */
async function addressOf({ app, url }: AppFrame, connection: Connection | undefined): Promise<string> {
  if (!connection) return url;
  const { baseUrl = '', token, userId } = connection;
  const bearer = typeof token === 'function' ? await token() : token;
  const viewer = new URLSearchParams(bearer ? { token: bearer } : userId === undefined ? {} : { user: userId });
  return `${baseUrl.replace(/\/+$/, '')}/apps/${encodeURIComponent(app)}${viewer.size === 0 ? '' : `#${viewer}`}`;
}
