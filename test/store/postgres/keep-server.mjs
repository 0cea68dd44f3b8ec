// Runs a database server for as long as the process that started this one lives, and removes its folder afterwards.
// Standard input ends with that process, however it ended, so a killed test leaves no server behind.
// Usage: node keep-server.mjs <folder> <uid> <gid> <program> <arguments…>
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [folder, uid, gid, program, ...args] = process.argv.slice(2);
const server = spawn(program, args, {
  cwd: folder,
  uid: Number(uid),
  gid: Number(gid),
  stdio: ['ignore', 'inherit', 'inherit'],
});
let isOver = false;
// The immediate shutdown: nobody will read what is in there.
const end = () => {
  isOver = true;
  server.kill('SIGQUIT');
};
process.stdin.on('end', end).on('error', end).resume();
// A signal to the whole group is for the tests; the server ends with them, not before.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
server.on('exit', async (code) => {
  // Its processes end a moment after it, and write until then.
  for (let tries = 1; isOver && tries <= 30 && existsSync(folder); tries += 1) {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      await sleep(100);
    }
  }
  process.exit(code ?? 1);
});
