import { z } from 'zod';
import { MAPPED_TOOLS } from '../protocol/ui/agent-ui/mapped-tools.ts';
import { PANELS } from '../protocol/ui/agent-ui/panels.ts';
import { COMPONENT_SURFACES } from '../protocol/ui/ui-envelope.ts';
import { MCP_APP_COMPONENT, type WebComponent } from '../protocol/ui/web-component.ts';
import { compileJsonSchema } from './json-schema.ts';

/** How a component is called in the client's code, e.g. `OrderPanel`. */
const componentName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, {
  error: 'a component\'s name is up to 64 letters, digits, "_", "-" and ".", and starts with a letter.',
});

/** As models are told tools. */
const toolName = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, {
  error: 'a tool\'s name is up to 64 letters, digits, "_" and "-".',
});

const webComponent = z
  .strictObject({
    name: componentName,
    surfaces: z.array(z.enum(COMPONENT_SURFACES)).min(1),
    props: z.record(z.string(), z.unknown()),
    tool: toolName.exactOptional(),
    description: z.string().min(1).max(1_000).exactOptional(),
  })
  .transform((component, context): WebComponent => {
    for (const own of component.tool === undefined ? [] : ownArgumentsIn(component.props)) {
      const message = `the arguments of a tool that shows something have a "${own}" of their own, so a prop cannot be called that. Take another name.`;
      context.addIssue({ code: 'custom', path: ['props', 'properties', own], message });
    }
    const compiled = compileJsonSchema(component.props);
    if ('faultIn' in compiled) return { ...component, check: compiled.faultIn };
    const message = `no JSON Schema that props can be checked by: ${compiled.problem}.`;
    context.addIssue({ code: 'custom', path: ['props', ...compiled.place], message });
    return z.NEVER;
  });

/** Where a component stands and what is said instead of it: never a prop. */
const OWN_ARGUMENTS = ['surface', 'fallbackText'];

function ownArgumentsIn({ properties, required }: Readonly<Record<string, unknown>>): string[] {
  const named = [...Object.keys(Object(properties)), ...(Array.isArray(required) ? required : [])];
  return OWN_ARGUMENTS.filter((own) => named.includes(own));
}

/** Components of the web application beyond the built-in panels. Names and tools are taken once each. */
export const webComponentsSchema = z.array(webComponent).superRefine((components, context) => {
  const names = new Map(
    [...Object.keys(PANELS), MCP_APP_COMPONENT].map((name) => [name, 'is a built-in panel and cannot be defined anew']),
  );
  const tools = new Map(MAPPED_TOOLS.map((tool) => [tool as string, 'shows something else already']));
  for (const [index, { name, tool }] of components.entries()) {
    const refuse = (key: string, word: string, why: string | undefined) => {
      if (why === undefined) return;
      context.addIssue({ code: 'custom', path: [index, key], message: `"${word}" ${why}. Take another name.` });
    };
    refuse('name', name, names.get(name));
    names.set(name, 'is defined above already');
    if (tool === undefined) continue;
    refuse('tool', tool, tools.get(tool));
    tools.set(tool, 'shows another component already');
  }
});

/** Layers of the client's map whose style an agent may change. */
export const mapLayersSchema = z
  .array(
    z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.:-]{0,127}$/, {
      error: 'a layer\'s name is up to 128 letters, digits, "_", "-", "." and ":".',
    }),
  )
  .max(500);
