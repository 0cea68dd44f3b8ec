import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Meter } from '../protocol/meter.ts';
import type { StoreCounts } from '../protocol/store.ts';
import type { TokenFault } from '../protocol/ui/capability-token.ts';
import { storeGauges } from './store-gauges.ts';

/** Counts of this process, and gauges that are read from the store when somebody asks. */
export interface Metrics {
  meter: Meter;
  /** Somebody chose an item of a block, in a client that tells of it. */
  blockAction(kind: 'route' | 'slash' | 'modal' | 'external' | 'other'): void;
  /** A client declared something that is no capability token. */
  capabilityIgnored(fault: TokenFault): void;
  /** Prometheus text. */
  text(counts: StoreCounts, activity: { liveTurns: number; liveDeliveries: number }, nowMs: number): Promise<string>;
  contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `footbridge_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `footbridge_${name}`, help, registers });

  const inbound = counter('inbound_total', 'Updates that arrived, by what became of them.', ['channel', 'status']);
  const refusals = counter('refused_total', 'Messages that were not run, by reason.', ['channel', 'reason']);
  const presses = counter('presses_total', 'Presses, by the toast they got.', ['channel', 'toast']);
  const turns = counter('turns_total', 'Turns that ended.', ['channel', 'state']);
  const widgets = counter('widgets_emitted_total', 'Widgets that passed the clamp.', ['type']);
  const blockActions = counter('block_actions_total', 'Items of blocks that people chose.', ['action']);
  const capabilitiesIgnored = counter('capabilities_ignored_total', 'Declarations that are no capability token.', [
    'fault',
  ]);
  const claimsLost = counter(
    'claims_lost_total',
    'Work whose end came too late: it was stopped, erased or taken over.',
    ['kind'],
  );
  const deliveries = counter('delivery_attempts_total', 'Attempts to deliver, by outcome.', ['channel', 'outcome']);
  const turnSeconds = new Histogram({
    name: 'footbridge_turn_seconds',
    help: 'From the arrival of a message to its reply being kept.',
    labelNames: ['channel'],
    buckets: [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
    registers,
  });
  const setStoreGauges = storeGauges(registry);
  const liveTurns = gauge('live_turns', 'Turns that run right now.');
  const liveDeliveries = gauge('live_deliveries', 'Deliveries under way right now.');

  return {
    meter: {
      received: (channel, status) => inbound.inc({ channel, status }),
      refused: (channel, reason) => refusals.inc({ channel, reason }),
      pressed: (channel, toast) => presses.inc({ channel, toast }),
      turnEnded(channel, state, elapsedMs) {
        turns.inc({ channel, state });
        turnSeconds.observe({ channel }, elapsedMs / 1000);
      },
      widgetEmitted: (type) => widgets.inc({ type }),
      claimLost: (kind) => claimsLost.inc({ kind }),
      deliveryTried: (channel, outcome) => deliveries.inc({ channel, outcome }),
    },
    blockAction: (action) => blockActions.inc({ action }),
    capabilityIgnored: (fault) => capabilitiesIgnored.inc({ fault }),
    contentType: registry.contentType,
    text(counts, activity, nowMs) {
      setStoreGauges(counts, nowMs);
      liveTurns.set(activity.liveTurns);
      liveDeliveries.set(activity.liveDeliveries);
      return registry.metrics();
    },
  };
}
