import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../../src/channels/telegram/bot-api.ts';
import { LiveKeyboards } from '../../../src/channels/telegram/live-keyboards.ts';
import { type Loose, objectIn } from '../../../src/channels/telegram/loose.ts';
import { rowsIn } from '../../../src/channels/telegram/toggles.ts';
import { FakeHost } from './fake-host.ts';

const WIDGET = 'ui_AbCdEfGhIjKlMnOpQrStU';
const LABELS = ['North', 'South', 'East'];

/** A message of the bot whose toggles stand so: `x-x` is on, off, on. */
function message(state: string, messageId = 12): Loose {
  const toggles = LABELS.map((label, at) => ({
    text: `${state[at] === 'x' ? '☑' : '☐'} ${label}`,
    callback_data: `${WIDGET}#t${at}`,
  }));
  const done = { text: 'Done', callback_data: `${WIDGET}#ok` };
  return {
    message_id: messageId,
    chat: { id: 77, type: 'private' },
    reply_markup: { inline_keyboard: [toggles, [done]] },
  };
}

const stateOf = (holder: Loose) =>
  (rowsIn(holder)?.[0] ?? []).map(({ text }) => (String(text).startsWith('☑') ? 'x' : '-')).join('');

const YES: Answer = { type: 'yes', result: true };
const tooMany = (retryAfterMs: number): Answer => ({ type: 'no', code: 429, description: 'Too Many', retryAfterMs });

let edits: { state: string; answer: (answer: Answer) => void }[];
let nowMs: number;
let stopping: AbortController;
let keyboards: LiveKeyboards;
beforeEach(() => {
  edits = [];
  nowMs = 1_767_225_000_000;
  stopping = new AbortController();
  keyboards = new LiveKeyboards({
    call: (method, body) => {
      expect(method).toBe('editMessageReplyMarkup');
      expect(body).toMatchObject({ chat_id: 77, message_id: 12 });
      return new Promise((answer) => edits.push({ state: stateOf(body as Loose), answer }));
    },
    log: new FakeHost().log,
    now: () => nowMs,
    stopping: stopping.signal,
  });
});

const press = (index: number, shown: string) => keyboards.toggle(message(shown), `${WIDGET}#t${index}`);
const current = (shown: string) => stateOf({ reply_markup: { inline_keyboard: keyboards.of(message(shown)) } });
const states = () => edits.map(({ state }) => state);
const answered = async (at: number, answer: Answer = YES) => {
  edits[at]?.answer(answer);
  await new Promise((done) => setImmediate(done));
};

describe('an option of several', () => {
  it('is turned on, and off again, by an edit of the keyboard alone', async () => {
    press(1, '---');
    expect(states()).toEqual(['-x-']);
    await answered(0);
    press(1, '-x-');
    expect(states()).toEqual(['-x-', '---']);
  });

  it('does not lose another that was pressed before the edit had arrived', async () => {
    press(0, '---');
    press(2, '---');
    expect(current('---')).toBe('x-x');
    expect(states()).toEqual(['x--']);
    await answered(0);
    expect(states()).toEqual(['x--', 'x-x']);
    await answered(1);
    press(1, 'x--');
    expect(states()).toEqual(['x--', 'x-x', 'xxx']);
  });

  it('goes out with all that were pressed meanwhile, in one edit', async () => {
    for (const at of [0, 1, 2]) press(at, '---');
    await answered(0);
    expect(states()).toEqual(['x--', 'xxx']);
  });

  it('is turned once by the same press that comes twice', async () => {
    press(0, '---');
    press(0, '---');
    await answered(0);
    expect(states()).toEqual(['x--']);
  });

  it('stands on what the press shows, where that is no keyboard of ours: another instance was there', async () => {
    press(0, '---');
    await answered(0);
    press(1, '--x');
    expect(states()).toEqual(['x--', '-xx']);
  });

  it('stands on what the press shows, long after our last edit', async () => {
    press(0, '---');
    await answered(0);
    nowMs += 10_000;
    press(1, '---');
    expect(states()).toEqual(['x--', '-x-']);
  });

  it('waits when the platform asks to, and loses nothing', async () => {
    press(0, '---');
    await answered(0, tooMany(20));
    press(1, '---');
    expect(states()).toEqual(['x--']);
    await expect.poll(states).toEqual(['x--', 'xx-']);
  });

  it('is tried once more after silence; refused, what people see is what counts', async () => {
    press(0, '---');
    await answered(0, { type: 'silence', reason: 'Telegram did not answer', mayBeDone: true });
    expect(states()).toEqual(['x--', 'x--']);
    await answered(1, { type: 'no', code: 400, description: 'Bad Request: message to edit not found' });
    expect(current('---')).toBe('---');
  });

  it('is not there on a message without it', () => {
    keyboards.toggle({ message_id: 12, chat: { id: 77 } }, `${WIDGET}#t0`);
    press(7, '---');
    expect(states()).toEqual([]);
  });
});

describe('another edit of the message', () => {
  const target = { chat_id: 77, message_id: 12, text: 'Answered' };

  it('comes after the one under way, and shows the options as they are', async () => {
    press(0, '---');
    press(1, '---');
    const sent: Loose[] = [];
    const done = keyboards.during({ ...target, ...markup('---') }, async (body) => sent.push(body));
    expect(sent).toEqual([]);
    await answered(0);
    await done;
    expect(sent.map(stateOf)).toEqual(['xx-']);
    expect(states()).toEqual(['x--']);
  });

  it('does not wait for a wait', async () => {
    press(0, '---');
    await answered(0, tooMany(60_000));
    const sent: Loose[] = [];
    await keyboards.during({ ...target, ...markup('---') }, async (body) => sent.push(body));
    expect(sent.map(stateOf)).toEqual(['x--']);
  });

  it('holds back what is pressed meanwhile', async () => {
    press(0, '---');
    await answered(0);
    let end = () => {};
    const done = keyboards.during(
      { ...target, ...markup('---') },
      () => new Promise<void>((resolve) => (end = resolve)),
    );
    await answered(0);
    press(1, 'x--');
    expect(states()).toEqual(['x--']);
    end();
    await done;
    await expect.poll(states).toEqual(['x--', 'xx-']);
  });

  it('knows the options of a message that was only pressed elsewhere', async () => {
    keyboards.see(message('x-x'));
    const sent: Loose[] = [];
    await keyboards.during({ ...target, ...markup('---') }, async (body) => sent.push(body));
    expect(sent.map(stateOf)).toEqual(['x-x']);
  });

  it('goes out as it is where nobody pressed, or where no keyboard stays', async () => {
    const sent: Loose[] = [];
    await keyboards.during({ ...target, ...markup('---') }, async (body) => sent.push(body));
    keyboards.see(message('x--'));
    await keyboards.during(target, async (body) => sent.push(body));
    expect(sent.map((body) => objectIn(body)?.reply_markup)).toEqual([markup('---').reply_markup, undefined]);
  });
});

it('remembers a thousand messages', () => {
  for (let id = 1; id <= 1_001; id += 1) keyboards.see(message('x--', id));
  const remembered = [1, 2, 1_001].map((id) => keyboards.of(message('---', id)));
  expect(remembered.map((rows) => stateOf({ reply_markup: { inline_keyboard: rows } }))).toEqual(['---', '---', '---']);
});

it('a stop ends a wait', async () => {
  press(0, '---');
  await answered(0, tooMany(60_000));
  stopping.abort();
  await keyboards.settled();
  expect(states()).toEqual(['x--']);
});

function markup(state: string): { reply_markup: unknown } {
  return { reply_markup: message(state).reply_markup };
}
