import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiscordEmulator, type DiscordEmulator } from '../../../src/emulators/discord/index.ts';
import { call, result, row, running } from './running.ts';

const select = (options: object[], more: object = {}) => ({
  type: 1,
  components: [{ type: 3, custom_id: 's', options, ...more }],
});
const option = (value: string) => ({ label: 'x', value });
const button = (fields: object) => ({ type: 1, components: [{ type: 2, style: 1, label: 'x', ...fields }] });

/** Body, and the fault that Discord tells of: the path in `errors` and the code there. */
const BAD_FORMS: [why: string, body: object, path: string, code: string][] = [
  ['content of 2001', { content: 'x'.repeat(2001) }, 'content', 'BASE_TYPE_MAX_LENGTH'],
  ['content that is no text', { content: 7 }, 'content', 'STRING_TYPE_CONVERT'],
  ['eleven embeds', { embeds: Array(11).fill({ title: 'x' }) }, 'embeds', 'BASE_TYPE_MAX_LENGTH'],
  ['a long embed title', { embeds: [{ title: 'x'.repeat(257) }] }, 'embeds.0.title', 'BASE_TYPE_MAX_LENGTH'],
  [
    'embeds of 6001 in all',
    { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] },
    'embeds',
    'MAX_EMBED_SIZE_EXCEEDED',
  ],
  ['six rows', { components: 'abcdef'.split('').map((name) => row(name)) }, 'components', 'BASE_TYPE_MAX_LENGTH'],
  ['six buttons in a row', { components: [row(...'abcdef')] }, 'components.0.components', 'BASE_TYPE_BAD_LENGTH'],
  ['a row without anything', { components: [row()] }, 'components.0.components', 'BASE_TYPE_BAD_LENGTH'],
  [
    'a custom_id of 101',
    { components: [button({ custom_id: 'x'.repeat(101) })] },
    'components.0.components.0.custom_id',
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a custom_id that comes twice',
    { components: [row('a'), row('a')] },
    'components.1.components.0.custom_id',
    'COMPONENT_CUSTOM_ID_DUPLICATED',
  ],
  [
    'a label of 81',
    { components: [button({ custom_id: 'a', label: 'x'.repeat(81) })] },
    'components.0.components.0.label',
    'BASE_TYPE_MAX_LENGTH',
  ],
  [
    'a button without custom_id',
    { components: [button({})] },
    'components.0.components.0.custom_id',
    'BUTTON_COMPONENT_CUSTOM_ID_REQUIRED',
  ],
  [
    'a link with a custom_id',
    { components: [button({ style: 5, url: 'https://a.example', custom_id: 'a' })] },
    'components.0.components.0.custom_id',
    'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
  ],
  [
    'a link to a file',
    { components: [button({ style: 5, url: 'file:///etc/passwd' })] },
    'components.0.components.0.url',
    'URL_TYPE_INVALID_SCHEME',
  ],
  [
    'a link of 513',
    { components: [button({ style: 5, url: `https://a.example/${'x'.repeat(495)}` })] },
    'components.0.components.0.url',
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a select without options',
    { components: [select([])] },
    'components.0.components.0.options',
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'a select of 26 options',
    { components: [select(Array.from({ length: 26 }, (_, index) => option(`${index}`)))] },
    'components.0.components.0.options',
    'BASE_TYPE_BAD_LENGTH',
  ],
  [
    'two options of one value',
    { components: [select([option('a'), option('a')])] },
    'components.0.components.0.options.1.value',
    'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
  ],
  [
    'more values than options',
    { components: [select([option('a')], { max_values: 2 })] },
    'components.0.components.0.max_values',
    'SELECT_COMPONENT_INVALID_MAX_VALUES',
  ],
  [
    'a select beside a button',
    {
      components: [
        {
          type: 1,
          components: [{ type: 2, style: 1, label: 'x', custom_id: 'b' }, ...select([option('a')]).components],
        },
      ],
    },
    'components.0.components.1',
    'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
  ],
  [
    'a text display without the flag',
    { components: [{ type: 10, content: 'x' }] },
    'components.0.type',
    'UNION_TYPE_CHOICES',
  ],
  [
    'content beside components v2',
    { flags: 32768, content: 'x', components: [{ type: 10, content: 'x' }] },
    'content',
    'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
  ],
  [
    'displayed text of 4001 in all',
    {
      flags: 32768,
      components: [
        { type: 10, content: 'x'.repeat(4000) },
        { type: 10, content: 'y' },
      ],
    },
    'components',
    'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
  ],
  [
    'mentions both by kind and by name',
    { content: 'x', allowed_mentions: { parse: ['users'], users: ['1'] } },
    'allowed_mentions',
    'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE',
  ],
  ['a nonce of 26', { content: 'x', nonce: 'x'.repeat(26) }, 'nonce', 'BASE_TYPE_MAX_LENGTH'],
  [
    'a reply to nothing',
    { content: 'x', message_reference: { message_id: '1' } },
    'message_reference',
    'REPLIES_UNKNOWN_MESSAGE',
  ],
];

