import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MODULE_KINDS, type PackedProject, packedProject } from './packed-project.ts';

let project: PackedProject;
beforeAll(async () => {
  project = await packedProject();
}, 60_000);
afterAll(() => project.remove());

describe('the package, as it is packed', () => {
  it('gives `footbridge/client` to whoever imports it [MUXI-40]', async () => {
    const script = `import { chatStream, parseUiWidgets } from 'footbridge/client';
      import { safeChart } from 'footbridge/client/charts';
      const ui = parseUiWidgets({ event: 'ui', data: '{"ui":[{"type":"x","id":"y"}]}' });
      process.stdout.write(JSON.stringify([ui, typeof chatStream, typeof safeChart]));`;
    expect(JSON.parse(await project.run(script))).toEqual([[{ type: 'x', id: 'y' }], 'function', 'function']);
  });

  it.each(MODULE_KINDS)('has types that a strict project without any of Node resolves (%s, %s)', async (...modules) => {
    const source = `import { answerByValue, chatStream, questionIn, type UIOption, type UIWidget } from 'footbridge/client';
      import { BROWSER_CHART_LIMITS, type ChartOption, chartTable, safeChart } from 'footbridge/client/charts';
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
      }
      const checked = safeChart({}, null, BROWSER_CHART_LIMITS);
      if ('option' in checked) {
        const option: ChartOption = checked.option;
        chartTable(option, { rows: 10, columns: 2 });
      }`;
    expect(await project.faultsIn(source, modules)).toBe('');
  });
});
