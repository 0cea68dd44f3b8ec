import pg from 'pg';
import { reasonOf } from '../../../protocol/errors.ts';
import type { Log } from '../../../protocol/log.ts';
import { NOTICES, type Notice, noticeOf } from '../instances/wake-ups.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** A connection that was cut without a word looks like one on which nobody speaks. */
const ASK_EVERY_MS = 20_000;

/** Hears what the instances of a database tell each other, over a connection of its own that is made again when it breaks. */
export class Listener {
  readonly #settings: pg.ClientConfig;
  readonly #onNotice: (notice: Notice) => void;
  /** Called when it hears again: something may have been missed. */
  readonly #onHearing: () => void;
  readonly #log: Log;
  #client: pg.Client | undefined;
  #pause: NodeJS.Timeout | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #asking: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: {
    settings: pg.ClientConfig;
    onNotice: (notice: Notice) => void;
    onHearing: () => void;
    log: Log;
  }) {
    this.#settings = options.settings;
    this.#onNotice = options.onNotice;
    this.#onHearing = options.onHearing;
    this.#log = options.log;
  }

  /** Resolves when it hears, or has begun to try again and again. */
  async start(): Promise<void> {
    if (this.#isClosed) return;
    const client = new pg.Client(this.#settings);
    this.#client = client;
    client.on('notification', ({ payload }) => {
      const notice = noticeOf(payload ?? '');
      if (notice) this.#onNotice(notice);
    });
    client.on('error', (error) => this.#again(client, error));
    client.on('end', () => this.#again(client, new Error('the connection was closed')));
    try {
      await client.connect();
      await client.query(`listen ${NOTICES}`);
      if (this.#client !== client) return;
      this.#pauseMs = FIRST_PAUSE_MS;
      this.#asking = setInterval(() => {
        client.query('select 1').catch((error: unknown) => this.#again(client, error));
      }, ASK_EVERY_MS).unref();
      this.#onHearing();
    } catch (error) {
      this.#again(client, error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    clearInterval(this.#asking);
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }

  #again(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    clearInterval(this.#asking);
    this.#log.debug(
      { reason: reasonOf(error), wait_ms: this.#pauseMs },
      'the store hears nothing from other instances',
    );
    client.end().catch(() => {});
    if (this.#isClosed) return;
    this.#pause = setTimeout(() => void this.start(), this.#pauseMs);
    this.#pause.unref();
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 2);
  }
}
