/** The list of alerts: ongoing events, and values at WARNING or CRITICAL without events; one row per cause. Pure. */
import type { PluginValue, Served } from '../../core/served.ts';
import type { Alert, OngoingEvent, ShownAlert } from '../../core/alert.ts';
import { FOLLOWS, resourceOf } from '../../core/culprits.ts';
import type { AlertState, EventFinding } from '../../core/event.ts';
import { withoutStop } from '../../core/said.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';
import { alertWords, type Worded } from './alert-words.ts';
import { type Amount, excessOf } from './finding-words.ts';
import { type Level, levelOfVerdict, rankOf } from './levels.ts';
import { printable } from './printable.ts';
import { seriesId } from '../../core/series-name.ts';
import { seriesOfVerdict } from './series.ts';
import { servedBy } from './served-by.ts';
import type { AlertEvent } from './snapshots.ts';
import { decidingVerdict, type VerdictSource } from './verdicts.ts';

export interface AlertSources {
  /** Verdicts, with or without those that are fine. */
  readonly verdicts: VerdictSource;
  /** At least one value could be judged. */
  readonly hasData: boolean;
  /** Returns the latest value of a plugin. */
  latest(plugin: string): PluginValue;
  readonly ongoing: readonly OngoingEvent[];
  /** Since when a value has been at WARNING or above, in milliseconds since the epoch; null: unknown. */
  sinceOf(plugin: string, verdict: ShownVerdict): number | null;
  isSilenced(alert: Pick<Alert, 'type' | 'item'> & { readonly finding: EventFinding | null }): boolean;
  /** The parent alert that explains a failure. Default: none. */
  parentOf?(finding: EventFinding): EventFinding | null;
  readonly text: Amount;
}

export interface AlertList {
  /** Worst first, silenced ones last. */
  readonly alerts: readonly Alert[];
  /** Number of objects and items at CAREFUL. */
  readonly careful: number;
  readonly hasData: boolean;
}

/** One value or event of a common cause. */
interface Candidate extends Worded {
  readonly level: AlertState;
  readonly ongoing: OngoingEvent | null;
  readonly excess: number;
}

/** At equal levels, alerts about data loss come first. */
const ORDER = ['smart', 'raid', 'fs', 'mem', 'memswap', 'cpu', 'load', 'diskio', 'network', 'sensors', 'gpu'];
/** Plugins that check other hosts: they say nothing about this one. */
const OF_OTHERS: ReadonlySet<string> = new Set(['ports']);
/** Plugins that summarize others. */
const SUMS: ReadonlySet<string> = new Set(['quicklook']);
const MOST_NAMES = 3;
const LONGEST_NAME = 60;
const WARNING_RANK = rankOf('warning');

export function alertListOf(sources: AlertSources): AlertList {
  const matched = new Set<OngoingEvent>();
  const ongoingOf = (plugin: string, { stat, item }: ShownVerdict): OngoingEvent | null => {
    const ongoing = sources.ongoing.find(
      (one) =>
        one.event.type === stat && (one.plugin === '' || (one.plugin === plugin && one.identity === item)),
    );
    if (ongoing !== undefined) matched.add(ongoing);
    return ongoing ?? null;
  };
  const causes = new Map<string, Candidate[]>();
  const careful = new Set<string>();
  const add = (key: string, candidate: Candidate): void => {
    const known = causes.get(key);
    if (known === undefined) causes.set(key, [candidate]);
    else known.push(candidate);
  };
  for (const plugin of sources.verdicts.plugins()) {
    if (SUMS.has(plugin)) continue;
    let served: ((item: string | null) => Served) | null = null;
    const all = sources.verdicts.ofPlugin(plugin);
    for (const verdict of all) {
      const rank = rankOf(levelOfVerdict(verdict));
      const ongoing = sources.ongoing.length === 0 ? null : ongoingOf(plugin, verdict);
      if (rank === 0 && ongoing === null) continue;
      if (decidingVerdict(all, verdict.stat, verdict.item) !== verdict) continue;
      served ??= servedBy(sources.latest(plugin));
      const own = served(verdict.item);
      const key = causeOf(plugin, verdict.item, own);
      if (rank < WARNING_RANK && ongoing === null) careful.add(key);
      else add(key, candidateOf(plugin, verdict, own, ongoing));
    }
  }
  // Of values unknown at the moment, and of subjects without values.
  for (const one of sources.ongoing) {
    if (matched.has(one)) continue;
    const { plugin, identity: item, event } = one;
    const served = item === null || plugin === '' ? NOTHING : servedBy(sources.latest(plugin))(item);
    add(causeOf(plugin || event.type, item, served), eventCandidate(one));
  }
  mergeFollowers(causes);
  for (const key of causes.keys()) careful.delete(key);
  const alerts = [...causes].map(([key, members]) => rowOf(key, members, sources));
  alerts.sort(
    (a, b) =>
      Number(a.alert.silenced) - Number(b.alert.silenced) ||
      stateRank(b.alert.level) - stateRank(a.alert.level) ||
      orderOf(a.alert.plugin) - orderOf(b.alert.plugin) ||
      b.excess - a.excess,
  );
  return { alerts: alerts.map(({ alert }) => alert), careful: careful.size, hasData: sources.hasData };
}

