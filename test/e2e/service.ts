import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allAgents } from '../../src/agents/all.ts';
import { allChannels } from '../../src/channels/all.ts';
import { createTelegramEmulator, type TelegramEmulator } from '../../src/emulators/telegram/index.ts';
import { readEnvironment } from '../../src/environment.ts';
import { formatFinding } from '../../src/formation/finding.ts';
import { loadFormation } from '../../src/formation/load.ts';
import { type Service, startService } from '../../src/main.ts';
import { SENTENCE_CODES } from '../../src/pipeline/sentences.ts';
import type { AgentType } from '../../src/protocol/agent.ts';
import type { ChannelType } from '../../src/protocol/channel.ts';
import type { WidgetType } from '../../src/protocol/widget.ts';
import { allWidgets } from '../../src/widgets/all.ts';
import { scratchFolder } from './scratch.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface TestService extends Service {
  telegram: TelegramEmulator;
  folder: string;
  /** POSTs JSON, or raw text when the body is a string. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<{ status: number; body: never }>;
  /** Stops and starts again over the same data, with these variables changed. */
  restart(changed?: Record<string, string>): Promise<void>;
  end(): Promise<void>;
}

export const REPLIES = `
agent:
  type: script
  replies:
    - when: { ui_response: true }
      turn: { text: "Deploying to \${{ turn.ui_response.value }}." }
    - when: { text: "^deploy" }
      turn:
        text: Which region should I deploy to?
        clarification:
          prompt: Which region should I deploy to?
          choices: [{ value: us, label: United States }, { value: eu, label: Europe }]
    - when: { text: "github" }
      turn: { text: I need your GitHub account first., credential_redirect: { service: github } }
    - when: { text: "^slowly" }
      delay_ms: 400
      turn: { text: Done. }
    - when: { text: "^broken" }
      mcp_calls: [{ server: nowhere, tool: t }]
      turn: { text: Never said., clarification: { prompt: "Never?", choices: [{ value: a }] } }
    - when: { text: "^silence" }
      turn: { text: "" }
    - turn: { text: "You said: \${{ turn.text }}" }
links:
  github: { label: Connect GitHub, url: "https://github.com/login/oauth/authorize?client_id=abc" }
`;

/** What a service is started with, besides its folder and its environment. */
export interface Plugins {
  widgets?: WidgetType[];
  channels?: ChannelType[];
  agents?: AgentType[];
  /** Default true: what tests fetch is on this machine. */
  opensLoopbackUrls?: boolean;
}

/** Starts the service in this process from a folder that has a formation. */
export async function startFrom(
  folder: string,
  env: Record<string, string>,
  { widgets = [], channels = [], agents = [], opensLoopbackUrls = true }: Plugins = {},
): Promise<Service> {
  const channelTypes = new Map([...allChannels(), ...channels.map((type) => [type.name, type] as const)]);
  const agentTypes = new Map([...allAgents(), ...agents.map((type) => [type.type, type] as const)]);
  const { formation, findings } = await loadFormation({
    folder,
    bundledTransformers: join(root, 'transformers'),
    env,
    channels: channelTypes,
    agents: agentTypes,
    sentenceCodes: SENTENCE_CODES,
  });
  if (!formation) throw new Error(findings.map(formatFinding).join('\n'));
  return startService({
    environment: readEnvironment(env),
    formation,
    channelTypes,
    agentTypes,
    widgetTypes: new Map([...allWidgets(), ...widgets.map((type) => [type.type, type] as const)]),
    opensLoopbackUrls,
  });
}

/** Makes a folder with a formation of this text: YAML after `schema` and `id`; `API_ROOT` is the given one. Without `outbox`, messages go out unpaced. */
export async function formationFolder(body: string, apiRoot: string): Promise<string> {
  const folder = await mkdtemp(join(scratchFolder(), 'footbridge-test-'));
  const outbox = /^outbox:/m.test(body) ? '' : 'outbox: { rates: { telegram: off } }\n';
  await writeFile(
    join(folder, 'formation.afs'),
    `schema: "1.0.0"\nid: test\n${outbox}${body.replaceAll('API_ROOT', `"${apiRoot}"`)}`,
  );
  return folder;
}

/** POSTs JSON, or raw text when the body is a string. */
export async function postTo(url: string, posted: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof posted === 'string' ? posted : JSON.stringify(posted),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as never };
}

/** Starts the whole service in this process, with a Telegram emulator of its own, from the text of a formation. */
export async function startTestService(
  options: Plugins & {
    /** YAML after `schema` and `id`; `API_ROOT` is the emulator's. Without `outbox`, messages go out unpaced. */
    formation?: string;
    transformers?: Record<string, string>;
    triggers?: Record<string, string>;
    env?: Record<string, string>;
  } = {},
): Promise<TestService> {
  const telegram = await createTelegramEmulator();
  const folder = await formationFolder(
    options.formation ?? `${REPLIES}channels:\n  telegram: { token: "1:test", api_root: API_ROOT }\n`,
    telegram.url,
  );
  const env = { PORT: '0', LOG_LEVEL: 'silent', FOOTBRIDGE_DATA: join(folder, 'data'), ...options.env };
  for (const [name, text] of Object.entries(options.transformers ?? {})) {
    await mkdir(join(folder, 'transformers'), { recursive: true });
    await writeFile(join(folder, 'transformers', `${name}.yaml`), text);
  }

  for (const [name, text] of Object.entries(options.triggers ?? {})) {
    await mkdir(join(folder, 'triggers'), { recursive: true });
    await writeFile(join(folder, 'triggers', `${name}.md`), text);
  }

  let service = await startFrom(folder, env, options);
  return {
    telegram,
    folder,
    get url() {
      return service.url;
    },
    get greeting() {
      return service.greeting;
    },
    stop: () => service.stop(),
    async restart(changed = {}) {
      await service.stop();
      service = await startFrom(folder, { ...env, ...changed }, options);
    },
    post: (path, posted, headers) => postTo(service.url + path, posted, headers),
    async end() {
      await service.stop();
      await telegram.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
