/** Schedule of a group: its refresh while used, otherwise slow. */
import type { Runner } from './runner.ts';

/** Seconds between reads of an idle plugin, and of one that this host does not support. */
export const SLOW_BEAT_SECONDS = 30;
/** Refresh periods between reads for names only. */
const GLANCE_PERIODS = 3;
/** A plugin stays active for this many refresh periods after a request, so steady clients keep it active. */
const INTEREST_PERIODS = 5;
/** Slow periods between reads of groups without any user. */
const SELDOM_BEATS = 10;
const ABSENCES_BEFORE = 4;
/** Older snapshots are refreshed before a reply, in periods. */
const STALE_PERIODS = 2;

/** Plugins that are always read together. */
export interface PluginGroup {
  readonly runners: readonly Runner[];
  readonly refreshMs: number;
  /** Milliseconds between reads without clients, unless the slow rate is slower. */
  readonly idleMs: number;
  /** It may take long to read. */
  readonly heavy: boolean;
  /** Idle without readers. */
  readonly rests: boolean;
  /** Neither recorded nor judged, and fast to read on demand. */
  readonly waits: boolean;
  /** Monotonic time of the next read. */
  dueAt: number;
  /** Monotonic time of an extra read requested by a plugin; Infinity: none. */
  againAt: number;
  /** Monotonic time of the last request; -Infinity: none. */
  wantedAt: number;
  /** Users that need samples without requests. */
  holds: number;
  /** Users that need occasional samples. */
  glances: number;
  /** Judges of its samples, which prevent rare sampling. */
  observers: number;
  /** The pending read, abandoned after its deadline; null if there is none. */
  reading: Promise<boolean> | null;
}

const isWanted = (group: PluginGroup, now: number): boolean =>
  group.holds > 0 || now - group.wantedAt <= group.refreshMs * INTEREST_PERIODS;

/** True while requests or `keepActive` keep the group at its refresh, and for groups that are never idle. */
export const isAwake = (group: PluginGroup, now: number): boolean => !group.rests || isWanted(group, now);

/** True if it is sampled rarely: plugins without readers, and absent hardware or services. */
export const isSeldom = (group: PluginGroup, now: number): boolean =>
  !isWanted(group, now) &&
  ((group.waits && group.observers === 0) ||
    group.runners.every(({ absences }) => absences >= ABSENCES_BEFORE));

/** Milliseconds between two reads while in use. */
function awakeMs(group: PluginGroup): number {
  const unsupported = group.runners.every((runner) => runner.health === 'unsupported');
  return unsupported ? slowest(group.refreshMs) : group.refreshMs;
}

const slowest = (ms: number): number => Math.max(ms, SLOW_BEAT_SECONDS * 1000);

const slowMs = (group: PluginGroup): number => slowest(group.idleMs);

const seldomMs = (group: PluginGroup): number =>
  Math.max(slowest(group.refreshMs) * SELDOM_BEATS, group.idleMs);

/** Milliseconds between two reads as things are now. */
export function intervalMs(group: PluginGroup, now: number): number {
  if (isSeldom(group, now)) return seldomMs(group);
  if (isAwake(group, now)) return awakeMs(group);
  return group.glances > 0 ? Math.min(awakeMs(group) * GLANCE_PERIODS, slowMs(group)) : slowMs(group);
}

/** Advances the due time by whole intervals, so groups stay in phase; missed reads are skipped. */
export function advance(group: PluginGroup, now: number): void {
  const interval = intervalMs(group, now);
  const missed = Math.max(0, Math.floor((now - group.dueAt) / interval));
  group.dueAt += interval * (missed + 1);
}

/**
 * Advances the next read of a woken group by whole intervals, so it stays in phase, to between half and one and a half intervals
 * from now.
 */
export function hasten(group: PluginGroup, now: number): void {
  const interval = awakeMs(group);
  group.dueAt -= interval * Math.max(0, Math.floor((group.dueAt - now) / interval - 0.5));
}

/** Monotonic time of whichever read comes first. */
export const nextAt = ({ dueAt, againAt }: PluginGroup): number => Math.min(dueAt, againAt);

const isOld = (group: PluginGroup, readAt: number | null, now: number): boolean =>
  readAt === null || now - readAt > awakeMs(group) * STALE_PERIODS;

/** True if the last read is old enough for a request to start another. */
export const needsRead = (group: PluginGroup, now: number): boolean =>
  group.runners.every(({ startedAt, busy }) => !busy && isOld(group, startedAt, now));

/** No snapshot, or too old to serve. */
export const isOutdated = (group: PluginGroup, now: number): boolean =>
  group.runners.some(({ sampledAt }) => isOld(group, sampledAt, now));