/** Ongoing events of the alert plugin's list, which lack their plugin. */
export const ongoingIn = (listed: readonly AlertEvent[]): OngoingEvent[] =>
  listed.filter(({ end }) => end === -1).map((event) => ({ plugin: '', identity: null, event }));

/** Events that are over and of no alert that stands, whose sentence is about all of its stretches. */
export function endedEvents<E extends Pick<AlertEvent, 'type' | 'begin' | 'end'>>(
  events: readonly E[],
  standing: readonly Pick<Alert, 'type' | 'also' | 'since'>[],
): E[] {
  const begins = new Map(
    standing.flatMap(({ type, also, since }) => [type, ...also].map((one) => [one, since ?? Infinity])),
  );
  return events.filter(({ type, begin, end }) => end !== -1 && begin * 1000 < (begins.get(type) ?? Infinity));
}

/** True for the level of a value that could be read and compared. */
export const isJudged = (plugin: string, { level }: Pick<ShownVerdict, 'level'>): boolean =>
  !OF_OTHERS.has(plugin) && level !== 'DEFAULT' && level !== 'ERROR';

const NOTHING: Served = {};
const stateOf = (level: Level | null): AlertState => (level === 'critical' ? 'CRITICAL' : 'WARNING');
const stateRank = (state: AlertState): number => (state === 'CRITICAL' ? 1 : 0);
const orderOf = (plugin: string): number => {
  const index = ORDER.indexOf(plugin);
  return index === -1 ? ORDER.length : index;
};

/** A check is judged by its result, and by an alert kind. Mounts of one device fill up together. */
function causeOf(plugin: string, item: string | null, served: Served): string {
  if (plugin === 'ports') return `checks\0${item ?? ''}`;
  const device = plugin === 'fs' ? served['device_name'] : undefined;
  return typeof device === 'string' && device !== '' ? `${plugin}\0${device}` : `${plugin}\0${item ?? ''}`;
}

const candidateOf = (
  plugin: string,
  verdict: ShownVerdict,
  served: Served,
  ongoing: OngoingEvent | null,
): Candidate => ({
  plugin,
  item: verdict.item,
  type: verdict.stat,
  level: stateOf(levelOfVerdict(verdict)),
  verdict,
  served,
  ongoing,
  finding: null,
  excess: excessOf(verdict, served),
});

const eventCandidate = (ongoing: OngoingEvent): Candidate => ({
  plugin: ongoing.plugin,
  item: ongoing.identity,
  type: ongoing.event.type,
  level: ongoing.event.state === 'CRITICAL' ? 'CRITICAL' : 'WARNING',
  verdict: null,
  served: NOTHING,
  ongoing,
  finding: ongoing.finding ?? null,
  excess: 0,
});

const isFollower = ({ plugin }: Candidate): boolean => FOLLOWS[plugin] !== undefined;
const worstOf = (members: readonly Candidate[]): number =>
  Math.max(...members.map(({ level }) => stateRank(level)));

/** High load along with a CPU that is as bad is no separate alert. */
function mergeFollowers(causes: Map<string, Candidate[]>): void {
  for (const [key, members] of causes) {
    const leader = FOLLOWS[members[0]?.plugin ?? ''];
    const led = leader === undefined ? undefined : causes.get(`${leader}\0`);
    if (led === undefined || worstOf(members) > worstOf(led)) continue;
    led.push(...members);
    causes.delete(key);
  }
}

