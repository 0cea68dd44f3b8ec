import type { Component } from './wire.ts';

/** Components as Discord keeps them: each has an `id`, counted over the message or modal. */
export function withComponentIds(components: readonly Component[]): Component[] {
  let last = 0;
  const numbered = (component: Component): Component => ({
    ...component,
    id: component.id || ++last,
    ...(component.components ? { components: component.components.map(numbered) } : {}),
    ...(component.component ? { component: numbered(component.component) } : {}),
    ...(component.accessory ? { accessory: numbered(component.accessory) } : {}),
  });
  return components.map(numbered);
}