describe('the emulated Discord refuses what Discord refuses', () => {
  let shared: DiscordEmulator;
  beforeAll(async () => {
    shared = await createDiscordEmulator();
  });
  afterAll(() => shared.close());

  it.each(BAD_FORMS)('refuses %s with 50035 at its place', async (why, body, path, code) => {
    const { id } = shared.channel(why);
    const { status, body: answer } = await call(shared, `POST /channels/${id}/messages`, body);
    expect([status, answer?.code, answer?.message]).toEqual([400, 50035, 'Invalid Form Body']);
    const place = path.split('.').reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], answer?.errors);
    expect(place).toMatchObject({ _errors: [{ code }] });
    expect(shared.messages(id)).toEqual([]);
  });

  it('takes each of them at its limit', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const rows = ['abcde', 'fghij', 'klmno', 'pqrst', 'uvwxy'].map((names) => row(...names));
    for (const body of [
      { content: 'x'.repeat(2000), components: rows },
      { components: [button({ custom_id: 'x'.repeat(100), label: 'x'.repeat(80) })] },
      {
        components: [
          select(
            Array.from({ length: 25 }, (_, index) => option(`${index}`)),
            { min_values: 0, max_values: 25 },
          ),
        ],
      },
      { components: [button({ style: 5, url: `https://a.example/${'x'.repeat(494)}` })] },
      { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2000) }] },
      { flags: 32768, components: [{ type: 17, components: [{ type: 10, content: 'x'.repeat(4000) }, row('a')] }] },
    ]) {
      expect((await call(emulator, `POST /channels/${id}/messages`, body)).body).toMatchObject({ channel_id: id });
    }
  });

  it('knows its channels, messages and rights by code', async () => {
    const emulator = await running();
    const ann = emulator.person('Ann');
    const [open, hidden, quiet] = ['open', 'hidden', 'quiet'].map((name) => emulator.channel(name).id);
    const dm = emulator.dm(ann).id;
    const typed = emulator.sendText(ann, String(open), 'hi');
    emulator.deny(String(hidden), 'view');
    emulator.deny(String(quiet), 'send');
    emulator.closeDms(ann);
    const codeOf = async (route: string, body?: object, token?: string) => {
      const answer = await call(emulator, route, body, token);
      return [answer.status, answer.body?.code];
    };
    const text = { content: 'x' };
    expect(await codeOf(`POST /channels/${open}/messages`, { content: ' \n' })).toEqual([400, 50006]);
    expect(await codeOf('POST /channels/1/messages', text)).toEqual([404, 10003]);
    expect(await codeOf('POST /channels/x/messages', text)).toEqual([400, 50035]);
    expect(await codeOf(`POST /channels/${hidden}/messages`, text)).toEqual([403, 50001]);
    expect(await codeOf(`POST /channels/${quiet}/messages`, text)).toEqual([403, 50013]);
    expect(await codeOf(`POST /channels/${dm}/messages`, text)).toEqual([403, 50007]);
    expect(await codeOf(`PATCH /channels/${open}/messages/1`, text)).toEqual([404, 10008]);
    expect(await codeOf(`PATCH /channels/${open}/messages/${typed.id}`, text)).toEqual([403, 50005]);
    expect(await codeOf(`POST /channels/${open}/messages`, text, 'wrong')).toEqual([401, 0]);
    expect(await codeOf('GET /nothing')).toEqual([404, 0]);
    expect(await codeOf('PUT /users/@me')).toEqual([405, 0]);
    expect(await codeOf('POST /users/@me/channels', { recipient_id: '1' })).toEqual([404, 10013]);
  });
});

