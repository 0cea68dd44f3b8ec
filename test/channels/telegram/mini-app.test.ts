import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { telegram } from '../../../src/channels/telegram/index.ts';
import { personInInitData } from '../../../src/channels/telegram/mini-app/init-data.ts';
import { saidInApp } from '../../../src/channels/telegram/mini-app/said-in-app.ts';
import type { OpenAffordance } from '../../../src/protocol/affordance.ts';

const token = '123456:a-token-of-a-bot';
const NOW_SEC = 1_796_000_000;

/** What Telegram's app hands to a page, signed as Telegram signs it. */
function initData(changes: Record<string, string> = {}, signedBy = token): string {
  const fields: Record<string, string> = {
    auth_date: String(NOW_SEC),
    query_id: 'AAF',
    user: JSON.stringify({ id: 42, first_name: 'Ann & Bo' }),
    signature: 'c2lnbmF0dXJl',
    ...changes,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHmac('sha256', 'WebAppData').update(signedBy).digest();
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
  return String(new URLSearchParams({ ...fields, hash }));
}

const personIn = (data: string, ageSec = 0) => personInInitData(data, { token, nowMs: (NOW_SEC + ageSec) * 1000 });

describe('who opened a page inside Telegram', () => {
  it('is the person whom Telegram has signed', () => {
    expect(personIn(initData())).toBe('42');
  });

  it('is nobody when another bot has signed it, or nobody has', () => {
    expect(personIn(initData({}, '654321:another-bot'))).toBeUndefined();
    for (const data of ['', 'user=%7B%22id%22%3A42%7D', 'hash=', `${initData()}&hash=00`]) {
      expect(personIn(data)).toBeUndefined();
    }
  });

  it('is nobody when a field was changed, added, left out or said twice', () => {
    const data = initData();
    expect(personIn(data.replace('42', '43'))).toBeUndefined();
    expect(personIn(`${data}&start_param=x`)).toBeUndefined();
    expect(personIn(data.replace(/query_id=[^&]*&/, ''))).toBeUndefined();
    expect(personIn(`${data}&user=%7B%22id%22%3A43%7D`)).toBeUndefined();
  });

  it('is nobody any more after an hour, nor from a time to come', () => {
    expect(personIn(initData(), 3_600)).toBe('42');
    expect(personIn(initData(), 3_601)).toBeUndefined();
    expect(personIn(initData(), -120)).toBeUndefined();
    expect(personIn(initData({ auth_date: 'never' }))).toBeUndefined();
  });

  it('is nobody where Telegram names no person', () => {
    for (const user of ['', 'null', '{}', '{"id":"42"}', '{']) expect(personIn(initData({ user }))).toBeUndefined();
  });
});

describe('what somebody says through an app', () => {
  const said = { id: 'app-0123', address: { chat_id: 42 }, personId: '42', text: 'which one?' };
  const reading = { bot: { id: 1 }, groups: 'mention' } as const;

  it('is a message of theirs, under an id that no update of Telegram has', () => {
    const inbound = saidInApp(said, reading);
    expect(inbound).toMatchObject({
      address: { chat_id: 42 },
      person: { id: '42' },
      event: { type: 'message', text: 'which one?' },
    });
    expect(Number(inbound?.dedupeKey)).toBeLessThan(0);
    expect(saidInApp(said, reading)?.dedupeKey).toBe(inbound?.dedupeKey);
    expect(saidInApp({ ...said, id: 'app-4567' }, reading)?.dedupeKey).not.toBe(inbound?.dedupeKey);
  });

  it('is nothing in a group', () => {
    expect(saidInApp({ ...said, address: { chat_id: -1001 } }, reading)).toBeUndefined();
  });
});

describe('the button of a page of ours', () => {
  const open = (url: string): OpenAffordance => ({ type: 'open', widgetId: 'ui_1', label: 'Open the map', url });
  const printed = (url: string, place?: { isShared: boolean }) =>
    telegram.print([open(url)], `Open the map: ${url}`, telegram.content, place);
  const buttons = (url: string, place?: { isShared: boolean }) => printed(url, place).parts[0]?.ui.reply_markup;
  const url = 'https://bot.example.com/apps/a.b';

  it('opens it inside Telegram in a private chat', () => {
    expect(buttons(url, { isShared: false })).toEqual({
      inline_keyboard: [[{ text: 'Open the map', web_app: { url } }]],
    });
  });

  it('is a link in a group, where the place is not known, and without TLS', () => {
    expect(buttons(url, { isShared: true })).toEqual({ inline_keyboard: [[{ text: 'Open the map', url }]] });
    expect(buttons(url)).toEqual({ inline_keyboard: [[{ text: 'Open the map', url }]] });
    const plain = 'http://bot.example.com/apps/a.b';
    expect(buttons(plain, { isShared: false })).toEqual({ inline_keyboard: [[{ text: 'Open the map', url: plain }]] });
  });

  it('is words where this machine alone has the page', () => {
    const { parts, notes } = printed('http://127.0.0.1:3000/apps/a.b', { isShared: false });
    expect(parts).toMatchObject([{ content: 'Open the map: http://127.0.0.1:3000/apps/a.b', ui: {} }]);
    expect(notes.map(({ code }) => code)).toEqual(['open_as_text']);
  });
});
