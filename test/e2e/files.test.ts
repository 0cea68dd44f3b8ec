import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../src/emulators/telegram/index.ts';
import type { AgentType } from '../../src/protocol/agent.ts';
import type { AgentFile } from '../../src/protocol/agent-turn.ts';
import type { Turn } from '../../src/protocol/turn.ts';
import { startTestService, type TestService } from './service.ts';

/** The head of a PNG of this size, the rest noise. */
function png(width: number, height: number, bytes = 200): Buffer {
  const image = Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 7919) % 256));
  image.writeUInt32BE(0x89504e47, 0);
  image.writeUInt32BE(width, 16);
  image.writeUInt32BE(height, 20);
  return image;
}

/** Says what the test put down for this message, and remembers the turns it was given. */
const turns: Turn[] = [];
const says = new Map<string, { text: string; files?: AgentFile[]; ask?: boolean }>();
const filer: AgentType = {
  type: 'filer',
  settings: (await import('zod')).z.unknown(),
  create: () => ({
    async *run(turn) {
      turns.push(turn);
      const reply = says.get(turn.message) ?? { text: 'Thanks.' };
      if (reply.text !== '') yield { type: 'text', delta: reply.text };
      if (reply.ask) yield { type: 'clarification', prompt: 'Go on?', choices: [{ value: 'yes' }, { value: 'no' }] };
      for (const file of reply.files ?? []) yield { type: 'file', ...file };
    },
  }),
};

const formation = 'agent: { type: filer }\nchannels:\n  telegram: { token: "1:s3cret_token", api_root: API_ROOT }\n';

let respond: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) => response.end();
const elsewhere = createServer((request, response) => respond(request, response));
let site: string;
let service: TestService;

beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  service = await startTestService({ formation, agents: [filer] });
});
afterAll(async () => {
  await service.end();
  elsewhere.closeAllConnections();
  elsewhere.close();
});
afterEach(() => {
  turns.length = 0;
  says.clear();
});

/** The bot's messages in a chat, once there are so many. */
async function botMessages(chat: number, count: number): Promise<Message[]> {
  const { telegram } = service;
  const ofBot = () => telegram.messages(chat).filter((message) => message.from?.id === telegram.bot.id);
  await expect.poll(() => ofBot().length, { timeout: 5_000, interval: 10 }).toBeGreaterThanOrEqual(count);
  return ofBot();
}

/** What the agent says to a person of this name, as the person sees it. */
async function heard(name: string, reply: { text: string; files: AgentFile[]; ask?: boolean }, count: number) {
  const person = service.telegram.person(name);
  says.set('go', reply);
  service.telegram.sendText(person, person, 'go');
  return botMessages(person.id, count);
}

async function bytesOf(fileId: string | undefined): Promise<Buffer> {
  const { url } = service.telegram;
  const { result } = (await (await fetch(`${url}/bot1:x/getFile?file_id=${fileId}`)).json()) as {
    result: { file_path: string };
  };
  return Buffer.from(await (await fetch(`${url}/file/bot1:x/${result.file_path}`)).arrayBuffer());
}

const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const textsOf = (messages: Message[]) => messages.map((message) => message.text ?? message.caption ?? '');

