/** Thresholds that are edited on a chart, and their rule. */
import { computed, type ComputedRef, reactive, type Ref, ref, shallowRef, type ShallowRef, watch } from 'vue';
import { LEVELS, type Level } from '../../src/show/display/levels.ts';
import { numberOf } from '../../src/core/option-parse.ts';
import type { Series } from '../../src/show/display/series.ts';
import { seriesId } from '../../src/core/series-name.ts';
import type { ShownVerdict } from '../store/verdicts.ts';
import type { Gander } from '../state/gander.ts';
import { type Draft, draftOf } from '../rules/threshold-draft.ts';
import { type RulesUse, useRules } from '../rules/use-rules.ts';
import type { ValueForm } from '../api/types.ts';
import { scaleBetween, type ThresholdScale } from './threshold-scale.ts';
import { t } from '../../src/show/display/language.ts';

/** A threshold on the chart. */
export interface Limit {
  readonly level: Level;
  /** In the unit of the series, and of the rule. */
  readonly value: number;
  readonly ruleValue: number;
  /** Differs from the active one. */
  readonly isMoved: boolean;
}

export interface ThresholdsUse {
  readonly rules: RulesUse;
  /** True if a series' thresholds can be changed here. */
  canChange(series: Series): boolean;
  /** Of the series; undefined: none can be changed here. */
  readonly verdict: ComputedRef<ShownVerdict | undefined>;
  /** Null if the series' thresholds cannot be changed here. */
  readonly scale: ComputedRef<ThresholdScale | null>;
  readonly limits: ComputedRef<readonly Limit[]>;
  readonly isOpen: Readonly<Ref<boolean>>;
  /** The form; null until loaded. */
  readonly edited: Readonly<ShallowRef<{ readonly value: ValueForm; readonly draft: Draft } | null>>;
  /** Why there is no form; empty: loaded or loading. */
  readonly problem: ComputedRef<string>;
  /** Values that must be in sight, in the unit of the series; null: only the chart's. */
  readonly reach: Readonly<Ref<number | null>>;
  /** @param isWide brings all thresholds into sight */
  open(isWide: boolean): void;
  /** Opens the form with a changed threshold, in the unit of the rule. */
  set(level: Level, value: number): void;
  /** Discards changes. False: nothing was open. */
  close(): boolean;
}

export function useThresholds(gander: Gander, series: () => Series | null): ThresholdsUse {
  const { rights, settings, store } = gander;
  const rules = useRules();
  const isOpen = ref(false);
  const reach = ref<number | null>(null);
  const edited = shallowRef<{ value: ValueForm; draft: Draft } | null>(null);
  const isMissing = ref(false);
  /** Thresholds dragged before the form was loaded. */
  const early = new Map<Level, number>();
  // A hub forwards no changes.
  const isPossible =
    settings.hasRules === true && settings.access === 'protected' && settings.hub === undefined;

  const verdictOf = (of: Series | null): ShownVerdict | undefined => {
    if (!isPossible || of === null || !rights.may('changeRules')) return undefined;
    const own = store.verdicts.ofPlugin(of.plugin);
    return own.findLast(({ item, series: known }) => item === (of.item ?? null) && of.field in known);
  };
  const scaleOf = (of: Series | null): ThresholdScale | null => {
    const { thresholds = null, series: known = {} } = verdictOf(of) ?? {};
    const inForce = known[of?.field ?? ''] ?? null;
    return thresholds === null || inForce === null ? null : scaleBetween(thresholds, inForce);
  };
  const verdict = computed(() => verdictOf(series()));
  const scale = computed(() => scaleOf(series()));
  const limits = computed(() => {
    const { value: between } = scale;
    if (between === null) return [];
    return LEVELS.flatMap((level): Limit[] => {
      const before = verdict.value?.thresholds?.[level] ?? null;
      const typed = edited.value === null ? before : numberOf(edited.value.draft.texts[level]) || null;
      if (typed === null) return [];
      return [{ level, value: between.toSeries(typed), ruleValue: typed, isMoved: before !== typed }];
    });
  });

  const load = async (): Promise<void> => {
    const wanted = verdict.value;
    const of = series();
    await rules.load();
    if (!isOpen.value || edited.value !== null || wanted === undefined || of === null) return;
    const value = rules.form.value?.values.find(
      ({ plugin, type }) => plugin === of.plugin && type === wanted.stat,
    );
    isMissing.value = value === undefined && rules.problem.value === '';
    if (value === undefined) return;
    const draft = reactive(draftOf(value));
    for (const [level, number] of early) draft.texts[level] = String(number);
    edited.value = { value, draft };
  };
  const close = (): boolean => {
    if (!isOpen.value) return false;
    isOpen.value = false;
    reach.value = null;
    edited.value = null;
    isMissing.value = false;
    early.clear();
    return true;
  };
  const open = (isWide: boolean): void => {
    if (isWide) reach.value = Math.max(...limits.value.map(({ value }) => value));
    if (isOpen.value) return;
    isOpen.value = true;
    void load();
  };
  // It belongs to another value.
  watch(() => {
    const of = series();
    return of && seriesId(of);
  }, close);
  return {
    rules,
    canChange: (of) => scaleOf(of) !== null,
    verdict,
    scale,
    limits,
    isOpen,
    edited,
    problem: computed(() => rules.problem.value || (isMissing.value ? t('This value has no rule') : '')),
    reach,
    open,
    set(level, value) {
      if (edited.value === null) early.set(level, value);
      else edited.value.draft.texts[level] = String(value);
      open(false);
    },
    close,
  };
}
