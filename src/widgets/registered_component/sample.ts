import type { RegisteredComponentWidget } from './schema.ts';

export const registeredComponentSample: RegisteredComponentWidget = {
  type: 'registered_component',
  id: 'ui_H1st0ryPan3lAbCdEfGhI',
  surface: 'side_panel',
  component: 'HistoryPanel',
  props: {
    device_ids: ['pump-1', 'pump-2'],
    start_time: '2026-03-01T00:00:00+01:00',
    end_time: '2026-03-08T00:00:00+01:00',
    metric: 'flow',
  },
};
