import type { RenderReport } from '../../protocol/render-status.ts';

type Kept = Omit<RenderReport, 'turnId'>;

/** How envelopes were shown, by the rows of their turns: it goes with them. */
export class RenderReports<Row extends object> {
  readonly #ofTurn = new WeakMap<Row, Map<string, Kept>>();

  keep(row: Row, { envelopeId, status, error }: RenderReport): void {
    const kept = this.#ofTurn.get(row) ?? new Map<string, Kept>();
    const before = kept.get(envelopeId);
    if (before && !(before.status === 'error' && status === 'rendered')) return;
    kept.set(envelopeId, { envelopeId, status, ...(status === 'error' && error !== undefined && { error }) });
    this.#ofTurn.set(row, kept);
  }

  of(row: Row): Kept[] {
    const kept = [...(this.#ofTurn.get(row)?.values() ?? [])];
    return kept.sort((a, b) => (a.envelopeId < b.envelopeId ? -1 : 1));
  }

  forget(row: Row): void {
    this.#ofTurn.delete(row);
  }
}

interface Reported<Row extends object> {
  rows: ReadonlyMap<string, Row>;
  reports: RenderReports<Row>;
}

/** Nothing happens when there is no such turn. */
export function keepReport<Row extends object>({ rows, reports }: Reported<Row>, report: RenderReport): void {
  const row = rows.get(report.turnId);
  if (row) reports.keep(row, report);
}

export function reportsOf<Row extends object>(
  { rows, reports }: Reported<Row>,
  turnIds: readonly string[],
): RenderReport[] {
  return [...new Set(turnIds)].flatMap((turnId) => {
    const row = rows.get(turnId);
    return row ? reports.of(row).map((kept) => ({ turnId, ...kept })) : [];
  });
}
