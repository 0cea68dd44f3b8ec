import type { DeadEntry } from './service-client.ts';

const HEADINGS = ['id', 'conversation', 'attempts', 'died at', 'reason'];

/** Dead items as lines for a terminal, columns under their headings. */
export function deadTable(entries: readonly DeadEntry[]): string {
  if (entries.length === 0) return 'Nothing is dead.';
  const rows = [
    HEADINGS,
    ...entries.map(({ id, conversation, attempts, died_at, reason }) =>
      [id, conversation, String(attempts), died_at.replace(/\.\d+Z$/, 'Z'), reason].map(harmless),
    ),
  ];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Names and reasons come from outside: what would steer a terminal is shown as a question mark. */
function harmless(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '?');
}
