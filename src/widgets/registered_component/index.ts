import type { WidgetType } from '../../protocol/widget.ts';
import { componentInWords, lowerComponent } from './lower.ts';
import { registeredComponentSample } from './sample.ts';
import { type RegisteredComponentWidget, registeredComponentSchema } from './schema.ts';

/** A component of the web application with its props: opened by clients of agent-ui, named elsewhere. */
export const registeredComponent: WidgetType<RegisteredComponentWidget> = {
  type: 'registered_component',
  schema: registeredComponentSchema,
  ledger: 'envelope',
  dialect: 'agent-ui',
  lower: lowerComponent,
  fallback: componentInWords,
  sample: registeredComponentSample,
};
