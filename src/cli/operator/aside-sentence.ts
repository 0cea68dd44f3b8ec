import type { SetAside } from '../../store/set-aside.ts';
import { counted } from '../counted.ts';

/** What was open in a backup and is set aside now, and how it goes on. */
export function asideSentence({ turnsAside, deliveriesAside }: SetAside): string {
  if (turnsAside + deliveriesAside === 0) return 'Nothing was open in it.';
  return [
    `Set aside, because it was open then and may have been handled since: ${counted(turnsAside, 'turn')},`,
    `${counted(deliveriesAside, 'delivery', 'deliveries')}. Start the service, look at 'footbridge dead list', then`,
    "'footbridge dead retry <id>' or 'footbridge dead retry --all --reason restored'.",
  ].join(' ');
}
