/** The culprits of events: keeps the process scan active, and adds up what programs use of the resource of each event. */
import {
  type Culprits,
  isService,
  LEAST_EXCESS,
  type Resource,
  resourceOf,
  WRITERS,
} from '../../core/culprits.ts';
import { keyOf, type RankingKey } from '../../core/event.ts';
import { ioOf, type Owner, type UsedProcess } from '../../history/archive/top/program-use.ts';
import { NO_OWNER } from '../../measure/sources/processes/cgroup-owner.ts';
import type { CpuUse } from '../../measure/sources/processes/cpu-ledger.ts';
import type { AlertRecord } from './record.ts';
import { type Amounts, type ProgramKey, Spending, Usual } from './spending.ts';

/** One scan of the process list. */
export interface WatchedScan {
  readonly entries: readonly Pick<
    UsedProcess,
    'pid' | 'name' | 'memory_info' | 'io_counters' | 'time_since_update'
  >[];
  readonly cpu: readonly CpuUse[];
  /** Seconds of CPU time of processes that no scan has seen. */
  readonly ended: number;
}

/** The part of the process list that events use. */
export interface ProcessWatch {
  /** The last scan; null: none yet. */
  scan(): WatchedScan | null;
  /** Unit and container of a process; null: not known. */
  ownerOf(pid: number): Owner | null;
  /** Name of the user who runs a process; null: not known. */
  userOf(pid: number): string | null;
  /** Display name of a container of {@link Owner}. */
  containerName(id: string): string;
  /** Orders the process list, where the configuration leaves it open; null: as without events. */
  sortBy(key: RankingKey | null): void;
  /** Asks for scans at their full pace, the first at once; the result ends it. */
  keepSlow(): () => void;
}

interface CulpritCounter {
  /** Processes are watched while an event lasts, in the order of the newest. */
  watch(lasting: readonly AlertRecord[]): void;
  /** Culprits of alerts after a new scan; null: nothing has changed. @param at monotonic milliseconds */
  count(known: readonly AlertRecord[], at: number): Map<AlertRecord, Culprits> | null;
}

/** Counts kept of alerts that have ended and may go on. */
const SPARE = 64;
/** What memory is usually in use is noted this often: that needs all processes, not only busy ones. */
const MEMORY_MS = 60_000;

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
  const usual: Record<Resource, Usual> = { cpu: new Usual(), memory: new Usual(), disk: new Usual() };
  const spendings = new Map<string, Spending>();

  const spendingOf = ({ saved, policy }: AlertRecord): Spending => {
    // An alert that comes and goes has many events, and one count.
    const key = `${keyOf(saved)}\0${policy?.unsettledSince ?? saved.id}`;
    const known = spendings.get(key) ?? new Spending();
    spendings.delete(key);
    spendings.set(key, known);
    return known;
  };
  const noteUsual = (amountsOf: (resource: Resource) => Amounts, seconds: number, at: number): void => {
    usual.cpu.note(perSecond(amountsOf('cpu'), seconds), seconds);
    usual.disk.note(perSecond(amountsOf('disk'), seconds), seconds);
    if (at - memoryAt < MEMORY_MS) return;
    usual.memory.note(amountsOf('memory'), (at - Math.max(memoryAt, at - 10 * MEMORY_MS)) / 1000);
    memoryAt = at;
  };

  return {
    watch(lasting) {
      if (processes === null) return;
      const newest = causedOf(lasting).reduce<AlertRecord | null>(
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
      const kept = new Map<Resource, Amounts>();
      const amountsOf = (resource: Resource): Amounts => {
        const amounts = kept.get(resource) ?? AMOUNTS[resource](scan, processes, seconds);
        kept.set(resource, amounts);
        return amounts;
      };
      const alerts = causedOf(known);
      if (alerts.length === 0) {
        if (seconds > 0 && !known.some(isUnsettled)) noteUsual(amountsOf, seconds, at);
        return null;
      }
      const found = new Map<AlertRecord, Culprits>();
      for (const alert of alerts) {
        const resource = resourceOfAlert(alert) as Resource;
        const spending = spendingOf(alert);
        if (resource === 'memory') spending.set(amountsOf(resource));
        else spending.add(amountsOf(resource), seconds);
        const culprits = spending.culprits(usual[resource], LEAST_EXCESS[resource], processes.containerName);
        if (culprits !== null) found.set(alert, culprits);
      }
      for (const key of spendings.keys()) if (spendings.size > alerts.length + SPARE) spendings.delete(key);
      return found;
    },
  };
}

const perSecond = ({ programs, ended }: Amounts, seconds: number): Amounts => ({
  programs: new Map([...programs].map(([key, amount]) => [key, amount / seconds])),
  ended: ended / seconds,
});

function programOf(pid: number, name: string, { ownerOf, userOf }: ProcessWatch): ProgramKey {
  const { unit, container } = ownerOf(pid) ?? NO_OWNER;
  if (container !== null || isService(unit)) return `${name}\0${unit ?? ''}\0${container ?? ''}\0`;
  const user = userOf(pid);
  return `${name}\0\0\0${user === 'root' ? '' : (user ?? '')}`;
}

function sumsOf(used: Iterable<readonly [key: ProgramKey, amount: number]>): Map<ProgramKey, number> {
  const sums = new Map<ProgramKey, number>();
  for (const [key, amount] of used) if (amount > 0) sums.set(key, (sums.get(key) ?? 0) + amount);
  return sums;
}

/** Of a scan that covers a number of seconds. */
const AMOUNTS: Readonly<
  Record<Resource, (scan: WatchedScan, processes: ProcessWatch, seconds: number) => Amounts>
> = {
  cpu: ({ cpu, ended }, processes) => ({
    programs: sumsOf(
      cpu.map(({ pid, name, seconds }) => [programOf(pid, name, processes), seconds] as const),
    ),
    ended,
  }),
  memory: ({ entries }, processes) => ({
    programs: sumsOf(
      entries.map(
        ({ pid, name, memory_info: memory }) => [programOf(pid, name, processes), memory?.rss ?? 0] as const,
      ),
    ),
    ended: 0,
  }),
  disk: ({ entries }, processes, seconds) => ({
    programs: sumsOf(
      entries.flatMap((entry) => {
        const bytes = ioOf(entry) * (seconds || entry.time_since_update);
        // Few of thousands of processes have read or written anything, so their names come last.
        if (!(bytes > 0) || WRITERS.test(entry.name)) return [];
        return [[programOf(entry.pid, entry.name, processes), bytes] as const];
      }),
    ),
    ended: 0,
  }),
};
