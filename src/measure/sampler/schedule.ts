/** When a group of plugins is read: at its refresh while someone is interested, else at a slow beat. */
import type { Runner } from './runner.ts';

/** Seconds between reads of a plugin that rests, and of one that this host does not support. */
export const SLOW_BEAT_SECONDS = 30;
/** A glance is cast every so many refresh periods. */
const GLANCE_PERIODS = 3;
/** Interest lasts for this many refresh periods after the last request, so that a steady client keeps a plugin awake. */
const INTEREST_PERIODS = 5;
/** A group of which nobody would miss a sample is read at every so many slow beats. */
const SELDOM_BEATS = 10;
const ABSENCES_BEFORE = 4;
/** A snapshot older than this many periods is read anew before a request is answered. */
const STALE_PERIODS = 2;

/** Plugins that are always read together. */
export interface PluginGroup {
  readonly runners: readonly Runner[];
  readonly refreshMs: number;
  /** The same without clients, unless the slow beat is slower. */
  readonly idleMs: number;
  /** It may take long to read. */
  readonly heavy: boolean;
  /** It rests while nobody looks. */
  readonly rests: boolean;
  /** Nothing of it is recorded or judged, and to read it when somebody asks takes no time. */
  readonly waits: boolean;
  /** Monotonic time of the next read. */
  dueAt: number;
  /** Monotonic time of a read that a plugin asked for beside the beat; Infinity when there is none. */
  againAt: number;
  /** Monotonic time of the last request; -Infinity when there was none. */
  wantedAt: number;
  /** Those who want it sampled whether or not there are requests. */
  holds: number;
  /** Those who want a glance at it now and then. */
  glances: number;
  /** Readers that judge everything read of it: it is not read seldom for want of requests. */
  observers: number;
  /** The pending read, abandoned after its deadline; null when there is none. */
  reading: Promise<void> | null;
}

const isWanted = (group: PluginGroup, now: number): boolean =>
  group.holds > 0 || now - group.wantedAt <= group.refreshMs * INTEREST_PERIODS;

/** True while requests or holds keep the group at its refresh. Groups that never rest always are. */
export const isAwake = (group: PluginGroup, now: number): boolean => !group.rests || isWanted(group, now);

/**
 * True when it is read seldom, since nobody asks for it: what only those who ask would see, and hardware and services that this host has
 * not had for minutes.
 */
export const isSeldom = (group: PluginGroup, now: number): boolean =>
  !isWanted(group, now) &&
  ((group.waits && group.observers === 0) ||
    group.runners.every(({ absences }) => absences >= ABSENCES_BEFORE));

/** Milliseconds between two reads while someone is interested. */
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

/** Moves the due time on by whole intervals, so that groups of one refresh stay in step; missed reads are not made up. */
export function advance(group: PluginGroup, now: number): void {
  const interval = intervalMs(group, now);
  const missed = Math.max(0, Math.floor((now - group.dueAt) / interval));
  group.dueAt += interval * (missed + 1);
}

/**
 * Brings the next read of a group that woke up forward by whole intervals, so that it stays in step with the others,
 * to between a half and one and a half from now.
 */
export function hasten(group: PluginGroup, now: number): void {
  const interval = awakeMs(group);
  group.dueAt -= interval * Math.max(0, Math.floor((group.dueAt - now) / interval - 0.5));
}

/** Monotonic time of whichever read comes first. */
export const nextAt = ({ dueAt, againAt }: PluginGroup): number => Math.min(dueAt, againAt);

const isOld = (group: PluginGroup, readAt: number | null, now: number): boolean =>
  readAt === null || now - readAt > awakeMs(group) * STALE_PERIODS;

/** True when the last read was started so long ago that a request starts another. */
export const needsRead = (group: PluginGroup, now: number): boolean =>
  group.runners.every(({ startedAt, busy }) => !busy && isOld(group, startedAt, now));

/** True when there is no snapshot yet, or one too old to answer with. */
export const isOutdated = (group: PluginGroup, now: number): boolean =>
  group.runners.some(({ sampledAt }) => isOld(group, sampledAt, now));
