import { type Finding, formatFinding } from '../formation/finding.ts';
import type { Formation } from '../formation/formation.ts';
import { counted } from './counted.ts';

/** Checks a formation without starting it, prints what is wrong, a line each, and gives the exit code. */
export async function runCheck(options: {
  load: () => Promise<{ formation?: Formation; findings: readonly Finding[] }>;
  write: (line: string) => void;
}): Promise<0 | 1> {
  const { formation, findings } = await options.load();
  for (const finding of findings) options.write(formatFinding(finding));
  options.write(formation ? summary(formation) : tally(findings));
  return formation ? 0 : 1;
}

function summary({ id, agent, channels, transformers, triggers }: Formation): string {
  return [
    `${id} is ready. Agent: ${agent.type}.`,
    `Channels: ${listed(channels)}.`,
    `Transformers: ${listed(transformers)}.`,
    ...(triggers.size > 0 ? [`Triggers: ${listed(triggers)}.`] : []),
  ].join(' ');
}

function listed(byName: ReadonlyMap<string, unknown>): string {
  return [...byName.keys()].sort().join(', ') || 'none';
}

function tally(findings: readonly Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const warnings = findings.length - errors;
  const parts = [counted(errors, 'error'), ...(warnings > 0 ? [counted(warnings, 'warning')] : [])];
  return `Not ready: ${parts.join(' and ')}.`;
}
