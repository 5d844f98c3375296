/** The agent's verdicts on values. The page loads all of them; the stream carries the abnormal ones on changes. */
import { shallowReactive, type ShallowRef, shallowRef } from 'vue';
import type { LevelReport } from '../../src/measure/levels/report.ts';
import type { ShownVerdict } from '../../src/measure/levels/series.ts';
import { fieldKey, verdictsByField, type VerdictSource } from '../../src/show/display/verdicts.ts';
import { isObject } from '../../src/core/members.ts';
import type { Series } from '../../src/show/display/series.ts';
import {
  colourOf,
  type Level,
  levelOfVerdict,
  type QuietTypes,
  rankOf,
  type Thresholds,
  UNSET,
  worstOf,
} from '../../src/show/display/levels.ts';

export type { ShownVerdict } from '../../src/measure/levels/series.ts';
export type { LevelReport } from '../../src/measure/levels/report.ts';

/** A value: a field of a plugin, or of one of its items. */
export type Judged = Omit<Series, 'plugin'> & { plugin: string };

export interface Verdicts extends VerdictSource {
  /** Returns the verdicts of an event type, worst first. */
  byStat(stat: string): readonly ShownVerdict[];
  /** Returns the verdict on a field, or on the series that judges it; undefined without one. */
  of(value: Judged): ShownVerdict | undefined;
  /** Of its colour and mark. */
  level(value: Judged): Level | null;
  /** Returns the worst colour of a plugin's values. */
  worst(plugin: string): Level | null;
  /** True if the item does not answer: its values are the last ones read. */
  isStale(value: Judged): boolean;
  /** In the unit of the series. */
  thresholds(value: Judged): Thresholds;
  /** Lower values are worse. */
  isLow(value: Judged): boolean;
  /** Replaces all verdicts by a reply of `/api/levels`. */
  take(report: LevelReport): void;
  /** Shows these in place of the live ones; null returns to live. */
  showPast(report: LevelReport | null): void;
  /** Takes a plugin's abnormal verdicts; its other values are normal. */
  takeAlarming(plugin: string, alarming: readonly ShownVerdict[]): void;
}

interface Judgements {
  readonly all: readonly ShownVerdict[];
  readonly byField: ReadonlyMap<string, ShownVerdict>;
  /** By series, for those with thresholds. */
  readonly bySeries: ReadonlyMap<string, ShownVerdict>;
}

const NOTHING: ReadonlySet<string> = new Set();
const NONE: Judgements = { all: [], byField: new Map(), bySeries: new Map() };

/** @param quiet types of silenced alerts */
export function createVerdicts(quiet: () => QuietTypes = () => NOTHING): Verdicts {
  const plugins = shallowReactive(new Map<string, ShallowRef<Judgements>>());
  const set = (plugin: string, all: readonly ShownVerdict[]): void => {
    const known = plugins.get(plugin);
    if (known === undefined) plugins.set(plugin, shallowRef(judgementsOf(all)));
    else known.value = judgementsOf(all);
  };
  const past = shallowRef<ReadonlyMap<string, Judgements> | null>(null);
  const judgements = (plugin: string): Judgements =>
    (past.value === null ? plugins.get(plugin)?.value : past.value.get(plugin)) ?? NONE;
  const colour = (verdict: ShownVerdict): Level | null =>
    colourOf(verdict, past.value === null ? quiet() : NOTHING);
  const verdicts: Verdicts = {
    plugins: () => [...plugins.keys()],
    ofPlugin: (plugin) => judgements(plugin).all,
    byStat: (stat) =>
      [...plugins.keys()]
        .flatMap((plugin) => judgements(plugin).all.filter((verdict) => verdict.stat === stat))
        .sort((a, b) => rankOf(levelOfVerdict(b)) - rankOf(levelOfVerdict(a))),
    of: ({ plugin, item, field }) => judgements(plugin).byField.get(fieldKey(item, field)),
    level(value) {
      const verdict = verdicts.of(value);
      return verdict === undefined ? null : colour(verdict);
    },
    worst: (plugin) => worstOf(judgements(plugin).all.map(colour)),
    isStale: (value) => verdicts.of(value)?.isStale === true,
    thresholds: ({ plugin, item, field }) =>
      judgements(plugin).bySeries.get(fieldKey(item, field))?.series[field] ?? UNSET,
    isLow: ({ plugin, item, field }) =>
      judgements(plugin).bySeries.get(fieldKey(item, field))?.isLow ?? false,
    take(report) {
      for (const plugin of plugins.keys()) if (!Object.hasOwn(report, plugin)) set(plugin, []);
      for (const [plugin, all] of Object.entries(report)) set(plugin, verdictsIn(all));
    },
    showPast(report) {
      past.value =
        report && new Map(Object.entries(report).map(([plugin, all]) => [plugin, judgementsOf(all)]));
    },
    takeAlarming(plugin, given) {
      const alarming = verdictsIn(given);
      const now = new Map(alarming.map((verdict) => [identityOf(verdict), verdict]));
      const others = (plugins.get(plugin)?.value ?? NONE).all.filter(
        (verdict) => !now.has(identityOf(verdict)),
      );
      set(plugin, [...alarming, ...others.map(wellAgain)]);
    },
  };
  return verdicts;
}

/** Checked, since a hub forwards what other servers send. */
const verdictsIn = (value: unknown): readonly ShownVerdict[] =>
  Array.isArray(value) ? value.filter((one) => isObject(one) && isObject(one['series'])) : [];

/** Several rules may judge a value, each under its own name. */
const identityOf = ({ item, field, stat }: ShownVerdict): string => `${fieldKey(item, field)}\0${stat}`;

function withoutStale(verdict: ShownVerdict): ShownVerdict {
  const { isStale, ...others } = verdict;
  return isStale ? others : verdict;
}

const wellAgain = (verdict: ShownVerdict): ShownVerdict =>
  levelOfVerdict(verdict) === null ? verdict : { ...withoutStale(verdict), level: 'OK' };

function judgementsOf(all: readonly ShownVerdict[]): Judgements {
  const bySeries = new Map<string, ShownVerdict>();
  for (const verdict of all)
    for (const name of Object.keys(verdict.series)) bySeries.set(fieldKey(verdict.item, name), verdict);
  return { all, byField: verdictsByField(all), bySeries };
}
