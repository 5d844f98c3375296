/** The culprits of events: keeps the process scan active, and adds up what programs use of the resource of each event. */
import { type Culprits, leastExcess, type Resource, resourceOf } from '../../core/culprits.ts';
import type { RankingKey } from '../../core/event.ts';
import type { AlertRecord } from './record.ts';
import type { ProcessWatch, WatchedScan } from './process-watch.ts';
import { createSwaps, usedBy } from './program-amounts.ts';
import { type Amounts, Spending, Usual } from './spending.ts';

interface CulpritCounter {
  /** Processes are watched while an event lasts, in the order of the newest. */
  watch(lasting: readonly AlertRecord[]): void;
  /** Culprits of alerts after a new scan; null: nothing has changed. @param at monotonic milliseconds */
  count(known: readonly AlertRecord[], at: number): Map<AlertRecord, readonly [Spending, Culprits]> | null;
}

/** Interval of recording the usual use of memory: that needs all processes, not only busy ones. */
const MEMORY_MS = 60_000;

/** Resources with a usual use, which culprits exceed. */
const USUALLY_USED: readonly Resource[] = ['cpu', 'memory', 'disk', 'reads', 'writes'];

const isOngoing = ({ raw }: AlertRecord): boolean => raw === 'raised' || raw === 'unknown';
const resourceOfAlert = ({ saved }: AlertRecord): Resource | null =>
  saved.finding === undefined ? resourceOf(saved.plugin, saved.stat) : null;

/** Use between the stretches of a flapping alert does not count as usual. */
const isUnsettled = (alert: AlertRecord): boolean =>
  alert.policy !== null && alert.policy.phase !== 'over' && resourceOfAlert(alert) !== null;

/** Those that programs can have caused. */
const causedOf = (lasting: readonly AlertRecord[]): AlertRecord[] =>
  lasting.filter((alert) => isOngoing(alert) && resourceOfAlert(alert) !== null);

export function createCulprits(processes: ProcessWatch | null): CulpritCounter {
  let release: (() => void) | null = null;
  let order: RankingKey | null = null;
  let seen: WatchedScan | null = null;
  let seenAt = Number.NaN;
  let memoryAt = Number.NEGATIVE_INFINITY;
  const usual = new Map<Resource, Usual>(USUALLY_USED.map((resource) => [resource, new Usual()]));
  let swaps = createSwaps();

  const noteUsual = (used: (resource: Resource) => Amounts | null, seconds: number, at: number): void => {
    for (const [resource, one] of usual)
      if (resource !== 'memory') one.note(used(resource) ?? new Map(), seconds);
    if (at - memoryAt < MEMORY_MS) return;
    usual
      .get('memory')
      ?.note(used('memory') ?? new Map(), (at - Math.max(memoryAt, at - 10 * MEMORY_MS)) / 1000, 1);
    memoryAt = at;
  };

  return {
    watch(lasting) {
      if (processes === null) return;
      const ofProcesses = causedOf(lasting).filter((alert) => resourceOfAlert(alert) !== 'network');
      const newest = ofProcesses.reduce<AlertRecord | null>(
        (last, alert) => (last === null || alert.saved.id > last.saved.id ? alert : last),
        null,
      );
      const next = newest?.saved.event.sort ?? null;
      if (next !== order) processes.sortBy((order = next));
      if (next !== null) release ??= processes.keepSlow();
      else {
        release?.();
        release = null;
      }
    },
    count(known, at) {
      const scan = processes?.scan() ?? null;
      if (processes === null || scan === null || scan === seen) return null;
      const seconds = Number.isNaN(seenAt) ? 0 : (at - seenAt) / 1000;
      [seen, seenAt] = [scan, at];
      const alerts = causedOf(known);
      if (!alerts.some((alert) => resourceOfAlert(alert) === 'swap')) swaps = createSwaps();
      const used = usedBy(scan, processes, seconds, swaps);
      if (alerts.length === 0) {
        if (seconds > 0 && !known.some(isUnsettled)) noteUsual(used, seconds, at);
        return null;
      }
      const found = new Map<AlertRecord, readonly [Spending, Culprits]>();
      for (const alert of alerts) {
        const resource = resourceOfAlert(alert) as Resource;
        const amounts = used(resource, alert.saved);
        if (amounts === null) continue;
        const spending = alert.spending ?? new Spending(usual.get(resource)?.rates() ?? new Map());
        if (resource === 'memory' || resource === 'swap') spending.set(amounts);
        else spending.add(amounts, seconds);
        const culprits = spending.culprits(leastExcess(resource));
        if (culprits !== null) found.set(alert, [spending, culprits]);
      }
      return found;
    },
  };
}
