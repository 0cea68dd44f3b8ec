import type { Client, Tool } from '@modelcontextprotocol/client';

/** Longest wait for a server's list, milliseconds. The first one may wait for the program to start. */
export const LIST_TIMEOUT_MS = 10_000;

/** By client. Servers list their tools once, and say when the list has changed. */
const listsByClient = new WeakMap<Client, Promise<readonly Tool[]>>();

/** The tools of a server, listed once for all turns. A list that could not be had is asked for anew the next time. */
export function listedTools(client: Client): Promise<readonly Tool[]> {
  let list = listsByClient.get(client);
  if (!list) {
    // Not under the signal of the turn that happens to be first: others wait for the same list.
    list = client.listTools(undefined, { timeout: LIST_TIMEOUT_MS }).then(({ tools }) => tools);
    listsByClient.set(client, list);
    list.catch(() => listsByClient.delete(client));
    client.setNotificationHandler('notifications/tools/list_changed', () => void listsByClient.delete(client));
  }
  return list;
}

/** Whether a model may call it: a tool may be there for its view only (MCP Apps, `_meta.ui.visibility`). */
export function isForModels({ _meta }: Tool): boolean {
  const ui: unknown = _meta?.ui;
  const visibility = typeof ui === 'object' && ui !== null && 'visibility' in ui ? ui.visibility : undefined;
  return !Array.isArray(visibility) || visibility.includes('model');
}
