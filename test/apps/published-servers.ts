import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { scratchFolder } from '../e2e/scratch.ts';
import { type ShownServer, serverProgram } from './app-service.ts';
import { onePagePdf } from './one-page-pdf.ts';

/** The servers of MCP Apps that are tried, as they are published, and a folder for what they need. */
export async function publishedServers(): Promise<{ servers: readonly Published[]; folder: string }> {
  const folder = await mkdtemp(join(scratchFolder(), 'footbridge-pdf-'));
  const pdf = join(folder, 'plan.pdf');
  await writeFile(pdf, onePagePdf('The plan'));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const servers = [
    published('basic', 'basic-vanillajs', 'get-time'),
    published('debug', 'debug', 'debug-tool'),
    published('monitor', 'system-monitor', 'get-system-info'),
    published('budget', 'budget-allocator', 'get-budget-data'),
    published('map', 'map', 'show-map'),
    published('transcript', 'transcript', 'transcribe'),
    { ...published('pdf', 'pdf', 'display_pdf'), args: [pdf, '--stdio'], toolArgs: { url: pdf } },
  ];
  return { servers, folder };
}

type Published = ShownServer & { args: readonly string[] };

function published(name: string, program: string, tool: string): Published {
  return { name, program: serverProgram(program), args: ['--stdio'], tool };
}
