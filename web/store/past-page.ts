/** The whole page at a past time: its values and the sparklines before it, or a longer range up to now. */
import type { PluginValue } from '../../src/core/served.ts';
import { computed, type ComputedRef, type Ref, shallowRef, watch } from 'vue';
import type { ArchiveClient, PastMoment, PastRange } from '../api/archive.ts';
import { ApiProblem } from '../api/client.ts';
import { seriesId } from '../../src/core/series-name.ts';
import { SPAN_MS, type Store, type Tracked } from './store.ts';
import type { ChosenTime } from '../time/window.ts';
import { snapshotsAt } from './snapshots-at.ts';
import { verdictsAt } from './verdicts-at.ts';
import { t } from '../../src/show/display/language.ts';

export type PastState =
  | { readonly kind: 'live' }
  | { readonly kind: 'loading'; readonly at: number }
  | { readonly kind: 'shown'; readonly moment: PastMoment }
  | { readonly kind: 'failed'; readonly at: number; readonly reason: string };

export interface PastPage {
  readonly state: Readonly<Ref<PastState>>;
  /** The time to show, in milliseconds; 0 for the present. */
  readonly at: ComputedRef<number>;
  abort(): void;
}

export interface PastPageSetup {
  archive: ArchiveClient;
  store: Store;
  /** Returns the chosen time. */
  time(): ChosenTime;
}

/** Sparklines begin this much before the time. */
const BEFORE_MS = 3_600_000;
const POINTS = 150;
/** Series held together are requested together. */
const TOGETHER_MS = 60;
const AGAIN_MS = { least: 10_000, most: 300_000 };

export function createPastPage({ archive, store, time }: PastPageSetup): PastPage {
  const state = shallowRef<PastState>({ kind: 'live' });
  const at = computed(() => time().at || time().to);
  let life = new AbortController();

  const show = async (): Promise<void> => {
    life.abort();
    life = new AbortController();
    const { signal } = life;
    const moment = at.value;
    const span = time().range * 1000 || (moment > 0 ? BEFORE_MS : SPAN_MS);
    if (moment === 0 && span <= SPAN_MS) {
      if (store.past.value !== null || state.value.kind !== 'live') backToLive();
      return;
    }
    if (moment > 0) state.value = { kind: 'loading', at: moment };
    try {
      const { state: kept, reason } = await archive.state();
      if (kept === 'off')
        throw new ApiProblem(0, t('there is no history on disk ({reason})', { reason: reason ?? t('off') }));
      if (moment > 0) await showMoment(moment, span, signal);
      else if (!signal.aborted) showRange(() => store.now(), span, signal, null);
    } catch (error) {
      if (signal.aborted) return;
      backToLive();
      const why = error instanceof ApiProblem ? error.message : String(error);
      state.value = { kind: 'failed', at: moment, reason: why };
    }
  };

  const showMoment = async (moment: number, span: number, signal: AbortSignal): Promise<void> => {
    const [found, events] = await Promise.all([
      archive.moment(moment, signal),
      archive.events(moment, moment + 1, signal).catch(() => null),
    ]);
    if (signal.aborted) return;
    store.verdicts.showPast(null);
    store.verdicts.showPast(verdictsAt(found, store.verdicts));
    const snapshots = snapshotsAt(found, store.live);
    // They went on then.
    snapshots.set('alert', events?.events.map((event) => ({ ...event, end: -1 })) ?? []);
    showRange(() => found.time + found.step, span, signal, snapshots);
    state.value = { kind: 'shown', moment: found };
  };

  const showRange = (
    end: () => number,
    span: number,
    signal: AbortSignal,
    snapshots: ReadonlyMap<string, PluginValue> | null,
  ): void => {
    if (snapshots === null) store.verdicts.showPast(null);
    state.value = { kind: 'live' };
    store.span.value = span;
    const load = loader({ archive, store, end, span, signal });
    store.showPast({ snapshots, load });
    if (snapshots !== null) return;
    const pause = Math.min(AGAIN_MS.most, Math.max(AGAIN_MS.least, span / POINTS));
    const timer = setInterval(() => document.hidden || store.held().forEach(load), pause);
    signal.addEventListener('abort', () => clearInterval(timer));
  };

  const backToLive = (): void => {
    state.value = { kind: 'live' };
    store.span.value = SPAN_MS;
    store.verdicts.showPast(null);
    store.showPast(null);
  };

  // Today's names and sizes are needed first.
  const hasData = computed(() => store.tick.value > 0);
  watch(
    () => [hasData.value, at.value, time().range] as const,
    ([ready]) => {
      if (ready) void show();
    },
    { immediate: true },
  );
  return {
    state,
    at,
    abort() {
      life.abort();
      backToLive();
      state.value = { kind: 'failed', at: at.value, reason: t('stopped') };
    },
  };
}

interface LoadSetup {
  archive: ArchiveClient;
  store: Store;
  end(): number;
  span: number;
  signal: AbortSignal;
}

/** Collects series and loads them together. */
function loader({ archive, store, end, span, signal }: LoadSetup): (tracked: Tracked) => void {
  let wanted: Tracked[] = [];
  const load = async (): Promise<void> => {
    const some = new Map(wanted.map((tracked) => [seriesId(tracked.series), tracked]));
    wanted = [];
    const to = end();
    const range = await archive
      .range({ ids: [...some.keys()], from: to - span, to, points: POINTS }, signal)
      .catch(() => null);
    if (range === null || signal.aborted) return;
    for (const [id, { ring }] of some) {
      ring.clear();
      ring.merge(pointsOf(range, id));
    }
    store.tick.value += 1;
  };
  return (tracked) => {
    wanted.push(tracked);
    if (wanted.length === 1) setTimeout(() => signal.aborted || void load(), TOGETHER_MS);
  };
}

const pointsOf = ({ from, step, series }: PastRange, id: string): [time: number, value: number][] =>
  (series[id]?.avg ?? []).map((value, row) => [from + (row + 1) * step, value ?? Number.NaN]);
