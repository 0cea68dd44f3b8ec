import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const WEBHOOK_SECRET = 'hook-secret';

/** Writes a formation whose bot answers `re: <text>`, some of it slowly, as fast as people write and the platform takes it. */
export async function writeFormation(folder: string, apiRoot: string): Promise<void> {
  await writeFile(
    join(folder, 'formation.afs'),
    `schema: "1.0.0"
id: chaos
turns: { limits: false, max_waiting: 100000 }
agent:
  type: script
  replies:
    - when: { text: "slow" }
      delay_ms: 40
      turn: { text: "re: \${{ turn.text }}" }
    - turn: { text: "re: \${{ turn.text }}" }
channels:
  telegram: { token: "1:chaos", mode: webhook, secret_token: ${WEBHOOK_SECRET}, api_root: "${apiRoot}" }
outbox: { rates: { telegram: off } }
`,
  );
}
