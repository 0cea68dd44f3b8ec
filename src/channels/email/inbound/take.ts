import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelHost } from '../../../protocol/channel.ts';
import type { InFlight } from '../../../protocol/in-flight.ts';
import type { ReplyTokens } from '../reply-token.ts';
import type { EmailSettings } from '../settings.ts';
import type { Envelope, Mail } from './read/mail.ts';
import type { ReadMail } from './read/read-mail.ts';
import { placeOf } from './sender/place.ts';
import { toInbound } from './to-inbound.ts';

/** What became of a mail. Only what is `unreadable` may be told to whoever sent it. */
export type Taken = 'accepted' | 'duplicate' | 'ignored' | 'unreadable';

/**
 * Takes one mail as it came over the wire. When it resolves, the mail is durable or holds nothing for an agent; when it
 * rejects, it must come again.
 */
export type Take = (raw: Buffer, envelope?: Envelope) => Promise<Taken>;

export interface TakeDeps {
  host: Pick<ChannelHost, 'receive' | 'deliveryFailed' | 'log' | 'now'>;
  readMail: ReadMail;
  tokens: ReplyTokens;
  /** Our own, in lower case. */
  mailbox: string;
  settings: Pick<EmailSettings, 'trust' | 'authserv_id' | 'allow' | 'caps'>;
  /** Follows what is left to do when a mail was taken. */
  background: InFlight;
}

/** When a bounce is tried again whose delivery is not known yet. Nobody else's mail waits for that. */
const LOOK_AGAIN_MS = [100, 400, 1_500, 5_000];

/** Keeps what people write, and never answers a machine. Each mail that is no message leaves one line in the log. */
export function createTake({ host, readMail, tokens, mailbox, settings, background }: TakeDeps): Take {
  const { log } = host;

  async function takeOther(mail: Exclude<Mail, { kind: 'message' }>): Promise<Taken> {
    switch (mail.kind) {
      case 'automatic':
        log.info({ reason: mail.reason }, 'a machine wrote this mail; nobody is asked');
        return 'ignored';
      case 'own':
        log.warn({}, 'a mail of our own came back; look for a loop');
        return 'ignored';
      case 'bounce':
        await takeBounce(mail);
        return 'ignored';
      case 'unreadable':
        log.warn({ reason: mail.reason }, 'a mail could not be read');
        return 'unreadable';
      default:
        return mail satisfies never;
    }
  }

  async function takeBounce({ delivery, isFinal, reason }: Extract<Mail, { kind: 'bounce' }>): Promise<void> {
    const facts = { reason, delivery_id: delivery };
    if (!isFinal) return log.info(facts, 'a mail server is still trying to deliver a mail of ours');
    if (delivery !== undefined && (await host.deliveryFailed(delivery, reason))) return;
    log.info(facts, 'a mail came back that is not known as delivered');
    if (delivery !== undefined) background.follow(failLater(delivery, reason)).catch(() => {});
  }

  /** Some servers refuse in the very moment in which they take: the bounce is here before their yes is kept. */
  async function failLater(delivery: string, reason: string): Promise<void> {
    for (const waitMs of LOOK_AGAIN_MS) {
      await sleep(waitMs, undefined, { ref: false });
      if (await host.deliveryFailed(delivery, reason)) return;
    }
  }

  return async (raw, envelope) => {
    const mail = await readMail(raw, envelope);
    if (mail.kind !== 'message') return takeOther(mail);
    if (mail.text === '' && mail.files.length === 0) return 'ignored';
    const { trust, authserv_id: authservId, allow, caps } = settings;
    const place = placeOf(mail, envelope, { mailbox, tokens, trust, authservId, nowMs: host.now() });
    const isCheckable = authservId !== undefined || envelope?.vouchedFor !== undefined;
    if (allow && !(allow.includes(mail.from.address) && (place.isProven || !isCheckable))) {
      log.debug({ person: mail.from.address }, 'not on the allow list of email');
      return 'ignored';
    }
    const kept = { mime: raw, address: place.address, mayAnswer: place.mayAnswer };
    return (await host.receive(toInbound(mail, kept, caps))).status;
  };
}
