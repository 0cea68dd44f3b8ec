import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** An empty data folder, removed when the test is over. */
export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footbridge-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
