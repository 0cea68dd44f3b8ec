import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A port that was free a moment ago. It is below those that a system gives who asks for any (32768 and up on Linux), so
 * nobody is given it before it is used, or while it is to stay closed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 20_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
