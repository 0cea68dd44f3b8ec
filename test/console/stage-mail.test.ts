import { describe, expect, it, onTestFinished } from 'vitest';
import { eventsOf } from './events.ts';
import { type StandIn, type StandInOptions, standIn } from './stand-in.ts';

const ANN = 'ann@people.example';
const BO = 'bo@people.example';
const place = { from: ANN, chat: ANN };

async function running(options: StandInOptions = {}): Promise<StandIn> {
  const there = await standIn({ withTelegram: false, withMail: true, ...options });
  onTestFinished(() => there.close());
  return there;
}

interface State {
  bot: { id: string; name: string };
  people: { id: string; name: string }[];
  chats: { id: string; members: string[]; manner: string }[];
  messages: Record<
    string,
    { id: string; kind: string; subject: string; text: string; code?: number; files: { id: string; name: string }[] }[]
  >;
}

const stateOf = async ({ url }: StandIn) => (await (await fetch(`${url}/console/mail/state`)).json()) as State;

function post({ url }: StandIn, act: string, body: unknown): Promise<Response> {
  return fetch(`${url}/console/mail/${act}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const patient = { timeout: 10_000 };
const kindsOf = async (there: StandIn) => (await stateOf(there)).messages[ANN]?.map(({ kind }) => kind);

describe('the stage of mail', () => {
  it('casts two people with a mailbox each', async () => {
    expect(await stateOf(await running())).toEqual({
      isRunning: true,
      bot: { id: 'bot@bridge.example', name: 'Bot' },
      people: [
        { id: ANN, name: 'Ann' },
        { id: BO, name: 'Bo' },
      ],
      chats: [ANN, BO].map((id) => ({ id, title: id, isGroup: false, members: [id], manner: 'takes' })),
      messages: { [ANN]: [], [BO]: [] },
    });
  });

  it('writes, shows what came back with what was written, and answers it as a mail program does', async () => {
    const there = await running();
    expect((await post(there, 'write', { ...place, subject: 'Hi', text: 'hello' })).status).toBe(200);
    await expect.poll(() => kindsOf(there), patient).toEqual(['sent', 'received']);
    const answer = (await stateOf(there)).messages[ANN]?.[1];
    expect(answer).toMatchObject({ subject: 'Re: Hi', text: 'You said: hello\n' });
    expect((await post(there, 'reply', { ...place, mail: answer?.id, text: 'thanks' })).status).toBe(200);
    await expect.poll(() => kindsOf(there), patient).toEqual(['sent', 'received', 'sent', 'received']);
    const reply = there.mail?.sent(ANN)[1];
    expect(reply).toMatchObject({ subject: 'Re: Hi', inReplyTo: there.mail?.mails(ANN)[0]?.messageId });
    expect(reply?.text).toMatch(/^thanks\n\nOn .+ Bot <bot@bridge\.example> wrote:\n\n> You said: hello/);
    expect((await stateOf(there)).messages[BO]).toEqual([]);
  });

  it('sends files, and gives files so that a browser runs nothing of them', async () => {
    const there = await running();
    const page = { name: 'page.html', mime: 'text/html', base64: Buffer.from('<script>').toString('base64') };
    expect((await post(there, 'write', { ...place, subject: '', text: 'look', files: [page] })).status).toBe(200);
    const file = (await stateOf(there)).messages[ANN]?.[0]?.files[0];
    expect(file?.name).toBe('page.html');
    const response = await fetch(`${there.url}/console/mail/files/${file?.id}`);
    expect(await response.text()).toBe('<script>');
    expect(response.headers.get('content-disposition')).toBe('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    for (const id of ['mail1.7', 'mail999.0', 'none', '..%2f']) {
      expect((await fetch(`${there.url}/console/mail/files/${id}`)).status).toBe(404);
    }
  });

  it('tells of mail that the mailbox refused, and of mail that it sent back', async () => {
    const there = await running();
    await post(there, 'mailbox', { ...place, manner: 'refuses' });
    await post(there, 'write', { ...place, subject: 'one', text: 'one' });
    await expect.poll(() => kindsOf(there), patient).toEqual(['sent', 'refused']);
    await post(there, 'mailbox', { ...place, manner: 'bounces' });
    expect((await stateOf(there)).chats.map(({ manner }) => manner)).toEqual(['bounces', 'takes']);
    await post(there, 'write', { ...place, subject: 'two', text: 'two' });
    await expect.poll(() => kindsOf(there), patient).toEqual(['sent', 'refused', 'sent', 'returned']);
    const [, refused, , returned] = (await stateOf(there)).messages[ANN] ?? [];
    expect(refused?.code).toBe(550);
    expect(returned?.text).toBe('You said: two\n');
    expect(there.mail?.mails(ANN)).toEqual([]);
    await post(there, 'mailbox', { ...place, manner: 'takes' });
    await post(there, 'write', { ...place, subject: 'three', text: 'three' });
    await expect.poll(async () => (await kindsOf(there))?.slice(4), patient).toEqual(['sent', 'received']);
  });

  it('refuses what nobody of the cast could do', async () => {
    const there = await running();
    const statusOf = async (act: string, body: unknown) => (await post(there, act, body)).status;
    const letter = { subject: 'Hi', text: 'hi' };
    expect(await statusOf('write', { from: BO, chat: ANN, ...letter })).toBe(400);
    expect(await statusOf('write', { from: 'eve@people.example', chat: ANN, ...letter })).toBe(400);
    expect(await statusOf('write', { ...place, ...letter, text: ' ' })).toBe(400);
    expect(await statusOf('write', { ...place, ...letter, subject: 'x'.repeat(501) })).toBe(400);
    expect(await statusOf('write', { ...place, ...letter, to: 'eve@people.example' })).toBe(400);
    const file = { name: 'a', mime: 'text/plain\r\nBcc: eve@people.example', base64: 'YQ==' };
    expect(await statusOf('write', { ...place, ...letter, files: [file] })).toBe(400);
    expect(await statusOf('reply', { ...place, mail: 'mail1', text: 'hi' })).toBe(400);
    expect(await statusOf('mailbox', { ...place, manner: 'explodes' })).toBe(400);
    expect((await stateOf(there)).messages[ANN]).toEqual([]);
  });

  it('says that a mail was not taken, and shows none as sent', async () => {
    const there = await running();
    const response = await post(there, 'write', { ...place, subject: 'Hi', text: 'refuse' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('The bot did not take the mail: 413.');
    expect((await stateOf(there)).messages[ANN]).toEqual([]);
  });

  it('streams every letter, sent ones too', async () => {
    const there = await running();
    const streamed = await eventsOf(there);
    await post(there, 'write', { from: BO, chat: BO, subject: 'Hi', text: 'hello' });
    await streamed(/"platform":"mail","chat":"bo@.+"kind":"sent"/, /"platform":"mail","chat":"bo@.+"kind":"received"/);
    there.mail?.setMailbox(BO, 'bounces');
    await post(there, 'write', { from: BO, chat: BO, subject: 'Hi', text: 'hello' });
    await streamed(/"chat":"bo@.+"kind":"returned"/);
    there.mail?.setMailbox(BO, 'refuses');
    await post(there, 'write', { from: BO, chat: BO, subject: 'Hi', text: 'hello' });
    await streamed(/"chat":"bo@.+"kind":"refused"/);
  });

  it('asks for the same key as the API', async () => {
    const there = await running({ token: 'secret' });
    expect((await post(there, 'write', {})).status).toBe(401);
    for (const path of ['state', 'files/mail1.0']) {
      expect((await fetch(`${there.url}/console/mail/${path}`)).status).toBe(401);
    }
  });
});
