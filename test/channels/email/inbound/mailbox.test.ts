import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BadNetwork } from '../../../store/postgres/bad-network.ts';
import { ownedElsewhere } from '../../telegram/fake-host.ts';
import { noDovecot, startDovecot } from './dovecot.ts';
import { mailOf, openIntake } from './mails.ts';

const soon = { timeout: 20_000, interval: 20 };

describe.skipIf(noDovecot)(`mail in a mailbox ${noDovecot ?? '(a real IMAP server)'}`, () => {
  let server: Awaited<ReturnType<typeof startDovecot>>;
  let network: BadNetwork;
  beforeAll(async () => {
    server = await startDovecot();
    network = await BadNetwork.before(server.url);
  }, 60_000);
  afterAll(() => network?.close());

  async function watch(given: Parameters<typeof openIntake>[0] = {}, before?: (host: Opened['host']) => void) {
    const opened = await openIntake({ imap: network.url, ...given });
    before?.(opened.host);
    opened.intake.start();
    onTestFinished(() => opened.intake.stop());
    return opened;
  }
  type Opened = Awaited<ReturnType<typeof openIntake>>;
  const textsOf = ({ host }: Opened) => host.inbounds.map(({ event }) => ('text' in event ? event.text : ''));
  const allSeen = () => expect.poll(() => server.unseen(), soon).toBe(0);

  it('what was there is taken, and marked as seen once it is kept', async () => {
    await server.append(mailOf({}, 'there before'));
    const opened = await watch();
    await expect.poll(() => textsOf(opened), soon).toEqual(['there before']);
    await allSeen();
    expect(opened.intake.readiness()).toEqual({ ready: true });
  });

  it('what comes is taken within two seconds', async () => {
    const opened = await watch();
    await expect.poll(() => opened.intake.readiness().ready, soon).toBe(true);
    const appended = server.append(mailOf({}, 'just now'));
    await appended;
    const begunMs = performance.now();
    await expect.poll(() => textsOf(opened), soon).toEqual(['just now']);
    expect(performance.now() - begunMs).toBeLessThan(2_000);
    await allSeen();
  });

  it('a connection that is cut is made again, and nothing is missed', async () => {
    const opened = await watch();
    await expect.poll(() => opened.intake.readiness().ready, soon).toBe(true);
    network.cut();
    await server.append(mailOf({}, 'while it was away'));
    await expect.poll(() => textsOf(opened), soon).toEqual(['while it was away']);
    await allSeen();
  });

  it('a mail that cannot be kept stays unseen until it can', async () => {
    let isDown = true;
    const opened = await watch({}, (host) => {
      host.onReceive = () => {
        if (isDown) throw new Error('the disk is full');
        return { status: 'accepted' };
      };
    });
    await server.append(mailOf({}, 'keep me'));
    await expect.poll(() => opened.intake.readiness().reason, soon).toMatch(/the disk is full/);
    expect(await server.unseen()).toBe(1);
    isDown = false;
    await expect.poll(() => textsOf(opened), soon).toEqual(['keep me']);
    await allSeen();
  });

  it('what is too large or no mail is flagged for a person, and stops nothing', async () => {
    await server.append(mailOf({}, 'x'.repeat(70_000)));
    await server.append(Buffer.from('From nobody\r\n\r\nno sender'));
    await server.append(mailOf({}, 'behind them'));
    const opened = await watch({ max_mail_bytes: 65_536 });
    await expect.poll(() => textsOf(opened), soon).toEqual(['behind them']);
    await allSeen();
  });

  it('an instance that does not own the mailbox is ready and reads nothing', async () => {
    const opened = await watch({}, (host) => {
      host.whileOwner = ownedElsewhere;
    });
    await expect.poll(() => opened.intake.readiness().ready, soon).toBe(true);
    await server.append(mailOf({}, 'for the owner'));
    expect(textsOf(opened)).toEqual([]);
    await watch();
    await allSeen();
  });

  it('a server elsewhere without TLS is not told the password', async () => {
    // It is this machine, under a name that does not say so.
    const opened = await watch({ imap: server.url.replace('127.0.0.1', '0.0.0.0') });
    const reason =
      'The IMAP server offers no TLS that we trust, so it was not told the password. Check channels.email.imap: imaps is TLS from the start, imap is STARTTLS.';
    await expect.poll(() => opened.intake.readiness(), soon).toEqual({ ready: false, reason });
    expect(opened.host.logged).not.toContain('secret@');
  });

  it('a wrong password says what to check, and not what it was', async () => {
    const opened = await watch({ imap: network.url.replace('secret', 'wrong-password') });
    await expect
      .poll(() => opened.intake.readiness().reason, soon)
      .toBe(
        'The IMAP server refused the user or the password. Check channels.email.imap; some providers want a password for apps.',
      );
    expect(opened.host.logged).not.toContain('wrong-password');
  });

  it('ends at once when the service stops', async () => {
    const opened = await watch();
    await expect.poll(() => opened.intake.readiness().ready, soon).toBe(true);
    const begunMs = performance.now();
    await opened.intake.stop();
    expect(performance.now() - begunMs).toBeLessThan(1_000);
    vi.restoreAllMocks();
  });
});

it('a server that cannot be reached is tried again, and readiness tells', async () => {
  const { intake } = await openIntake({ imap: 'imap://ann:secret@127.0.0.1:1' });
  intake.start();
  await expect
    .poll(() => intake.readiness().reason, soon)
    .toMatch(/^The mailbox cannot be read: .+ It is tried again\.$/);
  await intake.stop();
});
