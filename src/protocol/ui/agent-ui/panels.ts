import { z } from 'zod';
import type { ComponentSurface } from '../ui-envelope.ts';
import { instantOf } from './instant.ts';

const DAY_MS = 86_400_000;
/** Longest span that a history is asked for. */
const MAX_SPAN_MS = 366 * DAY_MS;

const words = (max: number) => z.string().min(1).max(max);

const deviceIds = z.array(words(128)).min(1).max(50).describe('Ids of the devices to show, 1 to 50.');

const instant = z
  .string()
  .max(40)
  .refine((text) => instantOf(text) !== undefined, {
    error: 'no date and time of the calendar with its offset, e.g. 2026-03-01T08:00:00+01:00',
  })
  .meta({ format: 'date-time', description: 'ISO 8601 with its offset or Z, e.g. 2026-03-01T08:00:00+01:00.' });

export const historyPanelProps = z
  .strictObject({
    device_ids: deviceIds,
    start_time: instant,
    end_time: instant,
    metric: words(128).describe('Which reading; all of them when absent.').exactOptional(),
  })
  .superRefine(({ start_time, end_time }, context) => {
    const spanMs = (instantOf(end_time) ?? 0) - (instantOf(start_time) ?? 0);
    if (spanMs <= 0) context.addIssue({ code: 'custom', path: ['end_time'], message: 'not after start_time' });
    if (spanMs > MAX_SPAN_MS) {
      context.addIssue({ code: 'custom', path: ['end_time'], message: 'more than 366 days after start_time' });
    }
  });

export const scadaPanelProps = z.strictObject({
  device_ids: deviceIds,
  title: words(200).describe('What the panel is headed with.').exactOptional(),
});

const PANEL_SURFACES: readonly ComponentSurface[] = ['side_panel', 'chat_inline', 'canvas', 'map_overlay'];

/** A panel that every client of `agent-ui@1` has. */
interface Panel {
  /** The tool whose call opens it. */
  tool: string;
  description: string;
  props: z.ZodType;
  /** Where it may stand. The first is taken when a call does not say. */
  surfaces: readonly ComponentSurface[];
}

/** By their names, which no formation can take. */
export const PANELS: Readonly<Record<string, Panel>> = {
  HistoryPanel: {
    tool: 'view_history',
    description:
      'Opens a panel in which the person sees the history of devices over a time. It gives you no values: to say anything about them, read them with query_monitoring_readings first.',
    props: historyPanelProps,
    surfaces: PANEL_SURFACES,
  },
  ScadaPanel: {
    tool: 'view_scada',
    description: 'Opens a panel in which the person sees devices live. It gives you no values.',
    props: scadaPanelProps,
    surfaces: PANEL_SURFACES,
  },
};
