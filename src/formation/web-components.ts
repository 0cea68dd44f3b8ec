import { z } from 'zod';
import { PANELS } from '../protocol/ui/agent-ui/panels.ts';
import { COMPONENT_SURFACES } from '../protocol/ui/ui-envelope.ts';
import { compileJsonSchema } from './json-schema.ts';

/** How a component is called in the client's code, e.g. `OrderPanel`. */
const componentName = z.string().regex(/^[A-Za-z][A-Za-z0-9_.-]{0,63}$/, {
  error: 'a component\'s name is up to 64 letters, digits, "_", "-" and ".", and starts with a letter.',
});

const webComponent = z
  .strictObject({
    name: componentName,
    surfaces: z.array(z.enum(COMPONENT_SURFACES)).min(1),
    props: z.record(z.string(), z.unknown()),
  })
  .transform((component, context) => {
    const compiled = compileJsonSchema(component.props);
    if ('check' in compiled) return { ...component, check: compiled.check };
    context.addIssue({ code: 'custom', path: ['props', ...compiled.place], message: compiled.fault });
    return z.NEVER;
  });

/** Components of the web application beyond the built-in panels, whose names are taken. */
export const webComponentsSchema = z.array(webComponent).superRefine((components, context) => {
  const taken = new Set<string>();
  for (const [index, { name }] of components.entries()) {
    const why = Object.hasOwn(PANELS, name)
      ? `"${name}" is a built-in panel and cannot be defined anew. Take another name.`
      : `"${name}" is defined above already. Take another name.`;
    if (Object.hasOwn(PANELS, name) || taken.has(name)) {
      context.addIssue({ code: 'custom', path: [index, 'name'], message: why });
    }
    taken.add(name);
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
