import { onTestFinished } from 'vitest';
import { createConnection } from '../../../src/channels/email/connection.ts';
import { createMailIntake } from '../../../src/channels/email/inbound/intake.ts';
import { createMailer } from '../../../src/channels/email/outbound/mailer.ts';
import { emailSettings } from '../../../src/channels/email/settings.ts';
import { createMailEmulator, type MailEmulator } from '../../../src/emulators/mail/index.ts';
import type { ChannelConnection, DeliveryOutcome } from '../../../src/protocol/channel.ts';
import { FakeHost } from '../telegram/fake-host.ts';

export interface Connected {
  mail: MailEmulator;
  host: FakeHost;
  connection: ChannelConnection;
  /** Delivers a payload; `secret` is what it answers. */
  deliver(payload: object, how?: { deliveryId?: string; secret?: string }): Promise<DeliveryOutcome>;
}

/** As the service makes them. */
export const DELIVERY = 'dlv_mik2abcd0123456789abcdef0123';

/** A connection to an emulator, over a host that keeps what it receives. Ends with the test. */
export async function connected(
  settings: object = {},
  { host = new FakeHost(), login }: { host?: FakeHost; login?: { user: string; password: string } } = {},
): Promise<Connected> {
  const mail = await createMailEmulator(login ? { login } : {});
  const parsed = emailSettings.parse({ from: 'Acme Bot <bot@bridge.example>', smtp: mail.smtpUrl, ...settings });
  const ways = { mailer: await createMailer(parsed), intake: await createMailIntake(parsed, host) };
  const connection = createConnection(ways, parsed, host);
  onTestFinished(async () => {
    await connection.stop();
    await mail.close();
  });
  return {
    mail,
    host,
    connection,
    deliver: (payload, { deliveryId = DELIVERY, ...how } = {}) =>
      connection.deliver({ deliveryId, kind: 'send', payload, ...how }),
  };
}
