import type { Turn } from '../../protocol/turn.ts';

/** The body of a chat call. The chat API takes no files, so their names and URLs follow the message, a line each. */
export function chatBody({ message, session, files, uiResponse }: Turn): Record<string, unknown> {
  const lines = files.map(({ name, url }) => (url === undefined ? name : `${name}: ${url}`));
  return {
    message: [message, lines.join('\n')].filter((part) => part !== '').join('\n\n'),
    session_id: session,
    stream: true,
    ...(uiResponse && { ui_response: { id: uiResponse.id, value: uiResponse.value } }),
  };
}

/** The same id on two channels may be two people, so the channel is a part of who speaks. */
export function chatHeaders({ channel, person }: Turn): Record<string, string> {
  return {
    Accept: 'text/event-stream, application/json',
    'X-Muxi-User-Id': `${channel}:${encodeURIComponent(person.id)}`,
  };
}
