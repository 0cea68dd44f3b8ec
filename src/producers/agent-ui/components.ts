import { schemaFaults } from '../../protocol/schema-faults.ts';
import { PANELS } from '../../protocol/ui/agent-ui/panels.ts';
import type { WebComponent } from '../../protocol/ui/web-component.ts';
import { jsonSchemaOf } from './json-schema-of.ts';
import { mcpAppComponent } from './mcp-app-component.ts';

/** Components by name: the built-in panels, whose names nobody takes, and those that a formation registers. */
export type Components = ReadonlyMap<string, WebComponent>;

export function createComponents(registered: readonly WebComponent[]): Components {
  const components = new Map(registered.map((component) => [component.name, component]));
  for (const [name, { props, surfaces, tool, description }] of Object.entries(PANELS)) {
    components.set(name, {
      name,
      surfaces,
      tool,
      description,
      props: jsonSchemaOf(props),
      check(given) {
        const { error } = props.safeParse(given);
        return error && schemaFaults(error).join('; ');
      },
    });
  }
  components.set(mcpAppComponent.name, mcpAppComponent);
  return components;
}
