/** Archive data of a window, requested when memory does not reach that far. */
import { onBeforeUnmount, ref, type Ref, shallowRef, type ShallowRef, watch } from 'vue';
import type { ArchiveClient, PastRange } from '../api/archive.ts';
import { ApiProblem } from '../api/client.ts';
import type { Window } from '../time/window.ts';
import { t } from '../../src/show/display/language.ts';

export type Loading =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading'; readonly done: number; readonly of: number }
  | { readonly kind: 'failed'; readonly reason: string };

export interface PastRangeUse {
  archive: ArchiveClient;
  /** Null: nothing requested. */
  wish(): { ids: readonly string[]; window: Window; points: number; shift: number; isLive: boolean } | null;
}

export interface LoadedRange {
  readonly range: PastRange;
  /** The requested series, and the shift of compared ones. */
  readonly ids: readonly string[];
  readonly shift: number;
}

/** Delay after a window moves. */
const REST_MS = 150;
/** Limits of the refresh interval of live windows, normally one step. */
const AGAIN_MS = { least: 10_000, most: 300_000 };
/** Rows per reply. */
const MOST_POINTS = 2000;

export function usePastRange({ archive, wish }: PastRangeUse): {
  loaded: Readonly<ShallowRef<LoadedRange | null>>;
  loading: Readonly<Ref<Loading>>;
  abort(): void;
} {
  const loaded = shallowRef<LoadedRange | null>(null);
  const loading = ref<Loading>({ kind: 'idle' });
  let change = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const later = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), ms);
  };
  const load = async (): Promise<void> => {
    const wanted = wish();
    change.abort();
    if (wanted === null) return;
    if (document.hidden && loaded.value !== null) return later(AGAIN_MS.least);
    change = new AbortController();
    const { signal } = change;
    const { ids, window, points, shift, isLive } = wanted;
    const half = (window.to - window.from) / 2;
    loading.value = { kind: 'loading', done: 0, of: 1 };
    try {
      // Twice the width, so that data are in sight while it moves.
      const range = await archive.range(
        {
          ids,
          from: window.from - half,
          to: window.to + (isLive ? 0 : half),
          points: Math.min(MOST_POINTS, Math.max(100, points * 2)),
          shift,
        },
        signal,
        (done, of) => (loading.value = { kind: 'loading', done, of }),
      );
      if (signal.aborted) return;
      loaded.value = { range, ids, shift };
      loading.value = { kind: 'idle' };
      if (isLive) later(Math.min(AGAIN_MS.most, Math.max(AGAIN_MS.least, range.step)));
    } catch (error) {
      if (!signal.aborted)
        loading.value = {
          kind: 'failed',
          reason: error instanceof ApiProblem ? error.message : String(error),
        };
    }
  };
  /** Key of a request; live windows without their position, since they are refreshed by time. */
  const key = (): string => {
    const wanted = wish();
    if (wanted === null) return '';
    const { ids, window, points, shift, isLive } = wanted;
    const place = isLive ? 'live' : Math.round(window.from);
    return [ids.join('\n'), place, Math.round(window.to - window.from), points, shift].join(' ');
  };
  watch(key, (now, before) => (now === '' ? stop() : later(before ? REST_MS : 0)), { immediate: true });
  function stop(): void {
    clearTimeout(timer);
    change.abort();
    loaded.value = null;
    loading.value = { kind: 'idle' };
  }
  onBeforeUnmount(stop);
  return {
    loaded,
    loading,
    abort() {
      clearTimeout(timer);
      change.abort();
      loading.value = { kind: 'failed', reason: t('Stopped') };
    },
  };
}
