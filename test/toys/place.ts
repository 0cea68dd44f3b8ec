import { z } from 'zod';
import type { WidgetType } from '../../src/protocol/widget.ts';

const schema = z.looseObject({
  type: z.literal('place'),
  id: z.string(),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

/** Words about one place on the map. */
export const place: WidgetType<z.infer<typeof schema>> = {
  type: 'place',
  schema,
  ledger: 'standard',
  lower: ({ id, name, latitude, longitude }) => [
    { type: 'note', widgetId: id, text: name, point: { latitude, longitude } },
  ],
  fallback: ({ name }) => name,
  sample: { type: 'place', id: 'ui_0123456789ABCDEFGHIJK', name: 'Eiffel Tower', latitude: 48.8584, longitude: 2.2945 },
};
