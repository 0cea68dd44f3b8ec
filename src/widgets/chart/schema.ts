import { z } from 'zod';
import type { ChartDataset, ChartOption } from '../../protocol/ui/safe-chart/chart-option.ts';
import { SERVER_CHART_LIMITS } from '../../protocol/ui/safe-chart/limits.ts';
import { safeChart } from '../../protocol/ui/safe-chart/safe-chart.ts';
import { CHART_GRAMMAR, CHART_SURFACES, MAX_FALLBACK_CHARS } from '../../protocol/ui/ui-envelope.ts';

/** The chart is made anew from the allow-list whoever sent it. */
export const chartSchema = z
  .looseObject({
    type: z.literal('chart'),
    id: z.string().min(1),
    surface: z.enum(CHART_SURFACES),
    grammar: z.literal(CHART_GRAMMAR),
    spec: z.unknown(),
    data: z.unknown(),
    fallbackText: z.string().max(MAX_FALLBACK_CHARS).exactOptional(),
  })
  .transform((widget, context) => {
    const made = safeChart(widget.spec, widget.data, SERVER_CHART_LIMITS);
    if ('option' in made) {
      const { dataset, ...spec } = made.option;
      return { ...widget, spec, data: dataset ?? null };
    }
    context.addIssue({ code: 'custom', message: made.refusal });
    return z.NEVER;
  });

export type ChartWidget = z.infer<typeof chartSchema> & {
  spec: Omit<ChartOption, 'dataset'>;
  data: ChartDataset | null;
};
