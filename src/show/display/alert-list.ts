/** The list of alerts: ongoing events, and values at WARNING or CRITICAL that raise none; a row for each cause. Pure. */
import { type Alert, type MachineVerdict, MOST_ALERTS } from '../../core/alert.ts';
import { hasCulprits } from '../../core/culprits.ts';
import type { AlertState, EventFinding } from '../../core/event.ts';
import type { ShownVerdict } from '../../judge/levels/series.ts';
import { excessOf, findingWords, type Served, type Text } from './finding-words.ts';
import { type Level, levelOfVerdict, rankOf } from './levels.ts';
import { printable } from './printable.ts';
import { roughSpan } from './durations.ts';
import { itemsById, seriesId } from './series.ts';
import type { AlertEvent } from './snapshots.ts';
import { kindLabel, labelOfType, seriesOfVerdict } from './subjects.ts';
import type { VerdictSource } from './verdicts.ts';

/** An event that has not ended. */
export interface OngoingEvent {
  /** Empty where only the type is known. */
  readonly plugin: string;
  readonly item: string | null;
  readonly event: AlertEvent;
  /** Null: a value has reached a threshold, or it is not known. */
  readonly finding: EventFinding | null;
}

export interface AlertSources {
  /** Verdicts that say that something is not well, others or not. */
  readonly verdicts: VerdictSource;
  /** At least one value could be judged. */
  readonly hasData: boolean;
  /** The latest value of a plugin. */
  latest(plugin: string): unknown;
  readonly ongoing: readonly OngoingEvent[];
  /** Milliseconds since the epoch since when a value has stood at WARNING or above; null where it is not known. */
  sinceOf(plugin: string, verdict: ShownVerdict): number | null;
  isSilenced(alert: Pick<Alert, 'type' | 'item'> & { readonly finding: EventFinding | null }): boolean;
  /** Sentence of the ongoing alert that explains a failure. Default: none does. */
  parentOf?(finding: EventFinding): string | null;
  readonly text: Text;
}

export interface AlertList {
  /** The worst first. */
  readonly alerts: readonly Alert[];
  /** Objects and items that are careful at most. */
  readonly careful: number;
  readonly hasData: boolean;
}

/** One value or event among those that have the same cause. */
interface Candidate {
  readonly plugin: string;
  readonly item: string | null;
  readonly type: string;
  readonly level: AlertState;
  readonly verdict: ShownVerdict | null;
  readonly served: Served;
  readonly event: AlertEvent | null;
  readonly finding: EventFinding | null;
  readonly excess: number;
}

/** Among equally bad alerts, those that lose data come first. */
const ORDER = ['smart', 'raid', 'fs', 'mem', 'memswap', 'cpu', 'load', 'diskio', 'network', 'sensors', 'gpu'];
/** Plugins that check other hosts, which says nothing of whether this one can be read. */
const OF_OTHERS: ReadonlySet<string> = new Set(['ports']);
/** Plugins that summarize others. */
const SUMS: ReadonlySet<string> = new Set(['quicklook']);
/** Plugins whose values follow from those of another one, where that has an alert too. */
const FOLLOWS: Readonly<Record<string, string>> = { load: 'cpu', percpu: 'cpu' };
/** Events that no value of a plugin stands for. */
const SENTENCES: Readonly<Record<string, string>> = {
  ARCHIVE: 'The history is not written to disk',
  ARCHIVE_FLEET: 'The history of the fleet is not written to disk',
};

const MOST_NAMES = 3;
const LONGEST_NAME = 60;
const WARNING_RANK = rankOf('warning');

export function alertListOf(sources: AlertSources): AlertList {
  const matched = new Set<AlertEvent>();
  const eventOf = (plugin: string, { stat, item }: ShownVerdict): AlertEvent | null => {
    const event = sources.ongoing.find(
      (one) => one.event.type === stat && (one.plugin === '' || (one.plugin === plugin && one.item === item)),
    )?.event;
    if (event !== undefined) matched.add(event);
    return event ?? null;
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
    for (const verdict of sources.verdicts.ofPlugin(plugin)) {
      const rank = rankOf(levelOfVerdict(verdict));
      const event = sources.ongoing.length === 0 ? null : eventOf(plugin, verdict);
      if (rank === 0 && event === null) continue;
      served ??= servedBy(sources.latest(plugin));
      const own = served(verdict.item);
      const key = causeOf(plugin, verdict.item, own);
      if (rank < WARNING_RANK && event === null) careful.add(key);
      else add(key, candidateOf(plugin, verdict, own, event));
    }
  }
  // Of values that are not known at the moment, and of what has no value.
  for (const one of sources.ongoing) {
    if (matched.has(one.event)) continue;
    const { plugin, item, event } = one;
    const served = item === null || plugin === '' ? NOTHING : servedBy(sources.latest(plugin))(item);
    add(causeOf(plugin || event.type, item, served), eventCandidate(one));
  }
  mergeFollowers(causes);
  for (const key of causes.keys()) careful.delete(key);
  const alerts = [...causes].map(([key, members]) => rowOf(key, members, sources));
  alerts.sort(
    (a, b) =>
      stateRank(b.alert.level) - stateRank(a.alert.level) ||
      orderOf(a.alert.plugin) - orderOf(b.alert.plugin) ||
      b.excess - a.excess,
  );
  return { alerts: alerts.map(({ alert }) => alert), careful: careful.size, hasData: sources.hasData };
}

