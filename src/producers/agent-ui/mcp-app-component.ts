import { ENVELOPE_SCHEMA_VERSION, type UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import type { WebComponent } from '../../protocol/ui/web-component.ts';

/** What the component of an app is told: the token that names it, the page of ours that shows it, and whose it is. */
export interface McpAppProps {
  app: string;
  url: string;
  server: string;
  tool: string;
}

const KEYS = ['app', 'url', 'server', 'tool'] as const;
const text = { type: 'string', minLength: 1, maxLength: 2048 };

/** The interactive view of an MCP server, as clients of agent-ui know it. No call of a tool shows it. */
export const mcpAppComponent: WebComponent = {
  name: 'McpApp',
  surfaces: ['chat_inline', 'side_panel'],
  props: {
    type: 'object',
    properties: Object.fromEntries(KEYS.map((key) => [key, text])),
    required: KEYS,
    additionalProperties: false,
  },
  check: (props) =>
    KEYS.every((key) => typeof Reflect.get(Object(props), key) === 'string') ? undefined : 'it is no app',
};

export function mcpAppEnvelope(props: McpAppProps): UiEnvelope {
  return {
    schemaVersion: ENVELOPE_SCHEMA_VERSION,
    kind: 'registered_component',
    surface: 'chat_inline',
    component: mcpAppComponent.name,
    props,
    fallbackText: `An interactive view from ${props.tool} (${props.server}): ${props.url}`,
  };
}
