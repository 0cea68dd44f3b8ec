// Run by kill.test.ts: accepts from several callers for ever and prints the id of each turn that was acknowledged.
// Arguments: the built store module, the data folder, a prefix for ids.
import { writeSync } from 'node:fs';
import { argv, stdout } from 'node:process';

const [, , storeModule, folder, prefix] = argv;
const { openSqliteStore } = await import(storeModule);
const store = await openSqliteStore({ folder, now: Date.now });

async function caller(name) {
  for (let count = 0; ; count += 1) {
    const turnId = `${prefix}.${name}.${count}`;
    await store.accept({
      turnId,
      channel: 'telegram',
      dedupeKey: turnId,
      conversation: `telegram:${name}`,
      raw: '{"text":"hello"}',
      receivedAtMs: Date.now(),
    });
    writeSync(stdout.fd, `${turnId}\n`);
  }
}

await Promise.all(Array.from({ length: 8 }, (_, index) => caller(index)));
