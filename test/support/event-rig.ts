/** An event engine on a fake clock, fed with levels by hand. */
import type { AlertEvent, EventOptions, RankingKey } from '../../src/core/event.ts';
import type { AlertChangeEntry } from '../../src/history/events/entry.ts';
import type { PastAlerts } from '../../src/core/alert-policy.ts';
import { type Records, storedAlerts } from '../../src/alerts/events/alert-records.ts';
import type { ProcessWatch, WatchedScan } from '../../src/alerts/events/process-watch.ts';
import type { Resource } from '../../src/core/culprits.ts';
import type { Owner } from '../../src/history/archive/top/program-use.ts';
import type { LevelVerdict } from '../../src/measure/levels/judge.ts';
import { PROMPT } from '../../src/measure/levels/alert-delays.ts';
import type { Level } from '../../src/core/level-rule.ts';
import { configuredBy } from '../../src/measure/levels/configured.ts';
import { createEvents, type EventEngine } from '../../src/alerts/events/engine.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

export const DEFAULTS: EventOptions = { max_events: 10, min_duration: 6, min_interval: 6 };

/** A value with thresholds of 50, 70 and 90; `field` and `identity` identify it. */
export interface Value {
  level: Level;
  value?: number;
  field?: string;
  identity?: string;
  log?: boolean;
}

const USUAL: Record<Level, number | null> = {
  DEFAULT: null,
  OK: 10,
  CAREFUL: 60,
  WARNING: 80,
  CRITICAL: 95,
  ERROR: null,
};

export function verdict(
  plugin: string,
  { level, value, field = 'total', identity, log = true }: Value,
): LevelVerdict {
  return {
    names: configuredBy(plugin, { header: field }, new Map())(identity ?? null).names,
    field,
    unit: 'percent',
    isOwn: false,
    rule: { header: field },
    identity: identity ?? null,
    stat: [plugin, identity, field]
      .filter((part) => part !== undefined && part !== '')
      .join('_')
      .toLowerCase(),
    level,
    log,
    value: value ?? USUAL[level],
    thresholds: { careful: 50, warning: 70, critical: 90 },
    delays: PROMPT,
    served: {},
  };
}

export interface EventRig {
  clock: FakeClock;
  events: EventEngine;
  /** The list as it was last published. */
  list(): AlertEvent[];
  /** How often it was published. */
  published(): number;
  /** Events since the last call: kind and type. */
  told(): string[];
  changes: AlertChangeEntry[];
  /** Feeds values of a plugin, then lets two seconds pass. */
  feed(plugin: string, ...values: Value[]): Promise<void>;
  /** Feeds levels of CPU_TOTAL, two seconds apart. */
  levels(...levels: Level[]): Promise<void>;
  /** What programs use; `scan` hands it over. */
  used: Partial<Record<Resource, Readonly<Record<string, number>>>>;
  /** Items of `containers` and `network`. */
  traffic: ReturnType<ProcessWatch['traffic']>;
  /** CPU seconds of children that ended unseen. */
  ended: number;
  /** Unit and container by program. */
  owners: Record<string, Owner>;
  users: Record<string, string>;
  scan(): Promise<void>;
  /** What the next agent finds. */
  past(): PastAlerts;
  /** The order requested of the process list. */
  order(): RankingKey | null;
  isHeld(): boolean;
}

export function createEventRig(
  options: Partial<EventOptions> = {},
  withProcesses = true,
  past: PastAlerts | null = null,
  clock = createFakeClock(),
): EventRig {
  const changes: AlertChangeEntry[] = [];
  let taken = 0;
  let list: AlertEvent[] = [];
  let published = 0;
  let order: RankingKey | null = null;
  let holds = 0;
  const processes: ProcessWatch = {
    scan: () => scanOf(rig),
    ownerOf: (pid) => rig.owners[namesOf(rig)[pid] ?? ''] ?? null,
    userOf: (pid) => rig.users[namesOf(rig)[pid] ?? ''] ?? null,
    swapReader: () => (pid) => rig.used.swap?.[namesOf(rig)[pid] ?? ''] ?? 0,
    traffic: () => rig.traffic,
    containerName: (id) => `name-of-${id}`,
    sortBy(key: RankingKey | null) {
      order = key;
    },
    keepSlow() {
      holds += 1;
      return () => void (holds -= 1);
    },
  };
  const records: Records = new Map();
  const events = createEvents({
    records,
    clock,
    options: { ...DEFAULTS, ...options },
    processes: withProcesses ? processes : null,
    publish(events) {
      list = events;
      published += 1;
    },
    delaysOf: () => PROMPT,
    async onChange(change) {
      if (change.kind !== 'told') changes.push(change);
    },
    onAlert: async () => {},
    onOver: () => {},
  });
  if (past !== null) events.restore(past);
  const rig: EventRig = {
    clock,
    events,
    changes,
    used: {},
    traffic: { containers: [], network: [] },
    ended: 0,
    owners: {},
    users: {},
    list: () => list,
    published: () => published,
    told() {
      const told = changes.slice(taken).map(({ kind, event }) => `${kind} ${event.type}`);
      taken = changes.length;
      return told;
    },
    async feed(plugin, ...values) {
      events.take(
        plugin,
        values.map((value) => verdict(plugin, value)),
        clock.now(),
      );
      await clock.advance(2000);
    },
    async levels(...levels) {
      for (const level of levels) await rig.feed('cpu', { level });
    },
    async scan() {
      events.takeProcesses();
      await clock.advance(0);
    },
    past: () => ({
      events: events.recent(),
      alerts: storedAlerts(records, { time: clock.now(), at: clock.monotonic() }),
      lastId: 9,
      stoppedAt: clock.now(),
    }),
    order: () => order,
    isHeld: () => holds > 0,
  };
  return rig;
}

/** The programs of all resources; a pid is a place. */
const namesOf = ({ used }: Pick<EventRig, 'used'>): string[] => [
  ...new Set(Object.values(used).flatMap((programs) => Object.keys(programs))),
];

function scanOf(rig: Pick<EventRig, 'used' | 'ended'>): WatchedScan {
  const { cpu = {}, memory = {}, swap = {}, faults = {}, disk = {}, writes = disk } = rig.used;
  const names = namesOf(rig);
  return {
    entries: names.map((name, pid) => ({
      pid,
      name,
      memory_info: { rss: memory[name] ?? 0, vms: swap[name] === undefined ? 0 : 1 },
      io_counters: [rig.used.reads?.[name] ?? 0, writes[name] ?? 0, 0, 0, 1],
      time_since_update: 1,
    })),
    cpu: names.map((name, pid) => ({ pid, name, seconds: cpu[name] ?? 0, ended: 0 })),
    ended: rig.ended,
    majorFaults: new Map(names.map((name, pid) => [pid, faults[name] ?? 0])),
  };
}
