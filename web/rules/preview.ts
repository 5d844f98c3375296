/** Previews of thresholds while typed: requested after a pause, cancelled on changes. */
import { shallowRef, type ShallowRef } from 'vue';
import type { Preview } from '../api/types.ts';
import { messageOf } from '../../src/core/message-of.ts';

export interface PreviewUse {
  /** The latest preview. */
  readonly shown: Readonly<ShallowRef<Preview | null>>;
  readonly state: Readonly<ShallowRef<PreviewState>>;
  /** @param path the request; null: none */
  ask(path: string | null): void;
  stop(): void;
}

/** `problem`: why there is no preview. */
export type PreviewState = { kind: 'waiting' | 'ready' } | { kind: 'none'; problem: string };

/** Pause before a request. */
const REST_MS = 300;

export function createPreview(
  load: (path: string, signal: AbortSignal) => Promise<Preview>,
  restMs = REST_MS,
): PreviewUse {
  const shown = shallowRef<Preview | null>(null);
  const state = shallowRef<PreviewState>({ kind: 'waiting' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turn = new AbortController();
  let asked: string | null = null;

  const stop = (): void => {
    clearTimeout(timer);
    turn.abort();
    turn = new AbortController();
  };
  const run = async (path: string): Promise<void> => {
    const { signal } = turn;
    try {
      const preview = await load(path, signal);
      if (signal.aborted) return;
      shown.value = preview;
      state.value = { kind: 'ready' };
    } catch (error) {
      if (signal.aborted) return;
      shown.value = null;
      state.value = { kind: 'none', problem: messageOf(error) };
    }
  };
  return {
    shown,
    state,
    stop,
    ask(path) {
      if (path === asked) return;
      const isFirst = asked === null && shown.value === null;
      asked = path;
      stop();
      state.value = { kind: 'waiting' };
      if (path !== null) timer = setTimeout(() => void run(path), isFirst ? 0 : restMs);
    },
  };
}
