import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runAfterRestore } from '../../src/cli/operator/after-restore.ts';
import { runBackup } from '../../src/cli/operator/backup.ts';
import { runRestore } from '../../src/cli/operator/restore.ts';
import { readEnvironment } from '../../src/environment.ts';

function workFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footbridge-commands-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** How a command is run where no service answers: port 9 answers nobody. */
function silence(env: Record<string, string> = {}) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const environment = readEnvironment({ PORT: '9', ...env });
  return { deps: { environment, print: write, complain: write }, lines };
}

describe('footbridge backup', () => {
  it('says where it looked when there is neither a service nor a folder, and makes nothing', async () => {
    const folder = workFolder();
    const { deps } = silence({ FOOTBRIDGE_DATA: join(folder, 'nowhere') });

    const made = runBackup([join(folder, 'a.db')], deps);

    await expect(made).rejects.toMatchObject({ code: 'backup_unavailable' });
    await expect(made).rejects.toThrow(join(folder, 'nowhere'));
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
    expect(existsSync(join(folder, 'a.db.part'))).toBe(false);
  });

  it.each([
    [['--url', 'http://127.0.0.1:9'], {}],
    [[], { FOOTBRIDGE_URL: 'http://127.0.0.1:9' }],
  ] as [string[], Record<string, string>][])(
    'takes no folder for a service that was named and does not answer',
    async (flags, env) => {
      const { deps } = silence(env);
      const made = runBackup([join(workFolder(), 'a.db'), ...flags], deps);
      await expect(made).rejects.toMatchObject({ code: 'service_unreachable' });
      await expect(made).rejects.toThrow('http://127.0.0.1:9');
    },
  );

  it('never overwrites a file', async () => {
    const file = join(workFolder(), 'a.db');
    writeFileSync(file, 'mine');
    await expect(runBackup([file], silence().deps)).rejects.toThrow('there is a file already');
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });
});

describe("an operator's command", () => {
  it('prints how it is called when it is called wrongly', async () => {
    for (const [run, args] of [
      [runBackup, []],
      [runBackup, ['a', 'b']],
      [runRestore, []],
      [runRestore, ['a', 'b']],
      [runAfterRestore, ['a']],
    ] as const) {
      const { deps, lines } = silence();
      expect(await run(args, deps)).toBe(2);
      expect(lines).toEqual([expect.stringMatching(/^Usage: footbridge /)]);
    }
    await expect(runBackup(['a', '--force'], silence().deps)).rejects.toMatchObject({
      code: 'ERR_PARSE_ARGS_UNKNOWN_OPTION',
    });
  });

  it('for a restored database wants to know which', async () => {
    await expect(runAfterRestore([], silence().deps)).rejects.toThrow('DATABASE_URL is not set');
  });
});
