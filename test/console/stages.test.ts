import { describe, expect, it, onTestFinished } from 'vitest';
import { eventsOf } from './events.ts';
import { type StandIn, type StandInOptions, standIn } from './stand-in.ts';

async function running(options: StandInOptions): Promise<StandIn> {
  const there = await standIn({ withTelegram: false, ...options });
  onTestFinished(() => there.close());
  return there;
}

interface State {
  bot: { id: string; name: string };
  people: { id: string; name: string }[];
  chats: { id: string; title: string; isGroup: boolean; members: string[] }[];
  messages: Record<string, { ts: string; id: string; to?: string; text: string; blocks: { block_id: string }[] }[]>;
}

const stateOf = async ({ url }: StandIn, platform: string) =>
  (await (await fetch(`${url}/console/${platform}/state`)).json()) as State;

function post({ url }: StandIn, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/console/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Sends a file as Ann; gives its id. */
function fileIdOf(
  { slack, discord }: StandIn,
  file: { name: string; mime: string; bytes: Buffer },
): string | undefined {
  if (slack) {
    const ann = slack.person('Ann');
    return slack.sendText(ann, slack.dm(ann), 'look', { files: [file] }).files?.[0]?.id;
  }
  const ann = discord?.person('Ann');
  return ann && discord?.sendText(ann, discord.dm(ann), 'look', { files: [file] }).attachments[0]?.id;
}

describe.each([
  { platform: 'slack', options: { withSlack: true }, maxChars: 4000 },
  { platform: 'discord', options: { withDiscord: true }, maxChars: 2000 },
])('the stage of $platform', ({ platform, options, maxChars }) => {
  it('casts two people with the bot’s direct messages each, and a channel of both', async () => {
    const there = await running(options);
    const { bot, people, chats, messages } = await stateOf(there, platform);
    expect(people.map(({ name }) => name)).toEqual(['Ann', 'Bo']);
    const [ann, bo] = people.map(({ id }) => id);
    expect(chats.map(({ title, isGroup, members }) => ({ title, isGroup, members }))).toEqual([
      { title: bot.name, isGroup: false, members: [ann] },
      { title: bot.name, isGroup: false, members: [bo] },
      { title: 'team', isGroup: true, members: [ann, bo] },
    ]);
    expect(messages).toEqual(Object.fromEntries(chats.map(({ id }) => [id, []])));
  });

  it('refuses what nobody of the cast could do', async () => {
    const there = await running(options);
    const { people, chats } = await stateOf(there, platform);
    const [ann, bo] = people.map(({ id }) => id);
    const [own, , team] = chats.map(({ id }) => id);
    const statusOf = async (act: string, body: unknown) => (await post(there, `${platform}/${act}`, body)).status;
    expect(await statusOf('send', { from: bo, chat: own, text: 'hi' })).toBe(400);
    expect(await statusOf('send', { from: 'U77', chat: team, text: 'hi' })).toBe(400);
    expect(await statusOf('send', { from: ann, chat: own, text: ' ' })).toBe(400);
    expect(await statusOf('send', { from: ann, chat: own, text: 'x'.repeat(maxChars + 1) })).toBe(400);
    expect(await statusOf('send', { from: ann, chat: own, text: 'hi', fields: { user: bo } })).toBe(400);
    expect(await statusOf('press', { from: ann, chat: own, ts: '1', id: '1', which: 'eu' })).toBe(400);
    expect(await statusOf('select', ['__proto__'])).toBe(400);
    expect(await statusOf('unheard-of', { from: ann, chat: own })).toBe(404);
    expect((await stateOf(there, platform)).messages[own ?? '']).toEqual([]);
  });

  it('writes a mention as the platform’s apps would complete it', async () => {
    const there = await running(options);
    const { bot, people, chats } = await stateOf(there, platform);
    const [ann, team] = [people[0]?.id, chats[2]?.id ?? ''];
    expect((await post(there, `${platform}/send`, { from: ann, chat: team, text: `@${bot.name} hi @Bo` })).status).toBe(
      200,
    );
    const [sent] = (await stateOf(there, platform)).messages[team] ?? [];
    expect(JSON.stringify(sent)).toContain(`<@${bot.id}> hi <@${people[1]?.id}>`);
  });

  it('gives files so that a browser runs nothing of them', async () => {
    const there = await running(options);
    const page = { name: 'page.html', mime: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') };
    const id = fileIdOf(there, page);
    const response = await fetch(`${there.url}/console/${platform}/files/${id}`);
    expect(await response.text()).toBe('<script>alert(1)</script>');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await fetch(`${there.url}/console/${platform}/files/none`)).status).toBe(404);
  });

  it('asks for the same key as the API', async () => {
    const there = await running({ ...options, token: 'secret' });
    expect((await post(there, `${platform}/send`, {})).status).toBe(401);
    for (const path of ['state', 'files/1']) {
      expect((await fetch(`${there.url}/console/${platform}/${path}`)).status).toBe(401);
    }
  });
});

