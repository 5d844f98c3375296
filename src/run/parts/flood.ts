/** Limits messages when many servers fail at once: beyond a number of alerts, only their number is notified. */
import type { AlertChange } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';

/** Most alerts, as a target's queue and a message hold. */
const MOST = 90;
/** Longer than the time in which alerts are grouped into a message. */
const WITHIN_MS = 15_000;

export interface Flood {
  /** Resolves when it is delivered or over. */
  take(change: AlertChange): Promise<void>;
  stop(): void;
}

/** @param pass receives what is notified */
export function createFlood(clock: Clock, pass: (change: AlertChange) => Promise<void>): Flood {
  let passed = 0;
  let over: AlertChange[] = [];
  let cancel: (() => void) | null = null;

  const settle = (): void => {
    cancel = null;
    const [first] = over;
    if (first !== undefined) void pass(summaryOf(first, over, clock.now()));
    passed = 0;
    over = [];
  };
  return {
    async take(change) {
      // Ends are not sent without their starts.
      if (change.kind === 'end') return pass(change);
      cancel ??= clock.setTimer(settle, WITHIN_MS);
      passed += 1;
      if (passed <= MOST) return pass(change);
      over.push(change);
    },
    stop() {
      cancel?.();
      settle();
    },
  };
}

function summaryOf(first: AlertChange, over: readonly AlertChange[], now: number): AlertChange {
  const servers = new Set(over.map(({ server }) => server?.id)).size;
  const at = Math.floor(now / 1000);
  const sentence = `${over.length} further alerts of ${servers} servers began.`;
  const kind = 'FLEET_ALERTS';
  const { server: _, reading: __, ...own } = first;
  return {
    ...own,
    kind: 'begin',
    id: first.id,
    plugin: 'fleet',
    field: kind,
    identity: null,
    stat: kind.toLowerCase(),
    event: {
      ...first.event,
      type: kind,
      state: over.some(({ event }) => event.state === 'CRITICAL') ? 'CRITICAL' : 'WARNING',
      begin: at,
      end: at,
      top: [],
    },
    finding: { kind, label: null, sentence, details: {} },
  };
}