/**
 * Returns the row of a cause, represented by its worst alert; at equal levels by the parent, an alert kind, one with an event,
 * the first declared. Failed checks are represented by their kind.
 */
function rowOf(
  key: string,
  members: readonly Candidate[],
  sources: AlertSources,
): { alert: Alert; excess: number } {
  const [head] = members.toSorted(
    (a, b) =>
      Number(isCheckKind(b)) - Number(isCheckKind(a)) ||
      stateRank(b.level) - stateRank(a.level) ||
      Number(isFollower(a)) - Number(isFollower(b)) ||
      knownRank(b) - knownRank(a),
  ) as [Candidate, ...Candidate[]];
  const { plugin, item, type, ongoing, finding } = head;
  const level = members.some((one) => one.level === 'CRITICAL') ? 'CRITICAL' : 'WARNING';
  const { verdict, served } =
    head.verdict === null ? (members.find((one) => one.verdict !== null) ?? head) : head;
  const caused = resourceOf(plugin, type.toLowerCase()) === null ? [] : members;
  const names = caused.find(({ ongoing: one }) => (one?.event.top.length ?? 0) > 0)?.ongoing?.event.top ?? [];
  const culprits = caused.find(({ ongoing: one }) => one?.culprits)?.ongoing?.culprits ?? null;
  const since =
    ongoing !== null
      ? ongoing.event.begin * 1000
      : verdict === null
        ? null
        : sources.sinceOf(plugin, verdict);
  const chart = chartOf(plugin, verdict);
  const shown = shownAlert(head, verdict, since, sources.text);
  const parent = (finding && sources.parentOf?.(finding)) ?? null;
  const types = new Set(members.map((member) => member.type));
  types.delete(type);
  return {
    excess: Math.max(...members.map(({ excess }) => excess)),
    alert: {
      id: printable(key.replace('\0', '/')),
      level,
      type,
      kind: finding?.kind ?? null,
      plugin,
      item,
      ...shown,
      since,
      stretches: ongoing?.stretches ?? null,
      value: verdict === null ? null : numberOf(served, verdict),
      threshold: verdict === null ? null : thresholdOf(verdict),
      who: names.slice(0, MOST_NAMES).map((name) => printable(name, LONGEST_NAME)),
      culprits,
      chart,
      silenced: sources.isSilenced({ type, item, finding }),
      parent: parent === null ? null : printable(withoutStop(parent.sentence)),
      ...(parent?.said && { parent_said: parent.said }),
      also: [...types],
    },
  };
}

/**
 * Text of an alert with its place on the page: in lists and notifications.
 * @param verdict the value of its chart
 * @param since Unix milliseconds
 */
export function shownAlert(
  alert: Worded,
  verdict: ShownVerdict | null,
  since: number | null,
  amount: Amount,
): ShownAlert & Pick<Alert, 'said'> {
  return { ...alertWords(alert, amount), link: linkOf(alert.plugin, chartOf(alert.plugin, verdict), since) };
}

function chartOf(plugin: string, verdict: ShownVerdict | null): string | null {
  const series = verdict === null ? null : seriesOfVerdict(plugin, verdict);
  return series === null ? null : seriesId(series);
}

const isCheckKind = ({ plugin, finding }: Candidate): boolean => plugin === 'checks' && finding !== null;

const knownRank = ({ finding, ongoing }: Candidate): number =>
  Number(ongoing !== null) + 2 * Number(finding !== null);

const firstSeries = ({ series }: ShownVerdict) => Object.entries(series)[0];

function numberOf(served: Served, verdict: ShownVerdict): number | null {
  const value = served[firstSeries(verdict)?.[0] ?? ''];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function thresholdOf(verdict: ShownVerdict): number | null {
  const level = levelOfVerdict(verdict);
  return (level && firstSeries(verdict)?.[1][level]) ?? null;
}

function linkOf(plugin: string, chart: string | null, since: number | null): string {
  if (plugin === 'containers' && chart === null) return '#tab=containers';
  if (chart === null) return since === null ? '#panel=alerts' : `#at=${Math.round(since)}&panel=alerts`;
  const name = encodeURIComponent(chart).replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `#chart=${name}${since === null ? '' : `&at=${Math.round(since)}`}`;
}
