import type { Environment } from '../environment.ts';
import { type Finding, formatFinding } from '../formation/finding.ts';
import type { Formation } from '../formation/formation.ts';
import type { AgentType } from '../protocol/agent.ts';
import type { ChannelTypes } from '../protocol/channel.ts';

/** Just below the 10 s that containers are given to stop. Every part of a stop has its own share of it. */
const STOP_MS = 9_800;

/** Runs the service until a signal ends it. Gives 1 when the formation cannot work; what is wrong is printed. */
export async function runStart(options: {
  load: () => Promise<{ formation?: Formation; findings: Finding[] }>;
  environment: Environment;
  channelTypes: ChannelTypes;
  agentTypes: ReadonlyMap<string, AgentType>;
  print: (line: string) => void;
  complain: (line: string) => void;
}): Promise<number> {
  const { formation, findings } = await options.load();
  for (const finding of findings) options.complain(formatFinding(finding));
  if (!formation) {
    options.complain('The formation cannot work as it is. Nothing was started.');
    return 1;
  }
  // Loaded only now: a formation that cannot work is told of at once.
  const [{ startService }, { allWidgets }, { prepareEmulated }] = await Promise.all([
    import('../main.ts'),
    import('../widgets/all.ts'),
    import('./prepare-emulated.ts'),
  ]);
  const service = await startService({ ...options, formation, widgetTypes: allWidgets(), prepareEmulated });
  for (const line of service.greeting) options.print(line);
  await untilSignal();
  const overdue = setTimeout(() => {
    options.complain('The service did not stop in time and is ended. What was in flight goes on at the next start.');
    process.exit(1);
  }, STOP_MS);
  await service.stop();
  clearTimeout(overdue);
  return 0;
}

/** A second signal ends the process at once. */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => {
      process.once('SIGINT', () => process.exit(130));
      process.once('SIGTERM', () => process.exit(143));
      resolve();
    };
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
  });
}
