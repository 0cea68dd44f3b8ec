import type { Endpoint } from '../protocol/endpoint.ts';
import type { UiLimits } from '../protocol/envelope.ts';
import type { OutboxSettings } from '../protocol/pace.ts';
import type { Retention } from '../protocol/retention.ts';
import type { Trigger } from '../protocol/trigger.ts';
import type { TurnRules } from '../protocol/turn-rules.ts';
import type { DeclaredBlock } from '../protocol/ui/block-type.ts';
import type { FeatureItem } from '../protocol/ui/feature-items.ts';
import type { WebComponent } from '../protocol/ui/web-component.ts';
import type { ProactiveChannel, WebhookSettings } from '../protocol/webhooks.ts';
import type { FormationTransformer } from './transformer/formation-transformer.ts';

/** A checked formation. Secrets are filled in: never log one. */
export interface Formation {
  id: string;
  description?: string;
  /** The folder it was read from. */
  folder: string;
  /** What a turn does whose agent run a crash cut short: run again, or tell the person and ask to repeat. */
  onCrash: 'rerun' | 'notify';
  turns: TurnRules;
  outbox: OutboxSettings;
  agent: { type: string; settings: unknown };
  /** MCP servers by name. */
  mcpServers: ReadonlyMap<string, McpServer>;
  /** Hosts that apps of MCP servers may reach: `host`, or `*.host`. Absent = those that each declares. */
  allowedAppHosts?: readonly string[];
  /** By credential service. The only URLs of action links that configuration gives. */
  links: ReadonlyMap<string, ConfiguredLink>;
  /** Settings by channel name, as the channel's own schema gives them. */
  channels: ReadonlyMap<string, unknown>;
  /** Where the updates of a channel go in the agent's place, by the channel's name. */
  forwards: ReadonlyMap<string, Endpoint>;
  /** Components of the web application beyond the built-in panels. */
  webComponents: readonly WebComponent[];
  /** Layers of the web application's map whose style an agent may change. */
  mapLayers: readonly string[];
  /** Kinds of UI blocks beyond the built-in ones. */
  uiBlocks: readonly DeclaredBlock[];
  /** Absent = off. */
  recommender?: { model: string; features?: readonly FeatureItem[] };
  ui: { limits: UiLimits; widgets: boolean };
  retention: Retention;
  webhooks: WebhookSettings;
  proactive: { channels: ReadonlyMap<string, ProactiveChannel>; defaultChannel?: string };
  /** Own wording of sentences to people, by language and code. */
  sentences: Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>>;
  /** By name: the formation's own, and the bundled ones that it does not shadow. */
  transformers: ReadonlyMap<string, FormationTransformer>;
  triggers: ReadonlyMap<string, Trigger>;
}

/** Started as a program that speaks over stdio, or reached by streamable HTTP. */
export type McpServer =
  | { command: string; args: readonly string[]; env: Readonly<Record<string, string>> }
  | { url: string; headers: Readonly<Record<string, string>> };

export interface ConfiguredLink {
  label?: string;
  /** http or https, without user name and password. */
  url: string;
  hint?: string;
}
