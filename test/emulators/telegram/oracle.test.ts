import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Message, TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { call, result, running } from './running.ts';

interface Oracles {
  telegram(method: string, payload: unknown): string[];
  telegramType(name: string, value: unknown): string[];
}

const oraclesUrl = new URL('../../../../shared/specs/oracles.mjs', import.meta.url);

/**
 * Where the emulator and the specification rightly differ on a `sendMessage` payload. Each entry names payloads
 * that are left out of the comparison, and why.
 */
const KNOWN_DIFFERENCES: { why: string; applies: (payload: Payload) => boolean }[] = [
  {
    why: 'Telegram shows an ampersand that begins no character reference as it is; the oracle wants it escaped.',
    applies: ({ text, parse_mode }) =>
      parse_mode === 'HTML' && /&(?!(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);)/.test(text),
  },
  {
    why: 'Telegram counts after trimming the ends and decoding numeric references; the oracle counts before.',
    applies: ({ text }) => text.length > 4096 && (text !== text.trim() || text.includes('&#')),
  },
  {
    why: 'Telegram checks the attributes of a tag (span needs its class, an emoji its id); the oracle reads names only.',
    applies: ({ text, parse_mode }) => parse_mode === 'HTML' && /<(?:span|tg-emoji|a)\b/i.test(text),
  },
  {
    why: 'Telegram supplies http:// to a button address without a scheme; the oracle wants a whole URL.',
    applies: ({ reply_markup }) =>
      reply_markup.inline_keyboard.flat().some(({ url }) => url !== undefined && !/^[a-z][a-z0-9+.-]*:/i.test(url)),
  },
  {
    why: 'Telegram takes a text of empty Braille cells or Hangul fillers for none; the oracle counts them.',
    applies: ({ text }) => /[\u2800\u3164\uffa0]/.test(text),
  },
];

interface Button {
  text: string;
  url?: string;
  callback_data?: string;
}

interface Payload {
  chat_id: number;
  text: string;
  parse_mode?: 'HTML';
  reply_markup: { inline_keyboard: Button[][] };
}

const words = fc.oneof(
  { weight: 5, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  fc.constantFrom(' ', '\n', '🙂', '&lt;', '&amp;', 'a & b', '\ud800', '<3'),
  fc.constantFrom('<b>', '</b>', '<i>', '</i>', '<pre>', '</pre>', '<code>x</code>', '<h1>', '<B>x</B>', '<span>'),
);
const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(words, { maxLength: 8 }).map((parts) => parts.join('')) },
  fc
    .tuple(fc.constantFrom('x', '🙂', 'é', '<b>x</b>'), fc.integer({ min: 1020, max: 4100 }))
    .map(([unit, count]) => unit.repeat(count)),
);
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom(
    'http://localhost:3000',
    'https://a.example/x y',
    'ftp://a.example',
    'tg://user?id=1',
    'example.com',
    'javascript:alert(1)',
    'http://[::1]/',
    'http://10.0.0.1',
    'https://',
    '',
  ),
);
const data = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .tuple(fc.constantFrom('x', '選', '🙂'), fc.integer({ min: 14, max: 66 }))
    .map(([unit, count]) => unit.repeat(count)),
);
const label = fc.oneof(
  { weight: 9, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 10 }) },
  fc.constantFrom('', ' '),
);
const button: fc.Arbitrary<Button> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ text: label, callback_data: data }) },
  { weight: 3, arbitrary: fc.record({ text: label, url }) },
  fc.record({ text: label, url, callback_data: data }),
  fc.record({ text: label }),
);
const good: Button = { text: 'x', callback_data: 'x' };
const keyboard = fc.oneof(
  { weight: 8, arbitrary: fc.array(fc.array(button, { minLength: 1, maxLength: 3 }), { maxLength: 3 }) },
  fc
    .array(fc.integer({ min: 0, max: 9 }), { maxLength: 16 })
    .map((sizes) => sizes.map((size) => Array<Button>(size).fill(good))),
);

