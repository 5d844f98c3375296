/** State of the chart drawer: time, source of values, events. */
import { computed, type ComputedRef, shallowRef, type ShallowRef, watch } from 'vue';
import { isKept } from '../api/archive.ts';
import { type NamedEvent, type Subject, subjectOf } from '../../src/show/display/subjects.ts';
import type { Gander } from '../state/gander.ts';
import { chosenBy, type Window, windowOf } from '../time/window.ts';
import { alignPoints } from './chart-data.ts';
import { type ChartGrid, cutGrid, gridOfRange, gridOfSamples } from './chart-grid.ts';
import { type Mark, marksOf } from './marks.ts';
import type { Note } from '../../src/history/past/history-source.ts';
import { usePastEvents } from './use-past-events.ts';
import { type Loading, usePastRange } from '../past/use-past-range.ts';
import type { ChartSeries } from './use-series.ts';
import { beginOf, type TimeMark, type Gap, gapsOf } from './gaps.ts';

/** Default range in seconds, which memory holds. */
export const USUAL_SECONDS = 900;

export interface ChartUse {
  readonly window: ComputedRef<Window>;
  readonly now: ComputedRef<number>;
  readonly isLive: ComputedRef<boolean>;
  /** All values, and those within the window. */
  readonly visible: ComputedRef<ChartGrid>;
  /** Step of the archive in milliseconds; null: every sample is shown. */
  readonly step: ComputedRef<number | null>;
  readonly gaps: ComputedRef<readonly Gap[]>;
  readonly events: ComputedRef<readonly Mark[]>;
  readonly marks: ComputedRef<readonly TimeMark[]>;
  readonly notes: ComputedRef<readonly Note[]>;
  /** Notes changed. */
  renewNotes(): void;
  readonly loading: ComputedRef<Loading>;
  abort(): void;
  /** Follows the pointer; the address is updated at the end. */
  move(window: Window, isDone: boolean): void;
}

export function useChart(
  gander: Gander,
  all: Readonly<ShallowRef<readonly ChartSeries[]>>,
  width: () => number,
): ChartUse {
  const { archive, archiveState, store, view } = gander;
  gander.followArchive();
  /** While dragged. */
  const draft = shallowRef<Window | null>(null);
  const memory = computed(() => alignPoints(all.value.map(({ points }) => points)));
  const now = computed(() => {
    void store.tick.value;
    return (memory.value[0].at(-1) ?? store.now() / 1000) * 1000;
  });
  const window = computed(() => draft.value ?? windowOf(view, now.value, USUAL_SECONDS));
  const isLive = computed(() => draft.value === null && view.to === 0 && view.at === 0);
  const shift = computed(() =>
    view.shift < 0 ? Math.round((window.value.to - window.value.from) / 1000) : view.shift,
  );
  const hasHistory = computed(() => isKept(archiveState.value));
  const fromMemory = computed(() => {
    if (!hasHistory.value) return true;
    if (shift.value > 0) return false;
    return isLive.value && (view.range || USUAL_SECONDS) <= USUAL_SECONDS;
  });
  const isReady = computed(() => all.value.length > 0 && all.value.every((series) => series.isReady));
  const { loaded, loading, abort } = usePastRange({
    archive,
    wish: () =>
      fromMemory.value || !isReady.value
        ? null
        : {
            ids: all.value.map(({ id }) => id),
            window: window.value,
            points: Math.round(width()),
            shift: shift.value,
            isLive: isLive.value,
          },
  });
  const isSame = computed(() => loaded.value?.ids.join('\n') === all.value.map(({ id }) => id).join('\n'));
  const grid = computed(() =>
    fromMemory.value || !isReady.value || loaded.value === null || !isSame.value
      ? gridOfSamples(memory.value)
      : gridOfRange(
          loaded.value.range,
          all.value.map(({ id }) => id),
        ),
  );
  const visible = computed(() => cutGrid(grid.value, window.value.from / 1000, window.value.to / 1000));

  const edits = shallowRef(0);
  const alerts = store.latest('alert');
  const past = usePastEvents(
    archive,
    () => window.value,
    () => hasHistory.value,
    () => `${edits.value} ${alerts.value?.map(({ begin, end }) => `${begin} ${end}`).join()}`,
  );
  const subject = rememberSubjects(gander);
  const events = computed(() => {
    const found = past.value.events.length > 0 ? past.value.events : (alerts.value ?? []);
    return marksOf(found, new Set(view.chart), subject, now.value / 1000);
  });
  const marks = computed(() => past.value.marks);
  // Older agents send none.
  const notes = computed(() => past.value.notes ?? []);
  const begin = computed(() =>
    beginOf(archiveState.value, fromMemory.value ? (memory.value[0][0] ?? null) : null),
  );
  const gaps = computed(() =>
    gapsOf({ window: window.value, now: now.value, begin: begin.value, marks: marks.value }),
  );
  watch(
    () => [view.range, view.to, view.at],
    () => (draft.value = null),
  );
  return {
    window,
    now,
    isLive,
    visible,
    step: computed(() => (fromMemory.value || loaded.value === null ? null : loaded.value.range.step)),
    gaps,
    events,
    marks,
    notes,
    renewNotes: () => void (edits.value += 1),
    loading: computed(() => loading.value),
    abort,
    move(next, isDone) {
      draft.value = isDone ? null : next;
      if (isDone) Object.assign(view, { ...chosenBy(next, now.value), at: 0 });
    },
  };
}

function rememberSubjects({ store }: Gander): (event: NamedEvent) => Subject {
  const subjects = new Map<string, Subject>();
  return (event) => {
    const { type } = event;
    const known = subjects.get(type) ?? subjectOf(event, store.verdicts, (name) => store.latest(name).value);
    if (known.series !== null) subjects.set(type, known);
    return known;
  };
}