describe('the emulated Discord keeps what it takes', () => {
  it('makes one message of two with one enforced nonce, for five minutes', async () => {
    let nowMs = 1_800_000_000_000;
    const emulator = await running({ now: () => nowMs });
    const { id } = emulator.channel('general');
    const send = (content: string, enforce_nonce = true) =>
      result(emulator, `POST /channels/${id}/messages`, { content, nonce: 'n1', enforce_nonce });
    const first = await send('one');
    expect(await send('two')).toEqual(first);
    expect(emulator.messages(id).map(({ content }) => content)).toEqual(['one']);
    await send('unenforced', false);
    nowMs += 5 * 60_000 + 1;
    await send('later');
    expect(emulator.messages(id).map(({ content }) => content)).toEqual(['one', 'unenforced', 'later']);
  });

  it('notifies whom allowed_mentions lets through, and everyone named without it', async () => {
    const emulator = await running();
    const [ann, bob] = [emulator.person('Ann'), emulator.person('Bob')];
    const role = emulator.role('staff');
    const { id } = emulator.channel('general');
    const content = `@everyone <@${ann.id}> <@${bob.id}> <@&${role.id}>`;
    const pingsOf = async (allowed_mentions?: object) =>
      emulator.pings(await result(emulator, `POST /channels/${id}/messages`, { content, allowed_mentions }));
    expect(await pingsOf()).toEqual({ everyone: true, users: [ann.id, bob.id], roles: [role.id] });
    expect(await pingsOf({ parse: [] })).toEqual({ everyone: false, users: [], roles: [] });
    expect(await pingsOf({ users: [ann.id] })).toEqual({ everyone: false, users: [ann.id], roles: [] });
    const typed = emulator.sendText(ann, id, 'a question');
    const reply = { content: 'x', message_reference: { message_id: typed.id } };
    const answered = await result(emulator, `POST /channels/${id}/messages`, reply);
    expect(emulator.pings(answered).users).toEqual([ann.id]);
    expect(answered).toMatchObject({ type: 19, referenced_message: { id: typed.id } });
  });

  it('edits what is given, keeps the rest, and never gives components v2 back', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const sent = await result(emulator, `POST /channels/${id}/messages`, { content: 'old', components: [row('a')] });
    const path = `/channels/${id}/messages/${sent.id}`;
    const edited = await result(emulator, `PATCH ${path}`, { content: 'new' });
    expect(edited).toMatchObject({ content: 'new', components: [{ id: 1, components: [{ id: 2, custom_id: 'a' }] }] });
    expect(edited.edited_timestamp).not.toBeNull();
    expect(await result(emulator, `PATCH ${path}`, { components: [] })).toMatchObject({
      content: 'new',
      components: [],
    });
    expect((await call(emulator, `PATCH ${path}`, { content: null })).body?.code).toBe(50006);
    const v2 = { flags: 32768, components: [{ type: 10, content: 'x' }] };
    expect((await call(emulator, `PATCH ${path}`, v2)).body?.code).toBe(50035);
    expect(await result(emulator, `PATCH ${path}`, { ...v2, content: null })).toMatchObject({ flags: 32768 });
    expect(await result(emulator, `PATCH ${path}`, { ...v2, flags: 0 })).toMatchObject({ flags: 32768 });
    expect((await call(emulator, `DELETE ${path}`)).status).toBe(204);
    expect(emulator.messages(id)).toEqual([]);
  });

  it('keeps files, gives them to whoever has the link, and drops those that an edit leaves out', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const form = new FormData();
    form.set('payload_json', JSON.stringify({ attachments: [{ id: 0, description: 'a note' }] }));
    form.set('files[0]', new File(['hello'], 'note.txt', { type: 'text/plain' }));
    const sent = await result(emulator, `POST /channels/${id}/messages`, form);
    expect(sent.attachments).toMatchObject([{ filename: 'note.txt', size: 5, description: 'a note' }]);
    expect(await (await fetch(String(sent.attachments[0]?.url))).text()).toBe('hello');
    const path = `/channels/${id}/messages/${sent.id}`;
    expect(await result(emulator, `PATCH ${path}`, { content: 'x' })).toMatchObject({ attachments: [{}] });
    expect(await result(emulator, `PATCH ${path}`, { attachments: [] })).toMatchObject({ attachments: [] });
    expect(emulator.calls[0]?.files).toEqual(['note.txt']);
  });

  it.each([
    ['before=abc', 'before', 'NUMBER_TYPE_COERCE', 'Value "abc" is not snowflake.'],
    ['after=', 'after', 'NUMBER_TYPE_COERCE', 'Value "" is not snowflake.'],
    ['after=-1', 'after', 'NUMBER_TYPE_COERCE', 'Value "-1" is not snowflake.'],
    ['before=18446744073709551616', 'before', 'NUMBER_TYPE_COERCE', 'Value "18446744073709551616" is not snowflake.'],
    ['limit=many', 'limit', 'NUMBER_TYPE_COERCE', 'Value "many" is not int.'],
    ['limit=0', 'limit', 'NUMBER_TYPE_MIN', 'int value should be greater than or equal to 1.'],
    ['limit=101', 'limit', 'NUMBER_TYPE_MAX', 'int value should be less than or equal to 100.'],
  ])('refuses to list messages for a query of %s', async (query, path, code, message) => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    const { status, body } = await call(emulator, `GET /channels/${id}/messages?${query}`);
    expect([status, body]).toEqual([
      400,
      { message: 'Invalid Form Body', code: 50035, errors: { [path]: { _errors: [{ code, message }] } } },
    ]);
  });

  it('lists the newest messages first, and threads grow from messages', async () => {
    const emulator = await running();
    const { id } = emulator.channel('general');
    for (const content of ['1', '2', '3']) await result(emulator, `POST /channels/${id}/messages`, { content });
    const listed = await result<{ content: string; id: string }[]>(emulator, `GET /channels/${id}/messages?limit=2`);
    expect(listed.map(({ content }) => content)).toEqual(['3', '2']);
    const path = `/channels/${id}/messages/${listed[0]?.id}/threads`;
    const thread = await result<{ id: string }>(emulator, `POST ${path}`, { name: 'more' });
    expect(thread).toMatchObject({ id: listed[0]?.id, type: 11, parent_id: id });
    expect((await call(emulator, `POST ${path}`, { name: 'again' })).body?.code).toBe(160004);
    await result(emulator, `POST /channels/${thread.id}/messages`, { content: 'in it' });
    emulator.archive(thread.id, { isLocked: true });
    expect((await call(emulator, `POST /channels/${thread.id}/messages`, { content: 'x' })).body?.code).toBe(50083);
  });
});
