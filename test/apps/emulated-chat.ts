import { expect } from 'vitest';

/** Ann says something to the bot on an emulated platform; gives the link of the app that it answers with. */
export async function linkOnEmulator(
  serviceUrl: string,
  { platform, say, label }: { platform: string; say: string; label: string },
): Promise<string> {
  const atConsole = async (path: string, body?: object): Promise<unknown> => {
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
    return (await fetch(`${serviceUrl}/console/${path}`, body && post)).json();
  };
  const state = async () =>
    (await atConsole(`${platform}/state`)) as {
      people: [{ id: string }];
      chats: [{ id: string }];
      messages: Record<string, object[]>;
    };
  const { people, chats } = await state();
  const ann = { from: people[0].id, chat: chats[0].id };
  if (platform === 'mail') await atConsole('mail/write', { ...ann, subject: say, text: say });
  else await atConsole(`${platform}/send`, { ...ann, text: say });

  const literal = label.replace(/[()]/g, '\\$&');
  // Discord's text has its marks escaped.
  const told = new RegExp(`Here it is\\.[^]*${literal.replaceAll('_', '\\\\*_')}[^]*?(http[^"]+/apps/[\\w.-]+)`);
  const seen = async () => JSON.stringify((await state()).messages[ann.chat] ?? []);
  await expect.poll(seen, { timeout: 30_000 }).toMatch(told);
  const words = await seen();
  // No document of an app is in a chat.
  expect(words).not.toMatch(/<script|mcp-app/);
  return told.exec(words)?.[1] ?? '';
}
