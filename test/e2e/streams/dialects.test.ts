import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { type Asking, ask, DialectReader, goOn, turnIn } from './dialect-reading.ts';
import { CARD, letGo, showing, shownRuns } from './showing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ formation: 'agent: { type: showing }\n', agents: [showing] });
});
afterAll(() => service.end());

const EACH: Asking[] = [
  { dialect: 'muxi' },
  { dialect: 'ubp', capabilities: CARD },
  { dialect: 'ubp' },
  { dialect: 'agent-ui' },
];
const nameOf = ({ dialect, capabilities }: Asking) => (capabilities ? `${dialect} with cards` : dialect);
const cases = EACH.map((asking) => [nameOf(asking), asking] as const);
const SOON = { timeout: 10_000, interval: 5 };

async function wholeOf(asking: Asking, message: string) {
  const bytes = new Uint8Array(await (await ask(service.url, asking, { message, session_id: 's' })).arrayBuffer());
  const reader = new DialectReader(asking.dialect);
  reader.feed(bytes);
  return { bytes, reader, turnId: turnIn(reader) };
}

describe.each(cases)('a turn in %s', (name, asking) => {
  it('that is cut after any byte goes on to the same state, with no second run [MUXI-41, UBP-15, AUI-2]', async () => {
    const { bytes, reader, turnId } = await wholeOf(asking, `everything in ${name}`);
    expect(reader.told.end).toBe('done');
    const before = shownRuns.length;
    for (let offset = 0; offset <= bytes.length; offset++) {
      const cut = new DialectReader(asking.dialect);
      cut.feed(bytes.slice(0, offset));
      const resumed = await new DialectReader(asking.dialect, cut.told).read(
        await goOn(service.url, turnId, asking, cut.told),
      );
      expect(resumed.told.parts, `cut after byte ${offset}`).toEqual(reader.told.parts);
      expect(resumed.told.end, `cut after byte ${offset}`).toBe('done');
    }
    expect(shownRuns.length).toBe(before);
  }, 120_000);

  it('is read the same byte by byte, and with other line breaks', async () => {
    const { bytes, reader } = await wholeOf(asking, 'bytes');
    const slow = new DialectReader(asking.dialect);
    for (const byte of bytes) slow.feed(Uint8Array.of(byte));
    expect(slow.events).toEqual(reader.events);
    const crlf = new DialectReader(asking.dialect);
    crlf.feed(new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\n', '\r\n')));
    expect(crlf.events).toEqual(reader.events);
  });

  it('goes on live for a reader that comes back in the middle of a run', async () => {
    const message = `held in ${name}`;
    const aborting = new AbortController();
    const first = new DialectReader(asking.dialect);
    const response = await ask(service.url, asking, { message }, { signal: aborting.signal });
    const isCut = expect(first.read(response)).rejects.toThrow();
    await expect.poll(() => first.text, SOON).toBe('Grüße 🙂 \r\n\r\nfirst, ');
    const turnId = turnIn(first);
    aborting.abort();
    await isCut;
    const second = new DialectReader(asking.dialect, first.told);
    const third = new DialectReader(asking.dialect);
    const reading = [
      second.read(await goOn(service.url, turnId, asking, first.told)),
      third.read(await goOn(service.url, turnId, asking)),
    ];
    await expect.poll(() => third.text, SOON).toBe('Grüße 🙂 \r\n\r\nfirst, ');
    expect(letGo(message)).toBe(true);
    await Promise.all(reading);
    expect(second.told.parts).toEqual(third.told.parts);
    expect(third.told.end).toBe('done');
  });
});

describe('one turn', () => {
  it('shows a card where it was made on a stream that negotiated it, and on no other [UBP-11, UBP-12, UBP-13]', async () => {
    const { reader, turnId } = await wholeOf({ dialect: 'ubp', capabilities: CARD }, 'cards');
    expect(reader.told.blocks).toEqual([{ namespace: 'minara', block_type: 'feature_recommendation', version: 1 }]);
    expect(reader.told.parts.map(({ event }) => event)).toEqual([
      ...['text', 'tool_call_start', 'sub_tool_start', 'sub_tool_end', 'tool_call_end', 'text', 'ui_block'],
      ...['tool_call_start', 'text', 'pending_question_created'],
    ]);
    const without = await new DialectReader('ubp').read(await goOn(service.url, turnId, { dialect: 'ubp' }));
    expect(without.told.blocks).toBeUndefined();
    expect(without.told.parts.map(({ event }) => event)).not.toContain('ui_block');
    const other = { dialect: 'ubp', capabilities: 'minara.other@1' } as const;
    const negotiatedInVain = await new DialectReader('ubp').read(await goOn(service.url, turnId, other));
    expect(negotiatedInVain.told.blocks).toEqual([]);
    expect(negotiatedInVain.told.parts.map(({ event }) => event)).not.toContain('ui_block');
  });

  it('says a card in words where its client did not ask for cards', async () => {
    const { reader } = await wholeOf({ dialect: 'ubp' }, 'no cards');
    expect(reader.told.parts.map(({ event }) => event)).not.toContain('ui_block');
    expect(reader.text).toContain('/swap BTC');
    const muxi = await wholeOf({ dialect: 'muxi' }, 'no cards');
    expect(muxi.reader.text).toContain('/swap BTC');
    expect(muxi.reader.text).toContain('Sales: Mo 1, Tu 2.');
    const widgets = muxi.reader.told.parts.find(({ event }) => event === 'ui')?.data;
    expect(widgets).toEqual({ ui: [expect.objectContaining({ type: 'options' }), expect.anything()] });
  });

  it('shows a chart as an envelope in agent-ui, and keeps its words out of the text [AUI-1, AUI-2, AUI-7]', async () => {
    const { reader, turnId } = await wholeOf({ dialect: 'agent-ui' }, 'chart');
    const envelopes = reader.told.parts.filter(({ event }) => event === 'ui_envelope');
    expect(envelopes).toEqual([
      {
        event: 'ui_envelope',
        data: {
          session_id: 's',
          envelope_id: `${turnId}.1.e1`,
          created_at: expect.any(Number),
          envelope: expect.objectContaining({ schemaVersion: 'agent-ui@1', kind: 'chart', surface: 'chat_inline' }),
        },
      },
    ]);
    expect(reader.text).not.toContain('Sales: Mo 1');
  });

  it('tells its question with its choices, and the next one what became of it', async () => {
    const asking = { dialect: 'ubp' } as const;
    const session = { session_id: 'asked' };
    const asked = await new DialectReader('ubp').read(await ask(service.url, asking, { message: 'ask', ...session }));
    const question = asked.told.parts.at(-1)?.data as { id: string };
    expect(question).toEqual({
      id: expect.stringMatching(/^ui_[0-9A-Za-z_]{21}$/),
      prompt: 'Go?',
      choices: [{ value: 'y', label: 'Jä' }],
      multi: false,
    });
    const body = { message: 'Jä', ui_response: { id: question.id, value: 'y' }, ...session };
    const answered = await new DialectReader('ubp').read(await ask(service.url, asking, body));
    expect(answered.told.parts).toEqual([
      { event: 'pending_question_resolved', data: { id: question.id, value: 'y', label: 'Jä' } },
      { event: 'text', data: 'You chose Jä.' },
    ]);
  });

  it('tells nothing that a tool means for the person alone [MUXI-19]', async () => {
    const { reader } = await wholeOf({ dialect: 'ubp' }, 'tools');
    const ended = reader.told.parts.find(({ event }) => event === 'tool_call_end');
    expect(ended?.data).toEqual({ id: 'c1', name: 'search', is_error: false, result: { found: [1] } });
  });

  it('is refused in a dialect that does not exist', async () => {
    const { turnId } = await wholeOf({ dialect: 'muxi' }, 'x');
    const refused = await fetch(`${service.url}/v1/turns/${turnId}/stream?dialect=klingon`, {
      headers: { 'X-User-Id': 'ann' },
    });
    expect(refused.status).toBe(400);
  });
});

describe('a formation without widgets', () => {
  it('shows neither card nor chart to anybody, and says both in words', async () => {
    const plain = await startTestService({
      formation: 'agent: { type: showing }\nui: { widgets: false }\n',
      agents: [showing],
    });
    onTestFinished(() => plain.end());
    for (const asking of EACH) {
      const response = await ask(plain.url, asking, { message: 'plain' });
      const { told, text } = await new DialectReader(asking.dialect).read(response);
      const events = new Set(told.parts.map(({ event }) => event));
      expect(['ui', 'ui_block', 'ui_envelope'].filter((event) => events.has(event))).toEqual([]);
      expect(text, nameOf(asking)).toContain('/swap BTC');
      expect(text, nameOf(asking)).toContain('Sales: Mo 1, Tu 2.');
      expect(told.blocks).toEqual(asking.capabilities === undefined ? undefined : []);
    }
  });
});
