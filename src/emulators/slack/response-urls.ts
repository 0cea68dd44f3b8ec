import { randomUUID } from 'node:crypto';
import { dropOldest } from '../drop-oldest.ts';
import type { Arguments } from './arguments.ts';
import { readContent } from './content.ts';
import { ApiRefusal } from './refusal.ts';
import type { Timeline } from './timeline.ts';
import type { Message } from './wire.ts';
import type { Room } from './world.ts';

/** "Up to 5 times within 30 minutes", docs.slack.dev/interactivity/handling-user-interaction, read 2026-11. */
const MAX_USES = 5;
const LIFETIME_MS = 30 * 60_000;
const MAX_OPEN = 1000;

interface Issued {
  room: Room;
  userId: string;
  /** `ts` of the message that the person acted upon; a command has none. */
  originalTs?: string;
  atMs: number;
  uses: number;
}

/** Addresses that come with what a person does, and let the app answer there without a token. */
export class ResponseUrls {
  readonly #timeline: Timeline;
  readonly #rootUrl: () => string;
  readonly #now: () => number;
  readonly #issued = new Map<string, Issued>();

  constructor(timeline: Timeline, rootUrl: () => string, now: () => number) {
    this.#timeline = timeline;
    this.#rootUrl = rootUrl;
    this.#now = now;
  }

  issue(kind: 'actions' | 'commands', to: Pick<Issued, 'room' | 'userId' | 'originalTs'>): string {
    const path = `/${kind}/${to.room.workspace.team.id}/${this.#issued.size + 1}/${randomUUID()}`;
    this.#issued.set(path, { ...to, atMs: this.#now(), uses: 0 });
    dropOldest(this.#issued, MAX_OPEN);
    return `${this.#rootUrl()}${path}`;
  }

  /** Does what was posted to an address. Throws the refusal of one that is unknown, used up or too old. */
  use(path: string, given: Arguments): void {
    const issued = this.#issued.get(path);
    if (!issued) throw new ApiRefusal('no_service');
    if (this.#now() - issued.atMs > LIFETIME_MS) throw new ApiRefusal('expired_url');
    if (issued.uses >= MAX_USES) throw new ApiRefusal('used_url');
    issued.uses++;
    const { room, userId, originalTs } = issued;
    if (given.flag('delete_original')) {
      this.#timeline.remove(room, originalOf(issued));
      return;
    }
    const content = readContent(given);
    // What came from a command has no original to replace, so it is a new message (slackapi/bolt-js#2287).
    if (given.flag('replace_original') && originalTs !== undefined) {
      const { blocks, attachments, text = '' } = content;
      this.#timeline.change(room, originalOf(issued), { text, blocks: blocks ?? [], attachments: attachments ?? [] });
      return;
    }
    const threadTs = given.text('thread_ts');
    const isForAll = given.text('response_type') === 'in_channel';
    const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
    this.#timeline.postAsBot(room, content, thread, isForAll ? undefined : userId);
  }
}

function originalOf({ room, originalTs = '' }: Issued): Message {
  const message = room.messages.get(originalTs) ?? room.ephemerals.get(originalTs)?.message;
  if (!message) throw new ApiRefusal('message_not_found');
  return message;
}
