import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../protocol/log.ts';
import type { CallBotApi } from './bot-api.ts';
import { idIn, integerIn, type Loose, objectIn, textIn } from './loose.ts';
import { hasToggles, isOn, type Rows, rowsIn, withStateOf, withToggle } from './toggles.ts';

/*
 * Keyboards with toggles, while people press them. A press shows the keyboard as it was when it was pressed, and a second
 * press may come before the edit of the first has arrived: then both show the same. So the keyboard that was sent last is
 * remembered for a while, and a press that shows an earlier one of ours is put on top of it. A press says what its button
 * showed, and turns it into the opposite of that: the same press twice is one change.
 *
 * One edit of a message is under way at a time; changes that come meanwhile go out together. An edit that shows an answer
 * waits for the one under way, and none of ours follows it that does not know of it.
 *
 * Nothing of this is needed to understand a press. After a restart, the keyboard of the press is what counts again. Two
 * instances that take two presses of one message within the time of an edit show one of them; what is shown is what is sent.
 */

/** A press that is older than this when it comes is not put on top of a newer keyboard. */
const RECENT_MS = 10_000;
/** How many messages are remembered; the one that was touched longest ago goes first. */
const MAX_MESSAGES = 1_000;
/** Earlier keyboards of one message. A person makes fewer changes in the time of an edit. */
const MAX_EARLIER = 50;

interface LiveKeyboard {
  /** As it is to be, and will be when no edit is under way. */
  rows: Rows;
  /** JSON of every keyboard that a press may still show. */
  earlier: Set<string>;
  changedAtMs: number;
  isChanged: boolean;
  /** Another edit of the message waits for its turn, and will show the changes. */
  isYielding: boolean;
  /** The edit under way, with what follows it. */
  sending?: Promise<void>;
  /** Ends a wait between two edits. */
  hurry: AbortController;
}

export interface LiveKeyboardsDeps {
  call: CallBotApi;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  /** Aborted when the channel stops. */
  stopping: AbortSignal;
}

export class LiveKeyboards {
  readonly #deps: LiveKeyboardsDeps;
  readonly #byMessage = new Map<string, LiveKeyboard>();

  constructor(deps: LiveKeyboardsDeps) {
    this.#deps = deps;
  }

  /** The keyboard of a pressed message, as it is to be. Nothing where it cannot be seen. */
  of(message: Loose): Rows | undefined {
    const shown = rowsIn(message);
    const live = this.#byMessage.get(keyOf(message));
    if (!shown || !live) return shown;
    const isRecent = live.sending !== undefined || this.#deps.now() - live.changedAtMs < RECENT_MS;
    return isRecent && live.earlier.has(JSON.stringify(shown)) ? live.rows : shown;
  }

  /** Remembers what a press shows, so that an edit of the message keeps it. */
  see(message: Loose): void {
    const rows = this.of(message);
    if (rows && hasToggles(rows)) this.#liveOf(message, rows);
  }

  /** Turns the pressed option into the opposite of what the press shows, and edits the message. Returns at once. */
  toggle(message: Loose, data: string): void {
    const shown = rowsIn(message);
    const wasOn = shown && isOn(shown, data);
    const rows = this.of(message);
    if (!rows || wasOn === undefined) return;
    const live = this.#liveOf(message, rows);
    if (isOn(live.rows, data) === !wasOn) return;
    this.#change(live, withToggle(live.rows, data, !wasOn));
    live.isChanged = true;
    live.sending ??= this.#follow(live, this.#send(message, live));
  }

  /** Makes another edit of a message: with its toggles as they are, and with none of ours under way. */
  async during<T>(target: Loose, edit: (target: Loose) => Promise<T>): Promise<T> {
    const live = this.#byMessage.get(keyOf(target));
    if (!live) return edit(target);
    live.isYielding = true;
    live.hurry.abort();
    await live.sending;
    live.isYielding = false;
    live.isChanged = false;

    const rows = withStateOf(rowsIn(target) ?? [], live.rows);
    this.#change(live, rows);
    const edited = edit(target.reply_markup === undefined ? target : { ...target, reply_markup: markupOf(rows) });
    const next = () => this.#send(target, live);
    live.sending = this.#follow(live, edited.then(next, next));
    return edited;
  }

  /** Resolves when no edit is under way. */
  async settled(): Promise<void> {
    await Promise.all([...this.#byMessage.values()].map(({ sending }) => sending));
  }

  #liveOf(message: Loose, rows: Rows): LiveKeyboard {
    const key = keyOf(message);
    const live: LiveKeyboard = this.#byMessage.get(key) ?? {
      rows,
      earlier: new Set([JSON.stringify(rows)]),
      changedAtMs: this.#deps.now(),
      isChanged: false,
      isYielding: false,
      hurry: new AbortController(),
    };
    if (live.rows !== rows) this.#change(live, rows);
    this.#byMessage.delete(key);
    this.#byMessage.set(key, live);
    for (const [oldest, { sending }] of this.#byMessage) {
      if (this.#byMessage.size <= MAX_MESSAGES) break;
      if (sending === undefined) this.#byMessage.delete(oldest);
    }
    return live;
  }

  #change(live: LiveKeyboard, rows: Rows): void {
    live.rows = rows;
    live.changedAtMs = this.#deps.now();
    live.earlier.add(JSON.stringify(rows));
    for (const oldest of live.earlier) {
      if (live.earlier.size <= MAX_EARLIER) break;
      live.earlier.delete(oldest);
    }
  }

  #follow(live: LiveKeyboard, sending: Promise<void>): Promise<void> {
    return sending.finally(() => {
      delete live.sending;
    });
  }

  async #send(message: Loose, live: LiveKeyboard): Promise<void> {
    while (live.isChanged && !live.isYielding && !this.#deps.stopping.aborted) {
      live.isChanged = false;
      await this.#edit(message, live);
    }
  }

  async #edit(message: Loose, live: LiveKeyboard): Promise<void> {
    const { call, log, stopping } = this.#deps;
    const body = { ...placeOf(message), reply_markup: markupOf(live.rows) };
    let answer = await call('editMessageReplyMarkup', body);
    // The same keyboard twice is the same keyboard.
    if (answer.type === 'silence') answer = await call('editMessageReplyMarkup', body);
    if (answer.type === 'yes') return;
    if (answer.type === 'no' && answer.retryAfterMs !== undefined) {
      live.isChanged = true;
      if (live.isYielding) return;
      live.hurry = new AbortController();
      const signal = AbortSignal.any([live.hurry.signal, stopping]);
      await sleep(answer.retryAfterMs, undefined, { signal, ref: false }).catch(() => {});
      return;
    }
    const reason = answer.type === 'no' ? answer.description : answer.reason;
    if (/message is not modified/.test(reason)) return;
    log.info({ reason }, 'telegram did not show a choice that was turned on or off');
    // What the next press shows is what people see.
    this.#byMessage.delete(keyOf(message));
  }
}

function markupOf(rows: Rows): { inline_keyboard: Rows } {
  return { inline_keyboard: rows };
}

/** A message as the platform shows it, or as a request names it. */
function keyOf(message: Loose): string {
  const { chat_id, message_id } = placeOf(message);
  return `${chat_id}/${message_id}`;
}

function placeOf(message: Loose): Loose & { chat_id?: unknown; message_id?: unknown } {
  const business = textIn(message.business_connection_id);
  return {
    chat_id: idIn(objectIn(message.chat)?.id) ?? message.chat_id,
    message_id: integerIn(message.message_id),
    ...(business !== undefined && { business_connection_id: business }),
  };
}