describe('a file that a person sends', () => {
  /** The URL that the agent gets for a file of this person. */
  async function urlOf(name: string, extras: Parameters<TestService['telegram']['sendText']>[3]): Promise<string> {
    const person = service.telegram.person(name);
    service.telegram.sendText(person, person, 'look', extras);
    await botMessages(person.id, 1);
    return turns.at(-1)?.files[0]?.url ?? '';
  }

  it('comes with a URL that gives the very bytes, whatever it is', async () => {
    const bytes = png(40, 30, 70_000);
    const file = { name: 'plan.pdf', mime: 'application/pdf', bytes };
    const ann = service.telegram.person('Ann');
    for (const [index, kind] of (['photo', 'document', 'voice', 'audio', 'video'] as const).entries()) {
      service.telegram.sendText(ann, ann, '', { [kind]: file });
      await botMessages(ann.id, index + 1);
      const [given] = turns.at(-1)?.files ?? [];
      expect(given?.sizeBytes).toBe(70_000);
      expect(given?.url).toMatch(new RegExp(`^${service.url}/v1/files/[\\w-]+\\.[\\w-]+$`));
      const response = await fetch(given?.url ?? '');
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    }
    expect(turns.map(({ files }) => `${files[0]?.name} ${files[0]?.mime}`)).toEqual([
      'photo.jpg image/jpeg',
      'plan.pdf application/pdf',
      'voice.ogg application/pdf',
      'plan.pdf application/pdf',
      'plan.pdf application/pdf',
    ]);
  });

  it('is shown by a script with its name and its URL', async () => {
    const script = `agent: { type: script, replies: [{ turn: { text: "I got \${{ turn.files }}" } }] }\nchannels:\n  telegram: { token: "1:t", api_root: API_ROOT }\n`;
    const scripted = await startTestService({ formation: script, env: { PUBLIC_URL: 'https://bot.acme.example' } });
    try {
      const ann = scripted.telegram.person('Ann');
      scripted.telegram.sendText(ann, ann, '', { document: { name: 'a.txt', mime: 'text/plain', bytes: png(1, 1) } });
      await expect
        .poll(() => scripted.telegram.messages(ann).at(-1)?.text, { timeout: 5_000 })
        .toMatch(/^I got a\.txt: https:\/\/bot\.acme\.example\/v1\/files\/[\w.-]+$/);
    } finally {
      await scripted.end();
    }
  });

  it('is given as a download that no browser runs or keeps', async () => {
    const name = '../../évil"\r\nX-Evil: 1\u202Egnp.html';
    const url = await urlOf('Bo', { document: { name, mime: 'text/html', bytes: Buffer.from('<script>') } });
    const { headers } = await fetch(url);
    expect(headers.get('content-disposition')).toBe(
      'attachment; filename="?vil\\" X-Evil: 1gnp.html"; filename*=UTF-8\'\'%C3%A9vil%22%20X-Evil%3A%201gnp.html',
    );
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('x-evil')).toBeNull();
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  });

  it('needs its link, unchanged, and no key', async () => {
    const url = await urlOf('Cy', { document: { name: 'a', mime: 'text/plain', bytes: Buffer.from('x') } });
    const [body = '', mac = ''] = url.split('/').at(-1)?.split('.') ?? [];
    const forged = Buffer.from(Buffer.from(body, 'base64url').toString().replace('telegram', 'telegrbm')).toString(
      'base64url',
    );
    for (const token of [`${forged}.${mac}`, `${body}.AAAA`, `${body}.${mac}.x`, body, 'x', '%00', `${body}.`]) {
      const response = await fetch(`${service.url}/v1/files/${token}`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ object: 'error', error: { code: 'not_found' } });
    }
    expect((await fetch(url)).status).toBe(200);
  });

  it('outlives a restart of the service', async () => {
    const url = await urlOf('Dee', { document: { name: 'a', mime: 'text/plain', bytes: Buffer.from('x') } });
    await service.restart();
    const moved = `${service.url}/v1/files/${url.split('/').at(-1)}`;
    expect(await (await fetch(moved)).text()).toBe('x');
  });

  it('that the platform does not give is told in a sentence, without its token', async () => {
    const url = await urlOf('Eve', { document: { name: 'a', mime: 'text/plain', bytes: Buffer.from('x') } });
    const failures = [
      [{ error_code: 400, description: 'Bad Request: file is too big' }, 413, 'download_too_large'],
      [{ error_code: 400, description: 'Bad Request: wrong file_id' }, 502, 'download_failed'],
      ['reset', 502, 'download_failed'],
      [502, 502, 'download_failed'],
    ] as const;
    for (const [fault, status, code] of failures) {
      service.telegram.failNext('getFile', fault);
      const response = await fetch(url);
      const text = await response.text();
      expect(response.status).toBe(status);
      expect(JSON.parse(text).error.code).toBe(code);
      expect(text).not.toContain('s3cret_token');
    }
  });
});

