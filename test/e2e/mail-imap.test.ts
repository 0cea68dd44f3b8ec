import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createMailEmulator } from '../../src/emulators/mail/index.ts';
import { noDovecot, startDovecot } from '../channels/email/inbound/dovecot.ts';
import { formationFolder, REPLIES, startFrom } from './service.ts';

it.skipIf(noDovecot)(
  `a mail that comes into a mailbox is answered within two seconds ${noDovecot ?? '(a real IMAP server)'}`,
  { timeout: 60_000 },
  async () => {
    const [mailbox, mail] = [await startDovecot(), await createMailEmulator()];
    const settings = `from: "Bot <bot@bridge.example>", smtp: API_ROOT, imap: "${mailbox.url}"`;
    const folder = await formationFolder(`${REPLIES}channels:\n  email: { ${settings} }\n`, mail.smtpUrl);
    const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data') };
    const service = await startFrom(folder, env);
    onTestFinished(async () => {
      await service.stop();
      await mail.close();
      await rm(folder, { recursive: true, force: true });
    });
    const isReady = async () => (await fetch(`${service.url}/readyz`)).ok;
    await expect.poll(isReady, { timeout: 20_000 }).toBe(true);
    const ann = mail.person('Ann');

    const head = `From: ${ann.address}\r\nTo: bot@bridge.example\r\nMessage-ID: <1@people.example>`;
    await mailbox.append(Buffer.from(`${head}\r\nSubject: Hello\r\n\r\nhello\r\n`));
    const appendedMs = performance.now();
    await expect.poll(() => mail.mails(ann).at(-1)?.text, { timeout: 10_000, interval: 10 }).toBe('You said: hello');

    expect(performance.now() - appendedMs).toBeLessThan(2_000);
  },
);
