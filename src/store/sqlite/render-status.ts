import type { RenderReport } from '../../protocol/render-status.ts';
import { errorOf, type ReportRow, reportOf } from '../rows/report-row.ts';
import type { Driver } from './driver.ts';
import { bound } from './lossless-text.ts';

const KEEP = `
  insert into render_status (turn_seq, envelope_id, status, error)
  select seq, ?, ?, ? from turn where turn_id = ?
  on conflict (turn_seq, envelope_id) do update set status = excluded.status, error = excluded.error
    where render_status.status = 'error' and excluded.status = 'rendered'`;
const OF_TURNS = `
  select turn.turn_id, report.envelope_id, report.status, report.error
  from turn join render_status as report on report.turn_seq = turn.seq
  where turn.turn_id in (select value from json_each(?))`;
const OF_TURN = 'select envelope_id, status, error from render_status where turn_seq = ?';

export type RenderReports = ReturnType<typeof prepareRenderStatus>;

/** How envelopes were shown. A trigger of the database deletes it with their turn. */
export function prepareRenderStatus(driver: Driver) {
  const keep = driver.prepare(KEEP);
  const ofTurns = driver.prepare<ReportRow & { turn_id: string }>(OF_TURNS);
  const ofTurn = driver.prepare<ReportRow>(OF_TURN);
  return {
    keep(report: RenderReport): void {
      keep.run(report.envelopeId, report.status, errorOf(report), report.turnId);
    },

    of: (turnIds: readonly string[]): RenderReport[] =>
      ofTurns.all(JSON.stringify(turnIds.map(bound))).map((row) => ({ turnId: row.turn_id, ...reportOf(row) })),

    /** Those of the turn in row `turnSeq`. */
    ofTurn: (turnSeq: number): Omit<RenderReport, 'turnId'>[] => ofTurn.all(turnSeq).map(reportOf),
  };
}