describe('files that an agent sends', () => {
  it('follow the text as what they are, in order, and arrive whole', async () => {
    const files = {
      'chart.png': { mime: 'image/png', bytes: png(30, 20) },
      'report.csv': { mime: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') },
      'hello.ogg': { mime: 'audio/ogg; codecs=opus', bytes: Buffer.from('OggS') },
      'song.mp3': { mime: 'audio/mpeg', bytes: Buffer.from('ID3') },
      'film.mp4': { mime: 'video/mp4', bytes: Buffer.from('ftyp') },
    };
    const given = Object.entries(files).map(([name, { mime, bytes }]) => ({ name, mime, data: base64(bytes) }));
    const [text, photo, report, voice, song, film] = await heard('Fay', { text: 'Here you are.', files: given }, 6);
    expect(text).toMatchObject({ text: 'Here you are.' });
    expect(photo).toMatchObject({ caption: 'chart.png', photo: [{ width: 30, height: 20 }] });
    expect(report).toMatchObject({ document: { file_name: 'report.csv', mime_type: 'text/csv' } });
    expect(voice).toMatchObject({ caption: 'hello.ogg', voice: { mime_type: 'audio/ogg' } });
    expect(song).toMatchObject({ audio: { file_name: 'song.mp3' } });
    expect(film).toMatchObject({ caption: 'film.mp4', video: { mime_type: 'video/mp4' } });
    expect(await bytesOf(photo?.photo?.[0]?.file_id)).toEqual(files['chart.png'].bytes);
    expect(await bytesOf(report?.document?.file_id)).toEqual(files['report.csv'].bytes);
  });

  it('leave the buttons under the text, and a press answers there [MUXI-34]', async () => {
    const file = { name: 'a.txt', mime: 'text/plain', data: base64('x') };
    const [question, sent] = await heard('Gus', { text: 'Look.', files: [file], ask: true }, 2);
    expect(question?.reply_markup?.inline_keyboard.flat().map(({ text }) => text)).toEqual(['yes', 'no']);
    expect(sent?.reply_markup).toBeUndefined();
    const gus = service.telegram.person('Gus');
    await service.telegram.press(gus, { chat: gus, message_id: question?.message_id ?? 0 }, 0);
    await expect
      .poll(() => service.telegram.messages(gus).find(({ message_id }) => message_id === question?.message_id)?.text)
      .toContain('✓ yes');
  });

  it('need no text', async () => {
    const messages = await heard('Hal', { text: '', files: [{ name: 'a.txt', mime: 'text/plain', data: 'eA==' }] }, 1);
    expect(messages).toMatchObject([{ document: { file_name: 'a.txt' } }]);
  });

  it('are fetched from their URL and sent under their own name', async () => {
    respond = (_request, response) => response.end('from afar');
    const [, sent] = await heard(
      'Ivy',
      { text: 'Here.', files: [{ name: 'far.txt', mime: 'text/plain', url: `${site}/1` }] },
      2,
    );
    expect(sent?.document?.file_name).toBe('far.txt');
    expect((await bytesOf(sent?.document?.file_id)).toString()).toBe('from afar');
  });

  it.each<[string, (url: string) => string, typeof respond]>([
    ['answers no', (url) => url, (_request, response) => response.writeHead(404).end()],
    ['is a private address', () => 'http://10.0.0.1/secret', () => {}],
    [
      'leads to a private address',
      (url) => url,
      (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    [
      'breaks off',
      (url) => url,
      (_request, response) => response.writeHead(200, { 'content-length': '99' }).write('x', () => response.destroy()),
    ],
    [
      'is too large',
      (url) => url,
      (_request, response) => response.writeHead(200, { 'content-length': '50000001' }).write('x'),
    ],
    ['is empty', (url) => url, (_request, response) => response.end()],
  ])('whose URL %s become a link', async (what, urlFor, answer) => {
    respond = answer;
    const url = urlFor(`${site}/2`);
    const files = [{ name: 'far.png', mime: 'image/png', url }];
    expect(textsOf(await heard(`Jo, ${what}`, { text: 'Here.', files }, 2))).toEqual(['Here.', `far.png: ${url}`]);
  });

  it('are never fetched from this machine, unless a test says so', async () => {
    let requests = 0;
    respond = (_request, response) => {
      requests++;
      response.end('a secret');
    };
    const careful = await startTestService({ formation, agents: [filer], opensLoopbackUrls: false });
    try {
      const ann = careful.telegram.person('Ann');
      const files = [{ name: 'a.txt', mime: 'text/plain', url: `${site}/admin` }];
      await careful.post('/v1/turns', {
        to: { channel: 'telegram', address: { chat_id: ann.id } },
        turn: { text: '', files },
      });
      await expect
        .poll(() => textsOf(careful.telegram.messages(ann)), { timeout: 5_000 })
        .toEqual([`a.txt: ${site}/admin`]);
      expect(requests).toBe(0);
    } finally {
      await careful.end();
    }
  });

  it('that are no photo to Telegram go as documents', async () => {
    const files = [
      { name: 'broken.png', mime: 'image/png', data: base64('not an image') },
      { name: 'wide.png', mime: 'image/png', data: base64(png(5_000, 10)) },
      { name: 'fine.png', mime: 'image/png', data: base64(png(5, 10)) },
    ];
    const messages = await heard('Kim', { text: 'Here.', files }, 4);
    expect(messages.map(({ document, caption }) => document?.file_name ?? caption)).toEqual([
      undefined,
      'broken.png',
      'wide.png',
      'fine.png',
    ]);
  });

  it('are named when Telegram takes them in no way', async () => {
    service.telegram.failNext('sendDocument', { error_code: 413, description: 'Request Entity Too Large' });
    const files = [{ name: 'a.bin', mime: 'application/zip', data: 'eA==' }];
    expect(textsOf(await heard('Lou', { text: 'Here.', files }, 2))).toEqual(['Here.', 'a.bin']);
  });

  it('wait like any message, in order, when the platform fails or asks to [CH-17]', async () => {
    service.telegram.failNext('sendDocument', 'reset');
    service.telegram.failNext('sendDocument', 502);
    service.telegram.failNext('sendDocument', {
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    });
    const files = ['1', '2'].map((name) => ({ name, mime: 'text/plain', data: base64(name) }));
    const messages = await heard('Max', { text: 'Here.', files }, 3);
    expect(messages.map(({ document }) => document?.file_name)).toEqual([undefined, '1', '2']);
  });

  it('survive a restart between the text and the file', async () => {
    const ned = service.telegram.person('Ned');
    service.telegram.failNext('sendDocument', {
      error_code: 429,
      description: 'Too Many Requests: retry after 1',
      parameters: { retry_after: 1 },
    });
    says.set('go', { text: 'Here.', files: [{ name: 'late.txt', mime: 'text/plain', data: base64('late') }] });
    service.telegram.sendText(ned, ned, 'go');
    await botMessages(ned.id, 1);
    await expect.poll(() => service.telegram.calls.at(-1)?.method === 'sendDocument' || undefined).toBe(true);
    await service.restart();
    const messages = await botMessages(ned.id, 2);
    expect(messages.map(({ text, document }) => text ?? document?.file_name)).toEqual(['Here.', 'late.txt']);
  });

  it('go to the topic, and to the supergroup that a group became [CH-12, CH-14]', async () => {
    const { telegram } = service;
    const oz = telegram.person('Oz');
    const forum = telegram.supergroup('Forum', { isForum: true });
    const topic = telegram.topic(forum, 'Reports');
    says.set('go', { text: '', files: [{ name: 'a.txt', mime: 'text/plain', data: 'eA==' }] });
    telegram.sendText(oz, forum, `@${telegram.bot.username} go`, { threadId: topic });
    expect(await botMessages(forum.id, 1)).toMatchObject([{ message_thread_id: topic, document: {} }]);

    const group = telegram.group('Movers');
    const moved = telegram.supergroup('Moved');
    telegram.failNext('sendDocument', {
      error_code: 400,
      description: 'Bad Request: group chat was upgraded to a supergroup chat',
      parameters: { migrate_to_chat_id: moved.id },
    });
    await service.post('/v1/turns', {
      to: { channel: 'telegram', address: { chat_id: group.id } },
      turn: { text: '', files: [{ name: 'b.txt', mime: 'text/plain', data: 'eA==' }] },
    });
    expect(await botMessages(moved.id, 1)).toMatchObject([{ document: { file_name: 'b.txt' } }]);
  });
});

describe('what becomes of files, in a preview', () => {
  const render = async (channel: string, files: object[], text = 'Here:') =>
    (await service.post('/v1/render', { channel, turn: { text, files }, context: { chat_id: 7, channel: 'C1' } }))
      .body as unknown as { payloads: Record<string, unknown>[]; notes: { code: string; message: string }[] };

  it('shows each delivery after the text', async () => {
    const { payloads, notes } = await render('telegram', [
      { name: 'a.png', mime: 'image/png', data: 'eA==' },
      { name: 'b.pdf', mime: 'application/pdf', url: 'https://files.example/b' },
    ]);
    expect(payloads).toEqual([
      { chat_id: 7, text: 'Here:', parse_mode: 'HTML' },
      {
        method: 'sendPhoto',
        chat_id: 7,
        photo: { name: 'a.png', mime: 'image/png', data: 'eA==' },
        caption: 'a.png',
      },
      {
        method: 'sendDocument',
        chat_id: 7,
        document: { name: 'b.pdf', mime: 'application/pdf', url: 'https://files.example/b' },
      },
    ]);
    expect(notes).toEqual([]);
  });

  it.each([
    ['no data and no URL', {}, 'it has neither data nor a URL'],
    ['bad base64', { data: 'not base64!' }, 'its data is not base64'],
    ['half a base64', { data: 'AAAAA' }, 'its data is not base64'],
    ['no bytes', { data: '' }, 'its data is empty'],
    ['no bytes but padding', { data: '==' }, 'its data is empty'],
    ['a URL that is none', { url: 'javascript:alert(1)' }, 'its URL cannot be shown'],
  ])('names a file with %s, and says why', async (_what, content, why) => {
    const { payloads, notes } = await render('telegram', [{ name: 'a.txt', mime: 'text/plain', ...content }]);
    expect(payloads).toMatchObject([{ text: 'Here:\n\na.txt' }]);
    expect(notes).toMatchObject([{ code: 'file_as_text', message: expect.stringContaining(why) }]);
  });

  it('sends by URL what it cannot send from its data', async () => {
    const url = 'https://files.example/a';
    const { payloads, notes } = await render('telegram', [{ name: 'a', mime: 'text/plain', data: '!', url }]);
    expect(payloads[1]?.document).toEqual({ name: 'a', mime: 'text/plain', url });
    expect(notes).toEqual([]);
  });

  it('cleans a hostile name and type, and says so', async () => {
    const hostile = { name: '../../etc/pass\r\nwd\u202Etxt.exe', mime: 'text/html\r\nX: y', data: 'eA==' };
    const { payloads, notes } = await render('telegram', [hostile, { name: '..', mime: 'x', data: 'eA==' }]);
    expect(payloads.slice(1).map(({ document }) => document)).toEqual([
      { name: 'pass wdtxt.exe', mime: 'application/octet-stream', data: 'eA==' },
      { name: 'file', mime: 'application/octet-stream', data: 'eA==' },
    ]);
    expect(notes.map(({ code }) => code)).toEqual(['file_renamed', 'file_renamed']);
  });

  it('sends ten files and names the rest', async () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ name: `f${index}`, mime: 'text/plain', data: 'eA==' }));
    const { payloads, notes } = await render('telegram', files);
    expect(payloads).toHaveLength(11);
    expect(payloads[0]?.text).toBe('Here:\n\nf10\nf11');
    expect(notes.map(({ code }) => code)).toEqual(['file_as_text', 'file_as_text']);
  });

  it('names them in the text where a channel sends none', async () => {
    const { payloads, notes } = await render('web', [
      { name: 'a.pdf', mime: 'application/pdf', url: 'https://files.example/a' },
      { name: 'b.pdf', mime: 'application/pdf', data: 'eA==' },
    ]);
    expect(payloads).toHaveLength(1);
    expect(JSON.stringify(payloads)).toMatch(/a\\*\.pdf.{1,8}https:/);
    expect(JSON.stringify(payloads)).toMatch(/b\\*\.pdf/);
    expect(notes.map(({ code }) => code)).toContain('file_as_text');
  });
});
