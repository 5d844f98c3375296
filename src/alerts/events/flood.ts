/** Limits messages when many servers fail at once: beyond a number of alerts, only their number is notified. */
import type { AlertChange, SavedEvent } from '../../core/event.ts';
import type { Clock } from '../../core/host.ts';
import { saying } from '../../core/said.ts';

/** Most alerts, as a target's queue and a message hold. */
const MOST = 90;
const KIND = 'FLEET_ALERTS';
/** Longer than the time in which alerts are grouped into a message. */
const WITHIN_MS = 15_000;

interface Flood {
  /** Resolves when it is delivered or over. */
  take(change: AlertChange): Promise<void>;
  stop(): void;
}

/**
 * @param pass receives what is notified
 * @param happen receives the number of the others as a further alert
 */
export function createFlood(
  clock: Clock,
  pass: (change: AlertChange) => Promise<void>,
  happen: (saved: SavedEvent) => void,
): Flood {
  let passed = 0;
  let over: AlertChange[] = [];
  let cancel: (() => void) | null = null;

  const settle = (): void => {
    cancel = null;
    const [first] = over;
    const others = over;
    passed = 0;
    over = [];
    if (first !== undefined) happen(summaryOf(first, others, clock.now()));
  };
  return {
    async take(change) {
      // Ends are not sent without their starts.
      if (change.kind === 'end' || change.finding?.kind === KIND) return pass(change);
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

function summaryOf({ id, event }: AlertChange, over: readonly AlertChange[], now: number): SavedEvent {
  const servers = new Set(over.map(({ server }) => server?.id)).size;
  const at = Math.floor(now / 1000);
  const sentence = saying('{count} further alerts of {servers} {servers|server|servers} began.', {
    count: over.length,
    servers,
  });
  return {
    id,
    plugin: 'fleet',
    field: KIND,
    identity: null,
    stat: KIND.toLowerCase(),
    event: {
      ...event,
      type: KIND,
      state: over.some(({ event }) => event.state === 'CRITICAL') ? 'CRITICAL' : 'WARNING',
      begin: at,
      end: at,
      top: [],
    },
    finding: { kind: KIND, label: null, ...sentence, details: {} },
  };
}