/** Ongoing events among those that the alert plugin lists, which have no plugin of their own. */
export const ongoingIn = (listed: readonly AlertEvent[]): OngoingEvent[] =>
  listed.filter(({ end }) => end === -1).map((event) => ({ plugin: '', item: null, event, finding: null }));

/** The level of a value that could be read and compared. */
export const isJudged = (plugin: string, { level }: Pick<ShownVerdict, 'level'>): boolean =>
  !OF_OTHERS.has(plugin) && level !== 'DEFAULT' && level !== 'ERROR';

const NOTHING: Served = {};
const stateOf = (level: Level | null): AlertState => (level === 'critical' ? 'CRITICAL' : 'WARNING');
const stateRank = (state: AlertState): number => (state === 'CRITICAL' ? 1 : 0);
const orderOf = (plugin: string): number => {
  const index = ORDER.indexOf(plugin);
  return index === -1 ? ORDER.length : index;
};

/** Mounts of one device are full together. */
function causeOf(plugin: string, item: string | null, served: Served): string {
  const device = plugin === 'fs' ? served['device_name'] : undefined;
  return typeof device === 'string' && device !== '' ? `${plugin}\0${device}` : `${plugin}\0${item ?? ''}`;
}

const candidateOf = (
  plugin: string,
  verdict: ShownVerdict,
  served: Served,
  event: AlertEvent | null,
): Candidate => ({
  plugin,
  item: verdict.item,
  type: verdict.stat,
  level: stateOf(levelOfVerdict(verdict)),
  verdict,
  served,
  event,
  finding: null,
  excess: excessOf(verdict, served),
});

const eventCandidate = ({ plugin, item, event, finding }: OngoingEvent): Candidate => ({
  plugin,
  item,
  type: event.type,
  level: event.state === 'CRITICAL' ? 'CRITICAL' : 'WARNING',
  verdict: null,
  served: NOTHING,
  event,
  finding,
  excess: 0,
});

/** A high load beside a busy processor is no alert of its own. */
function mergeFollowers(causes: Map<string, Candidate[]>): void {
  for (const [key, members] of causes) {
    const leader = FOLLOWS[members[0]?.plugin ?? ''];
    const led = leader === undefined ? undefined : causes.get(`${leader}\0`);
    if (led === undefined) continue;
    led.push(...members.map((member) => ({ ...member, level: 'WARNING' as const })));
    causes.delete(key);
  }
}

/** The worst speaks for all; of equals that of an alert kind, then one with an event, then the first that the plugin declares. */
function rowOf(
  key: string,
  members: readonly Candidate[],
  sources: AlertSources,
): { alert: Alert; excess: number } {
  const [head] = members.toSorted(
    (a, b) => stateRank(b.level) - stateRank(a.level) || knownRank(b) - knownRank(a),
  ) as [Candidate, ...Candidate[]];
  const { plugin, item, type, level, event, finding } = head;
  const { verdict, served } =
    head.verdict === null ? (members.find((one) => one.verdict !== null) ?? head) : head;
  const [subject, sentence] = wordsOf(head, sources.text);
  const series = verdict === null ? null : seriesOfVerdict(plugin, verdict);
  const names = members.find((member) => (member.event?.top.length ?? 0) > 0)?.event?.top ?? [];
  const since =
    event !== null ? event.begin * 1000 : verdict === null ? null : sources.sinceOf(plugin, verdict);
  const chart = series === null ? null : seriesId(series);
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
      subject,
      since,
      value: verdict === null ? null : numberOf(served, verdict),
      threshold: verdict === null ? null : thresholdOf(verdict),
      sentence,
      who: hasCulprits(plugin) ? names.slice(0, MOST_NAMES).map((name) => printable(name, LONGEST_NAME)) : [],
      chart,
      link: linkOf(plugin, chart, since),
      silenced: sources.isSilenced({ type, item, finding }),
      parent: parent === null ? null : printable(parent.replace(/\.$/, '')),
      also: [...types],
    },
  };
}

