import type { RenderStatuses } from '../../../protocol/render-status.ts';
import { errorOf, type ReportRow, reportOf } from '../../rows/report-row.ts';
import type { Database } from '../connection/database.ts';
import { bind, type Query, type Statement } from '../connection/sql.ts';

/** The turn may be deleted in this very moment; it is waited for to be there or not. */
const KEEP: Statement = {
  name: 'render_status.keep',
  text: `
    insert into render_status (turn_seq, envelope_id, status, error)
    select seq, $2::text, $3::text, $4::text from (select seq from turn where turn_id = $1 for key share) as kept
    on conflict (turn_seq, envelope_id) do update set status = excluded.status, error = excluded.error
      where render_status.status = 'error' and excluded.status = 'rendered'`,
};
const OF_TURNS: Statement = {
  name: 'render_status.of_turns',
  text: `
    select turn.turn_id, report.envelope_id, report.status, report.error
    from turn join render_status as report on report.turn_seq = turn.seq where turn.turn_id = any($1::text[])`,
};
const OF_ROWS: Statement = {
  name: 'render_status.of_rows',
  text: `
    select turn_seq, envelope_id, status, error from render_status where turn_seq = any($1::bigint[])
    order by turn_seq, envelope_id collate "C"`,
};
const FORGET: Statement = {
  name: 'render_status.forget',
  text: 'delete from render_status where turn_seq = any($1::bigint[])',
};

/** How envelopes were shown; it goes with their turn. `run` is the store's way to run an operation. */
export function renderStatusIn(deps: {
  database: Database;
  run: <Result>(operation: () => Promise<Result>) => Promise<Result>;
}): RenderStatuses {
  const { database, run } = deps;
  return {
    keep: (report) =>
      run(async () => {
        const { turnId, envelopeId, status } = report;
        await database.rows(bind(KEEP, turnId, envelopeId, status, errorOf(report)));
      }),
    of: (turnIds) =>
      run(async () => {
        const rows = await database.rows<ReportRow & { turn_id: string }>(bind(OF_TURNS, turnIds));
        return rows.map((row) => ({ turnId: row.turn_id, ...reportOf(row) }));
      }),
  };
}

/** Gives a row for every report about the turns in these rows. */
export function reportsIn(turnSeqs: readonly number[]): Query {
  return bind(OF_ROWS, turnSeqs);
}

export function forgetReports(turnSeqs: readonly number[]): Query {
  return bind(FORGET, turnSeqs);
}
