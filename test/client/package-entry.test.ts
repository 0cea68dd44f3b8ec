import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scratchFolder } from '../e2e/scratch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(root, 'node_modules/typescript/bin/tsc');

/** A project of somebody else that has the packed package installed, and nothing else. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(join(scratchFolder(), 'footbridge-pack-'));
  const installed = join(project, 'node_modules/footbridge');
  await mkdir(installed, { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  execFileSync('tar', ['-xzf', join(project, packed), '--strip-components=1', '-C', installed]);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
}, 60_000);
afterAll(() => rm(project, { recursive: true, force: true }));

describe('the package, as it is packed', () => {
  it('gives `footbridge/client` to whoever imports it [MUXI-40]', async () => {
    const script = `import { chatStream, parseUiWidgets } from 'footbridge/client';
      import { safeChart } from 'footbridge/client/charts';
      const ui = parseUiWidgets({ event: 'ui', data: '{"ui":[{"type":"x","id":"y"}]}' });
      process.stdout.write(JSON.stringify([ui, typeof chatStream, typeof safeChart]));`;
    await writeFile(join(project, 'use.js'), script);
    const printed = execFileSync(process.execPath, ['use.js'], { cwd: project, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual([[{ type: 'x', id: 'y' }], 'function', 'function']);
  });

  it.each([
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ])('has types that a strict project without any of Node resolves (%s, %s)', async (module, moduleResolution) => {
    const source = `import { answerByValue, chatStream, questionIn, type UIOption, type UIWidget } from 'footbridge/client';
      export async function ask(message: string): Promise<string | undefined> {
        for await (const event of chatStream({ message })) {
          if (event.type === 'token') console.log(event.token.length);
          if (event.type !== 'ui') continue;
          const widgets: UIWidget[] = event.ui;
          const question = widgets.map(questionIn).find((asked) => asked !== undefined);
          const option: UIOption | undefined = question?.choices[0];
          if (question && option) return answerByValue(question, option.value).message;
        }
        for await (const event of chatStream({ message, dialect: 'ubp' })) {
          if (event.type === 'ui_block') return event.namespace;
          // @ts-expect-error: there are no envelopes in this dialect
          if (event.type === 'ui_envelope') return '';
        }
        return undefined;
      }`;
    await writeFile(join(project, 'use.ts'), source);
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'ES2022',
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    expect(complaints(() => execFileSync(TSC, ['-p', '.'], { cwd: project, encoding: 'utf8' }))).toBe('');
  });
});

/** What a command says when it fails. */
function complaints(run: () => string): string {
  try {
    return run();
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