function wordsOf(
  { plugin, item, type, verdict, served, finding }: Candidate,
  text: Text,
): [subject: string, sentence: string] {
  if (finding !== null) {
    const subject = printable(finding.label ?? item ?? kindLabel(finding.kind, null));
    return [subject, printable(finding.sentence.replace(/\.$/, ''))];
  }
  if (verdict !== null) {
    const [subject, words] = findingWords(plugin, verdict, served, text);
    return [printable(subject), `${printable(subject)} ${printable(words)}`];
  }
  const label = printable(labelOfType(type));
  const known = SENTENCES[type];
  return known === undefined ? [label, `${label} raised an alert`] : [known, known];
}

const knownRank = ({ finding, event }: Candidate): number =>
  Number(event !== null) + 2 * Number(finding !== null);

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
  if (chart === null) return '#panel=alerts';
  const name = encodeURIComponent(chart).replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `#chart=${name}${since === null ? '' : `&at=${Math.round(since)}`}`;
}

/** An alert with its present value in other units, where its value is at hand. */
export function reworded(
  alert: Alert,
  { verdicts, latest, text }: Pick<AlertSources, 'verdicts' | 'latest' | 'text'>,
): Alert {
  // The sentence of an alert kind stays as the agent has made it.
  if (alert.kind !== null) return alert;
  const verdict = verdicts
    .ofPlugin(alert.plugin)
    .find((one) => one.stat === alert.type && one.item === alert.item && levelOfVerdict(one) !== null);
  if (verdict === undefined) return alert;
  const [subject, words] = findingWords(
    alert.plugin,
    verdict,
    servedBy(latest(alert.plugin))(alert.item),
    text,
  );
  return { ...alert, subject: printable(subject), sentence: printable(`${subject} ${words}`) };
}

/** The verdict that follows from a list. @param now milliseconds since the epoch */
export function machineVerdict(
  { alerts, careful, hasData }: AlertList,
  now: number,
  notifies: boolean,
): MachineVerdict {
  const critical = alerts.filter(({ level }) => level === 'CRITICAL').length;
  const warning = alerts.length - critical;
  const state = alerts.length > 0 ? 'alerts' : hasData ? 'ok' : 'no-data';
  const calm = state === 'no-data' ? null : careful > 0 ? 'CAREFUL' : 'OK';
  return {
    state,
    level: critical > 0 ? 'CRITICAL' : warning > 0 ? 'WARNING' : calm,
    sentence: headlineOf(alerts, state, now),
    counts: { critical, warning, careful, silenced: alerts.filter(({ silenced }) => silenced).length },
    alerts: alerts.slice(0, MOST_ALERTS),
    notifies,
  };
}

export const NO_DATA = 'No data';
export const ALL_WITHIN_LIMITS = 'All within limits';

/** `CPU at 98.0% for 4 min, mostly stress-ng, and 2 more alerts`. */
function headlineOf(alerts: readonly Alert[], state: MachineVerdict['state'], now: number): string {
  const [first] = alerts;
  if (first === undefined) return state === 'no-data' ? NO_DATA : ALL_WITHIN_LIMITS;
  const more = alerts.length - 1;
  const rest = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'alert' : 'alerts'}`;
  return `${first.sentence}${aboutOf(first, now)}${rest}`;
}

/** ` for 4 min, mostly stress-ng`. @param now milliseconds since the epoch */
export function aboutOf({ since, who }: Pick<Alert, 'since' | 'who'>, now: number): string {
  const span = since === null ? '' : ` for ${roughSpan((now - since) / 1000)}`;
  return who[0] === undefined ? span : `${span}, mostly ${who[0]}`;
}

/** The alerts of one plugin, for which the worst speaks. */
export interface AlertPart extends Alert {
  /** How many others the plugin has. */
  readonly more: number;
}

/** One part for each plugin, in the order of its worst alert. */
export function partsOf(alerts: readonly Alert[]): AlertPart[] {
  const parts = new Map<string, Alert & { more: number }>();
  for (const alert of alerts) {
    const part = parts.get(alert.plugin);
    if (part === undefined) parts.set(alert.plugin, { ...alert, more: 0 });
    else part.more += 1;
  }
  return [...parts.values()];
}

/** The object or item that a verdict is about. */
export function servedBy(value: unknown): (item: string | null) => Served {
  if (Array.isArray(value)) {
    const items = itemsById(value as Record<string, unknown>[]);
    return (item) => items.get(item ?? '') ?? {};
  }
  const object = (value ?? {}) as Record<string, unknown>;
  return (item) => (item === null ? object : ((object[item] ?? {}) as Served));
}
