import type { RenderReport } from '../../protocol/render-status.ts';

/** How an envelope was shown, as both SQL stores keep it. */
export interface ReportRow {
  envelope_id: string;
  status: RenderReport['status'];
  error: string | null;
}

export function reportOf({ envelope_id: envelopeId, status, error }: ReportRow): Omit<RenderReport, 'turnId'> {
  return { envelopeId, status, ...(error !== null && { error }) };
}

/** What is kept of a report as its error. */
export function errorOf({ status, error }: RenderReport): string | null {
  return status === 'error' ? (error ?? null) : null;
}
