import { once } from 'node:events';
import type { ChannelHost, WhileOwner } from '../../../src/protocol/channel.ts';
import { BridgeError } from '../../../src/protocol/errors.ts';
import type { OpenUrl } from '../../../src/protocol/file.ts';
import type { FormWords } from '../../../src/protocol/form-words.ts';
import type { Inbound, Received } from '../../../src/protocol/inbound.ts';
import type { Log } from '../../../src/protocol/log.ts';
import type { Address } from '../../../src/protocol/turn.ts';
import type { Vault } from '../../../src/protocol/vault.ts';

export interface LogLine {
  level: keyof Log;
  facts: object;
  message: string;
}

/** A service that keeps what it receives in memory. */
export class FakeHost implements ChannelHost {
  readonly inbounds: Inbound[] = [];
  readonly lines: LogLine[] = [];
  readonly log: Log = {
    debug: (facts, message) => this.lines.push({ level: 'debug', facts, message }),
    info: (facts, message) => this.lines.push({ level: 'info', facts, message }),
    warn: (facts, message) => this.lines.push({ level: 'warn', facts, message }),
    error: (facts, message) => this.lines.push({ level: 'error', facts, message }),
  };
  openUrl: OpenUrl = async () => {
    throw new BridgeError('url_refused', 'Nothing is opened here.');
  };
  now = () => 1_767_225_000_000;
  publicUrl?: string;
  /** What `receive` says; throw to be a store that is down. */
  onReceive: (inbound: Inbound) => Received | Promise<Received> = () => ({ status: 'accepted', turnId: 'turn_1' });

  async receive(inbound: Inbound): Promise<Received> {
    const received = await this.onReceive(inbound);
    this.inbounds.push(inbound);
    if (inbound.makesKnown) this.known.add(JSON.stringify(inbound.address));
    return received;
  }

  /** Addresses of conversations that were made known, as JSON. */
  readonly known = new Set<string>();

  isKnown = async (address: Address): Promise<boolean> => this.known.has(JSON.stringify(address));

  makeKnown = async (address: Address): Promise<void> => {
    this.known.add(JSON.stringify(address));
  };

  /** The one that signs, and one that another instance may sign with. */
  derivedSecrets(label: string): string[] {
    return ['0', '1'].map((filler) => Buffer.from(label).toString('hex').padEnd(64, filler).slice(0, 64));
  }

  formWords = (locale: string | undefined): FormWords =>
    locale === 'zh-CN'
      ? { title: '确认并发送', submit: '发送', cancel: '取消', failed: '出了点问题，请再试一次。' }
      : {
          title: 'Check and send',
          submit: 'Send',
          cancel: 'Cancel',
          failed: 'Something went wrong here. Please try again.',
        };

  /** What came back, by delivery, and why. */
  readonly failed = new Map<string, string>();
  async deliveryFailed(deliveryId: string, reason: string): Promise<boolean> {
    this.failed.set(deliveryId, reason);
    return true;
  }

  async keptUpdate(dedupeKey: string): Promise<string | undefined> {
    return this.inbounds.find((inbound) => inbound.dedupeKey === dedupeKey)?.raw;
  }

  /** The only instance there is; a test may put others beside it. */
  whileOwner: WhileOwner = (_name, work, stopping) => work.run(stopping);

  /** Keeps what it is given as it is. */
  readonly vault: Vault = plainVault();

  /** Everything that was logged, as one text to search for what must not be there. */
  get logged(): string {
    return JSON.stringify(this.lines);
  }
}

/** Another instance has whatever is asked for, until the stop. */
export const ownedElsewhere: WhileOwner = async (_name, work, stopping) => {
  work.onStandby?.();
  if (!stopping.aborted) await once(stopping, 'abort');
};

/** A vault that keeps what it is given as it is, for its own time. */
function plainVault(): Vault {
  const kept = new Map<string, string>();
  return {
    put: async (key, value) => void kept.set(key, value),
    async add(key, value) {
      if (kept.has(key)) return false;
      kept.set(key, value);
      return true;
    },
    get: async (key) => kept.get(key),
    remove: async (key) => kept.delete(key),
  };
}
