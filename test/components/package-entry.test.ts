import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODULE_KINDS, type PackedProject, packedProject } from '../client/packed-project.ts';
import { haveBundle } from './bundle.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

let project: PackedProject;
beforeAll(async () => {
  await haveBundle();
  project = await packedProject();
}, 90_000);
afterAll(() => project.remove());

/** The examples of a page of the documentation in a language, in order. */
const examplesIn = (page: string, language: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))].map(
    ([, code]) => code as string,
  );

describe('the components, as they are packed', () => {
  it('can be imported where there is no page, also by what registers them', async () => {
    const printed = await project.run(`import { defineElements, FootbridgeChat } from 'footbridge/components';
      import 'footbridge/components/define';
      defineElements();
      process.stdout.write(typeof FootbridgeChat);`);
    expect(printed).toBe('function');
  });

  it.each(MODULE_KINDS)(
    'have types that a strict project resolves, by class and by name (%s, %s)',
    async (...modules) => {
      const source = `import 'footbridge/components/define';
      import type { AskedQuestion, TurnState } from 'footbridge/client';
      import { type ComponentHost, createFootbridgeBlocks, FootbridgeMap, FootbridgeTurn } from 'footbridge/components';
      export function show(question: AskedQuestion, state: TurnState): void {
        const choices = document.createElement('footbridge-choices');
        choices.question = question;
        choices.addEventListener('footbridge-answer', ({ detail }) => console.log(detail.message, detail.uiResponse.id));
        document.addEventListener('footbridge-command', (event) => console.log(event.detail.command));
        const host: ComponentHost = { navigate: (path) => console.log(path), externalHosts: ['acme.example'] };
        const turn = new FootbridgeTurn();
        turn.host = { ...host, blocks: createFootbridgeBlocks(host) };
        turn.state = state;
        const map: FootbridgeMap | null = document.querySelector('footbridge-map');
        map?.addLayer({ name: 'pipes', features: [] });
        // @ts-expect-error: a chart has no question
        document.createElement('footbridge-chart').question = question;
        document.body.append(choices, turn);
      }`;
      expect(await project.faultsIn(source, modules)).toBe('');
    },
  );

  it.each<[string, Readonly<Record<string, string>>]>([
    [
      'docs/components.md',
      {
        router: '{ push(path: string): void }',
        openDeposit: '(params: object) => void',
        chat: "import('footbridge/components').FootbridgeChat",
        signInAgain: '() => Promise<void>',
      },
    ],
    [
      'docs/web-client.md',
      {
        userToken: 'string',
        question: "import('footbridge/client').AskedQuestion",
        append: '(text: string) => void',
        replace: '(text: string) => void',
        draw: '(...drawn: unknown[]) => void',
        drawCards: '(cards: object) => Node',
        who: "import('footbridge/client').Connection",
      },
    ],
  ])('are used in %s as they are', async (page, pageHas) => {
    const examples = examplesIn(page, 'js');
    expect(examples.length).toBeGreaterThan(0);
    for (const [index, example] of examples.entries()) {
      // What an example makes by itself is not declared before it.
      const declared = Object.entries(pageHas).filter(([name]) => !example.includes(`const ${name} `));
      const before = declared.map(([name, type]) => `declare const ${name}: ${type};`).join('\n');
      expect([index, await project.faultsIn(`${before}\n${example}`, ['ESNext', 'Bundler'])]).toEqual([index, '']);
    }
  });

  it('cost a bundle what is used of them, and nothing when nothing is', async () => {
    const bytesOf = async (script: string) => (await bundled(script)).map(({ code }) => gzipSync(code).length);
    expect(await bytesOf(`import 'footbridge/components';`)).toEqual([expect.toSatisfy((bytes: number) => bytes < 50)]);
    const [one, ...others] = await bytesOf(`export { FootbridgeUnknown } from 'footbridge/components';`);
    expect(one).toBeLessThan(6_000);
    expect(others).toEqual([]);
    const whole = await bundled(`import 'footbridge/components/define';`);
    expect(whole.some(({ code }) => code.includes('customElements.define'))).toBe(true);
  });
});

/** The scripts that somebody else's bundler makes of a script. */
async function bundled(script: string): Promise<{ code: string }[]> {
  const id = 'virtual-app';
  const output = await build({
    root: project.folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: id, preserveEntrySignatures: 'strict' },
    },
    plugins: [
      {
        name: id,
        resolveId: (asked) => (asked === id ? join(project.folder, id) : undefined),
        load: (asked) => (asked === join(project.folder, id) ? script : undefined),
      },
    ],
  });
  const { output: files } = output as { output: { type: string; code: string }[] };
  return files.filter(({ type }) => type === 'chunk');
}
