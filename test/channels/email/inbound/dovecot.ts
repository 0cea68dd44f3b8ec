import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ImapFlow } from 'imapflow';
import { freePort } from '../../../free-port.ts';
import { serverOwner } from '../../../store/postgres/binaries.ts';

const keeper = fileURLToPath(new URL('../../../store/postgres/keep-server.mjs', import.meta.url));
const [program] = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/opt/homebrew/sbin/dovecot'].filter(existsSync);

/** Why there is no IMAP server here; nothing when one can be started. */
export const noDovecot: string | undefined = program
  ? undefined
  : 'no IMAP server: dovecot is not installed (Debian: dovecot-imapd)';

/** A dovecot in a folder of its own, without root. It ends with this process, and its folder with it. */
export async function startDovecot(): Promise<{
  url: string;
  append(mail: Buffer): Promise<void>;
  unseen(): Promise<number>;
}> {
  const owner = serverOwner();
  const named = (what: string) => execFileSync('id', [what, String(owner.uid)], { encoding: 'utf8' }).trim();
  const folder = mkdtempSync(join(tmpdir(), 'footbridge-dovecot-'));
  chmodSync(folder, 0o755);
  for (const name of ['run', 'home']) {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), owner.uid, owner.gid);
  }
  const port = await freePort();
  writeFileSync(
    join(folder, 'dovecot.conf'),
    configuration({ folder, port, ...owner, user: named('-un'), group: named('-gn') }),
  );
  const args = [
    keeper,
    folder,
    `${owner.uid}`,
    `${owner.gid}`,
    program ?? '',
    '-F',
    '-c',
    join(folder, 'dovecot.conf'),
  ];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  (child.stdin as unknown as { unref?: () => void }).unref?.();

  async function withClient<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      logger: false,
      auth: { user: 'ann', pass: 'secret' },
    });
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      client.close();
    }
  }
  await untilItAnswers(() => withClient(async () => {}));
  return {
    url: `imap://ann:secret@127.0.0.1:${port}`,
    append: (mail) => withClient(async (client) => void (await client.append('INBOX', mail))),
    unseen: () =>
      withClient(async (client) => {
        const status = await client.status('INBOX', { unseen: true });
        return (status ? status.unseen : undefined) ?? -1;
      }),
  };
}

type About = { folder: string; user: string; group: string; uid: number; gid: number; port: number };

function configuration({ folder, user, group, uid, gid, port }: About): string {
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/null
default_internal_user = ${user}
default_login_user = ${user}
default_internal_group = ${group}
ssl = no
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
first_valid_uid = 1
last_valid_uid = 0
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}/home/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
}

async function untilItAnswers(ask: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(100);
    }
  }
}
