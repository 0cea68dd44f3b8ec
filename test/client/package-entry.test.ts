import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('the package gives `footbridge/client` to whoever imports it [MUXI-40]', () => {
  const script = `import { parseUiWidgets } from 'footbridge/client';
    process.stdout.write(JSON.stringify(parseUiWidgets({ event: 'ui', data: '{"ui":[{"type":"x","id":"y"}]}' })));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(JSON.parse(printed)).toEqual([{ type: 'x', id: 'y' }]);
});
