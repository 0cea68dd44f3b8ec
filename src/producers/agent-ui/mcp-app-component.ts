import { ENVELOPE_SCHEMA_VERSION, type UiEnvelope } from '../../protocol/ui/ui-envelope.ts';
import { MCP_APP_COMPONENT, type WebComponent } from '../../protocol/ui/web-component.ts';
import { MCP_APP_KEYS, type McpApp } from '../mcp-app.ts';

const text = { type: 'string', minLength: 1, maxLength: 2048 };

/** The interactive view of an MCP server, as clients of agent-ui know it. No call of a tool shows it. */
export const mcpAppComponent: WebComponent = {
  name: MCP_APP_COMPONENT,
  surfaces: ['chat_inline', 'side_panel'],
  props: {
    type: 'object',
    properties: Object.fromEntries(MCP_APP_KEYS.map((key) => [key, text])),
    required: MCP_APP_KEYS,
    additionalProperties: false,
  },
  check: (props) =>
    MCP_APP_KEYS.every((key) => typeof Reflect.get(Object(props), key) === 'string') ? undefined : 'it is no app',
};

export function mcpAppEnvelope(props: McpApp): UiEnvelope {
  return {
    schemaVersion: ENVELOPE_SCHEMA_VERSION,
    kind: 'registered_component',
    surface: 'chat_inline',
    component: mcpAppComponent.name,
    props,
    fallbackText: `An interactive view from ${props.tool} (${props.server}): ${props.url}`,
  };
}
