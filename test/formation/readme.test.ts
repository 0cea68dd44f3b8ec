import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { allAgents } from '../../src/agents/all.ts';
import { allChannels } from '../../src/channels/all.ts';
import { loadFormation } from '../../src/formation/load.ts';
import { DEFAULT_TURN_RULES } from '../../src/protocol/turn-rules.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the README', () => {
  it('shows a formation, a template and settings of the outbox that work as they stand', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const blocks = [...readme.matchAll(/```yaml\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    const block = (beginning: string) => blocks.find((text) => text.startsWith(beginning)) ?? '';
    const formation = block('schema:') + block('turns:');
    const template = block('name: telegram');
    const outbox = block('outbox:');
    const folder = await mkdtemp(join(tmpdir(), 'footbridge-readme-'));
    try {
      await writeFile(join(folder, 'formation.afs'), formation + outbox);
      await mkdir(join(folder, 'transformers'));
      await writeFile(join(folder, 'transformers', 'telegram.yaml'), template);
      const loaded = await loadFormation({
        folder,
        bundledTransformers: join(root, 'transformers'),
        env: {},
        channels: allChannels(),
        agents: allAgents(),
        sentenceCodes: [],
      });
      expect(loaded.findings).toEqual([]);
      expect(loaded.formation?.id).toBe('acme');
      expect(loaded.formation?.turns).toEqual(DEFAULT_TURN_RULES);
      expect(loaded.formation?.outbox.rates.get('slack')).toBe('off');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
