import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Api, InputFile } from 'grammy';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Message, TelegramEmulator } from '../../../src/emulators/telegram/index.ts';
import { type Answer, call, refusal, result, running } from './running.ts';

/** The head of a PNG of this size; nobody looks further. */
function png(width: number, height: number, bytes = 24): Buffer {
  const head = Buffer.alloc(bytes);
  head.writeUInt32BE(0x89504e47, 0);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

async function upload(
  emulator: TelegramEmulator,
  method: string,
  fields: Record<string, string | Blob>,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, 'plan "b".bin');
  }
  const response = await fetch(`${emulator.url}/bot1:token/${method}`, { method: 'POST', body: form });
  return (await response.json()) as Answer;
}

async function bytesOf(emulator: TelegramEmulator, fileId: string | undefined): Promise<Buffer> {
  const { file_path } = await result<{ file_path: string }>(emulator, 'getFile', { file_id: fileId });
  const response = await fetch(`${emulator.url}/file/bot1:token/${file_path}`);
  return Buffer.from(await response.arrayBuffer());
}

/** A server of one file, for Telegram to download. */
async function serving(bytes: Buffer): Promise<string> {
  const server = createServer((_request, response) => response.setHeader('content-type', 'image/png').end(bytes));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/chart.png`;
}

describe('a file that is sent', () => {
  it.each([
    ['sendDocument', 'document'],
    ['sendAudio', 'audio'],
    ['sendVideo', 'video'],
    ['sendVoice', 'voice'],
  ] as const)('as %s arrives whole, with its caption', async (method, field) => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const bytes = Buffer.from('\r\n--not a boundary\r\n\u0000\u00ff');
    const answer = await upload(emulator, method, {
      chat_id: String(ann.id),
      caption: '<b>Plan</b>',
      parse_mode: 'HTML',
      [field]: new Blob([bytes], { type: 'text/x-plan' }),
    });
    const message = answer.result as Message;
    expect(message).toMatchObject({
      caption: 'Plan',
      caption_entities: [{ type: 'bold' }],
      [field]: { mime_type: 'text/x-plan', file_size: bytes.length },
    });
    expect(await bytesOf(emulator, message[field]?.file_id)).toEqual(bytes);
    expect(JSON.stringify(emulator.calls)).not.toContain('not a boundary');
  });

  it('comes from grammY too', async () => {
    const emulator = await running();
    const api = new Api('1:token', { apiRoot: emulator.url });
    const message = await api.sendPhoto(emulator.person('Ann').id, new InputFile(png(3, 2), 'chart.png'));
    expect(message.photo).toMatchObject([{ width: 3, height: 2 }]);
  });

  it('comes by URL, or by the id of one that is known', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    const photo = await serving(png(30, 20));
    const first = await result<Message>(emulator, 'sendPhoto', { chat_id, photo });
    expect(first.photo).toMatchObject([{ width: 30, height: 20 }]);
    const again = await result<Message>(emulator, 'sendDocument', { chat_id, document: first.photo?.[0]?.file_id });
    expect(again.document).toMatchObject({ file_name: 'chart.png', mime_type: 'image/png' });
  });

  it('is refused in the words of Telegram', async () => {
    const emulator = await running();
    const chat_id = emulator.person('Ann').id;
    const photo = (bytes: Buffer) =>
      upload(emulator, 'sendPhoto', { chat_id: String(chat_id), photo: new Blob([new Uint8Array(bytes)]) });
    expect(await call(emulator, 'sendPhoto', { chat_id })).toEqual(
      refusal(400, 'Bad Request: there is no photo in the request'),
    );
    expect(await photo(Buffer.alloc(0))).toEqual(refusal(400, 'Bad Request: file must be non-empty'));
    expect(await photo(Buffer.from('text'))).toEqual(refusal(400, 'Bad Request: IMAGE_PROCESS_FAILED'));
    expect(await photo(png(9_000, 1_001))).toEqual(refusal(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'));
    expect(await photo(png(2_100, 100))).toEqual(refusal(400, 'Bad Request: PHOTO_INVALID_DIMENSIONS'));
    expect(await photo(png(10, 10, 10_485_761))).toEqual(
      refusal(
        400,
        'Bad Request: file of size 10485761 bytes is too big for a photo; the maximum size is 10485760 bytes',
      ),
    );
    expect(await call(emulator, 'sendPhoto', { chat_id, photo: 'nobody knows it' })).toEqual(
      refusal(400, 'Bad Request: wrong remote file identifier specified: Wrong character in the string'),
    );
    expect(await call(emulator, 'sendDocument', { chat_id, document: 'http://127.0.0.1:1/' })).toEqual(
      refusal(400, 'Bad Request: failed to get HTTP URL content'),
    );
    expect(await call(emulator, 'sendPhoto', { chat_id, photo: await serving(png(2, 2, 5_242_881)) })).toEqual(
      refusal(400, 'Bad Request: failed to get HTTP URL content'),
    );
    const document = new Blob(['x']);
    expect(
      await upload(emulator, 'sendDocument', { chat_id: String(chat_id), document, caption: 'x'.repeat(1025) }),
    ).toEqual(refusal(400, 'Bad Request: message caption is too long'));
    expect(emulator.messages(chat_id)).toEqual([]);
  });

  it('is refused when it is larger than 50 MB', async () => {
    const emulator = await running();
    const document = new Blob([new Uint8Array(50_100_000)]);
    expect(await upload(emulator, 'sendDocument', { chat_id: '1', document })).toEqual(
      refusal(413, 'Request Entity Too Large'),
    );
  });
});

describe('people', () => {
  it('send photos, voice and the like, captions with what is found in them', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const photo = { name: 'ignored.png', mime: 'image/png', bytes: png(4, 3) };
    expect(emulator.sendText(ann, ann, '@emulated_bot look', { photo })).toMatchObject({
      caption: '@emulated_bot look',
      caption_entities: [{ type: 'mention', offset: 0, length: 13 }],
      photo: [{ width: 4, height: 3, file_size: 24 }],
    });
    const voice = { name: 'v.ogg', mime: 'audio/ogg', bytes: Buffer.from('OggS') };
    expect(emulator.sendText(ann, ann, '', { voice })).toMatchObject({
      voice: { mime_type: 'audio/ogg', duration: 0 },
    });
  });
});
