import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../../src/', import.meta.url));

/** Which rooms a room may import. Each may import itself and `protocol`. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  apps: ['signing'],
  signing: [],
  formation: ['fetch/public-address.ts'],
  markup: [],
  callback: [],
  fetch: [],
  store: [],
  mcp: [],
  client: [],
  components: ['client', 'markup'],
  widgets: [],
  agents: ['fetch'],
  producers: ['callback'],
  dialects: [],
  channels: ['markup', 'callback', 'fetch'],
  webhooks: ['fetch', 'callback', 'markup'],
  emulators: [],
  console: ['emulators'],
  pipeline: ['callback'],
  server: ['apps', 'signing', 'pipeline', 'channels/web', 'dialects', 'webhooks'],
  cli: [
    'agents',
    'channels',
    'widgets',
    'formation',
    'pipeline',
    'store',
    'environment.ts',
    'main.ts',
    'shown-blocks.ts',
  ],
  'shown-blocks.ts': ['channels/web', 'formation', 'producers'],
  'main.ts': [
    'apps',
    'agents/http/forward.ts',
    'callback',
    'channels/web',
    'console',
    'emulators',
    'fetch',
    'formation',
    'mcp',
    'pipeline',
    'producers',
    'server',
    'environment.ts',
    'greeting.ts',
    'open-store.ts',
    'store/sweeper.ts',
    'secrets.ts',
    'stop-service.ts',
    'vaults.ts',
    'shown-blocks.ts',
    'webhooks',
  ],
  'open-store.ts': ['store', 'environment.ts'],
  'environment.ts': [],
  'greeting.ts': ['formation'],
  'secrets.ts': [],
  'stop-service.ts': [],
  'vaults.ts': [],
};

/** Rooms whose folders are plug-ins: one never imports its neighbour. */
const PLUGIN_ROOMS = ['channels', 'widgets', 'agents', 'emulators'];

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Relative imports of a file, as paths from `src`. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) =>
    relative(src, join(dirname(file), match[1] as string)),
  );
}

function faultOf(from: string, to: string): string | undefined {
  const [fromRoom = '', fromPlugin = ''] = from.split('/');
  const [toRoom = '', toPlugin = ''] = to.split('/');
  if (toRoom === 'protocol') return undefined;
  if (fromRoom === toRoom) {
    const isNeighbour =
      PLUGIN_ROOMS.includes(fromRoom) &&
      from.split('/').length > 2 &&
      to.split('/').length > 2 &&
      fromPlugin !== toPlugin;
    return isNeighbour ? `${from} imports its neighbour ${to}` : undefined;
  }
  const allowed = ALLOWED[fromRoom] ?? [];
  const isAllowed = allowed.some((room) => to === room || to.startsWith(`${room}/`));
  return isAllowed ? undefined : `${from} imports ${to}`;
}

describe('imports point one way', () => {
  const edges = filesIn(src).flatMap((file) => importsOf(file).map((to) => [relative(src, file), to] as const));

  it('knows every room', () => {
    const rooms = new Set(readdirSync(src));
    expect([...rooms].filter((room) => !(room in ALLOWED))).toEqual([]);
  });

  it('finds imports at all', () => {
    expect(edges.length).toBeGreaterThan(50);
  });

  it('no room imports a room it may not know', () => {
    expect(edges.map(([from, to]) => faultOf(from, to)).filter((fault) => fault !== undefined)).toEqual([]);
  });

  it('tells a forbidden import', () => {
    expect(faultOf('widgets/options/lower.ts', 'channels/slack/print.ts')).toBe(
      'widgets/options/lower.ts imports channels/slack/print.ts',
    );
    expect(faultOf('channels/slack/print.ts', 'channels/discord/limits.ts')).toBe(
      'channels/slack/print.ts imports its neighbour channels/discord/limits.ts',
    );
    expect(faultOf('pipeline/render.ts', 'channels/telegram/print.ts')).toBe(
      'pipeline/render.ts imports channels/telegram/print.ts',
    );
  });

  it('the pipeline names no platform', () => {
    const named = filesIn(join(src, 'pipeline')).filter((file) =>
      /telegram|slack|discord|grammy/i.test(readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')),
    );
    expect(named).toEqual([]);
  });
});