it('tells what Slack’s app answered to a press and a pick, and nothing of what is between the two', async () => {
  const there = await running({ withSlack: true });
  const { people, chats } = await stateOf(there, 'slack');
  const place = { from: people[0]?.id, chat: chats[0]?.id };
  const last = async () => (await stateOf(there, 'slack')).messages[place.chat ?? '']?.at(-1);
  await post(there, 'slack/send', { ...place, text: 'boxes' });
  await expect.poll(async () => (await last())?.text).toBe('boxes');
  await expect.poll(async () => (await last())?.blocks[0]?.block_id).toBe('boxes');
  const ts = (await last())?.ts;
  const picked = await post(there, 'slack/select', { ...place, ts, which: 'boxes/picked', picks: [0, 2] });
  expect(await picked.json()).toEqual({ isAnswered: true });
  const pressed = await post(there, 'slack/press', { ...place, ts, which: 'boxes/submit' });
  expect(await pressed.json()).toEqual({ isAnswered: true });
  await expect.poll(async () => (await last())?.text).toBe('You chose olives and corn.');
});

it('tells what Discord’s app answered to a press, without the token of the interaction', async () => {
  const there = await running({ withDiscord: true });
  const { people, chats } = await stateOf(there, 'discord');
  const place = { from: people[0]?.id, chat: chats[0]?.id };
  const seen = async () => (await stateOf(there, 'discord')).messages[place.chat ?? ''] ?? [];
  await post(there, 'discord/send', { ...place, text: 'secret' });
  await expect.poll(async () => (await seen()).length).toBe(2);
  const id = (await seen())[1]?.id;
  const pressed = await post(there, 'discord/press', { ...place, id, which: 'whisper' });
  expect(await pressed.json()).toEqual({ isAnswered: true });
  await expect.poll(async () => (await seen())[2]?.to).toBe(place.from);
});

it('tells of a form whose screen it is on, and nothing of what the app keeps in it', async () => {
  const there = await running({ withSlack: true });
  const streamed = await eventsOf(there);
  const { people, chats } = await stateOf(there, 'slack');
  const place = { from: people[0]?.id, chat: chats[0]?.id };
  const seen = async () => (await stateOf(there, 'slack')).messages[place.chat ?? ''] ?? [];
  await post(there, 'slack/send', { ...place, text: 'order' });
  await expect.poll(async () => (await seen()).length).toBe(2);
  const [, asked] = await seen();
  const which = `${asked?.blocks[1]?.block_id}/order`;
  await post(there, 'slack/press', { ...place, ts: asked?.ts, which });
  const told = await streamed(/event: form\n.+\n/);
  expect(told).toContain(`"to":"${place.from}"`);
  expect(told).not.toContain('private_metadata');
  const view = there.slack?.views(place.from ?? '')[0]?.id;
  const submit = (text: string, from = place.from) =>
    post(there, 'slack/submit', { ...place, from, view, fields: { 'wish/field': text } });
  expect(await (await submit('soup')).json()).toEqual({
    isAnswered: true,
    errors: { wish: 'There is no soup today.' },
  });
  expect((await submit('salad', people[1]?.id)).status).toBe(400);
  expect(await (await submit('salad')).json()).toEqual({ isAnswered: true });
  await expect.poll(async () => (await seen()).at(-1)?.text).toBe('You ordered: salad');
  expect((await submit('again')).status).toBe(400);
});

it('streams what happens on all platforms, each by its name, over one connection', async () => {
  const there = await running({ withTelegram: true, withSlack: true, withDiscord: true });
  const streamed = await eventsOf(there);
  const platforms = ['telegram', 'slack', 'discord'];
  for (const platform of platforms) {
    const { people, chats } = await stateOf(there, platform);
    await post(there, `${platform}/send`, { from: people[1]?.id, chat: chats[1]?.id, text: 'hello' });
  }
  const told = platforms.map((platform) => new RegExp(`"platform":"${platform}","chat":.+hello`));
  expect(await streamed(...told)).toMatch(/^: ready\n\nevent: message\ndata: /);
});
