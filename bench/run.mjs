// Everything that is measured, one after the other. All traffic stays on loopback and ends by itself.
import { spawnSync } from 'node:child_process';

for (const script of [
  'print.mjs',
  'text.mjs',
  'store.mjs',
  'turns.mjs',
  'http.mjs',
  'acks.mjs',
  'sse.mjs',
  'widgets.mjs',
]) {
  const { status } = spawnSync(process.execPath, [script], { cwd: new URL('./', import.meta.url), stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