describe.skipIf(!existsSync(oraclesUrl))(
  'beside the Bot API specification (skipped without the shared specs folder)',
  () => {
    let oracles: Oracles;
    beforeAll(async () => {
      const [{ default: Ajv }, { default: addFormats }, { makeOracles }] = await Promise.all([
        import('ajv/dist/2020.js'),
        import('ajv-formats'),
        import(oraclesUrl.href) as Promise<{ makeOracles: (deps: object) => Oracles }>,
      ]);
      oracles = makeOracles({ Ajv, addFormats });
    });

    it('accepts and refuses the same sendMessage payloads, but for the listed differences', async () => {
      const emulator = await running();
      const chat_id = emulator.person('Ann').id;
      const counts = { accepted: 0, refused: 0, skipped: 0 };
      const payload = fc
        .record({
          text,
          parse_mode: fc.constantFrom('HTML' as const, undefined),
          reply_markup: fc.record({ inline_keyboard: keyboard }),
        })
        .map(({ parse_mode, ...rest }): Payload => ({ chat_id, ...rest, ...(parse_mode ? { parse_mode } : {}) }));
      await fc.assert(
        fc.asyncProperty(payload, async (sent) => {
          if (KNOWN_DIFFERENCES.some(({ applies }) => applies(sent))) {
            counts.skipped++;
            return;
          }
          const answer = await call(emulator, 'sendMessage', sent);
          const faults = oracles.telegram('sendMessage', sent);
          expect({
            ok: answer.ok,
            faults: faults.length === 0,
            seen: answer.description,
            faults_: faults,
          }).toMatchObject({
            ok: faults.length === 0,
          });
          counts[answer.ok ? 'accepted' : 'refused']++;
        }),
        { numRuns: 500 },
      );
      expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(60);
    });

    it('answers and updates with objects of the specification', async () => {
      const emulator = await running();
      const expectType = (name: string, value: unknown) =>
        expect([name, ...oracles.telegramType(name, value)]).toEqual([name]);
      const ann = emulator.person('Ann', { username: 'ann_k' });
      const [group, forum, channel] = [
        emulator.group('Team'),
        emulator.supergroup('Forum', { isForum: true }),
        emulator.channel('News'),
      ];
      const threadId = emulator.topic(forum, 'Deploys');
      const typed = emulator.sendText(ann, ann, '/start https://a.example', {
        document: { name: 'a', mime: 'text/plain', bytes: Buffer.from('x') },
      });
      emulator.sendText(ann, forum, 'hi', { threadId });
      const first = emulator.sendText(ann, group, 'hi');
      emulator.sendText(ann, group, 'hi', { replyTo: first.message_id, isAnonymous: true });
      emulator.edit(ann, { chat: group, message_id: first.message_id }, 'ho');
      emulator.sendText(ann, channel, 'post');
      const sent: Message[] = [];
      for (const { id } of [ann, group, forum, channel]) {
        sent.push(
          await result<Message>(emulator, 'sendMessage', {
            chat_id: id,
            parse_mode: 'HTML',
            text: '<b>b</b><pre><code class="language-ts">x</code></pre><a href="https://a.example">l</a><tg-emoji emoji-id="5">👍</tg-emoji>',
            reply_markup: { inline_keyboard: [[good, { text: 'u', url: 'https://a.example' }]] },
          }),
        );
      }
      const [question] = sent as [Message];
      const pressed = emulator.press(ann, question, 0);
      emulator.block(ann);
      emulator.migrate(group);
      sent.push(
        await result<Message>(emulator, 'editMessageText', {
          chat_id: forum.id,
          message_id: sent[2]?.message_id,
          text: 'x',
        }),
      );
      for (const method of ['sendDocument', 'sendVoice', 'sendAudio', 'sendVideo']) {
        const file = { [method.slice(4).toLowerCase()]: typed.document?.file_id };
        sent.push(await result<Message>(emulator, method, { chat_id: forum.id, caption: '<b>x</b>', ...file }));
      }
      for (const message of sent) expectType('Message', message);
      const updates = await result<object[]>(emulator, 'getUpdates');
      expect(updates.length).toBe(11);
      for (const update of updates) expectType('Update', update);
      expectType('User', await result(emulator, 'getMe'));
      expectType('WebhookInfo', await result(emulator, 'getWebhookInfo'));
      expectType('ChatFullInfo', await result(emulator, 'getChat', { chat_id: ann.id }));
      expectType('File', await result(emulator, 'getFile', { file_id: typed.document?.file_id }));
      await emulator.close();
      await pressed;
    });

    it('differs only where it is listed', async () => {
      const emulator: TelegramEmulator = await running();
      const chat_id = emulator.person('Ann').id;
      const samples: [payload: Payload, accepts: boolean][] = [
        [{ chat_id, text: 'a & b', parse_mode: 'HTML', reply_markup: { inline_keyboard: [] } }, true],
        [{ chat_id, text: `${'x'.repeat(4096)} `, reply_markup: { inline_keyboard: [] } }, true],
        [{ chat_id, text: '<span>x</span>', parse_mode: 'HTML', reply_markup: { inline_keyboard: [] } }, false],
        [{ chat_id, text: 'x', reply_markup: { inline_keyboard: [[{ text: 'x', url: 'example.com' }]] } }, true],
      ];
      for (const [payload, accepts] of samples) {
        expect((await call(emulator, 'sendMessage', payload)).ok).toBe(accepts);
        expect(oracles.telegram('sendMessage', payload).length === 0).toBe(!accepts);
        expect(KNOWN_DIFFERENCES.some(({ applies }) => applies(payload))).toBe(true);
      }
    });
  },
);
