/** Log lines of a time, on demand. */
import { onBeforeUnmount, type Ref, shallowRef, watch } from 'vue';
import type { LogAnswer } from '../../src/explain/logs/log-lines.ts';
import { useGander } from '../state/gander.ts';
import { messageOf } from '../state/task.ts';
import { type LogPlace, logsPath } from './log-place.ts';

export interface Logs {
  readonly found: Ref<LogAnswer | null>;
  /** Why there is no reply; empty: received or pending. */
  readonly problem: Ref<string>;
}

export function useLogs(
  asked: () => readonly [place: LogPlace | null, priority: string, grep: string],
): Logs {
  const { client } = useGander();
  const found = shallowRef<LogAnswer | null>(null);
  const problem = shallowRef('');
  let request = new AbortController();
  watch(
    asked,
    async ([place, priority, grep]) => {
      request.abort();
      request = new AbortController();
      const { signal } = request;
      [found.value, problem.value] = [null, ''];
      if (place === null) return;
      try {
        found.value = await client.get<LogAnswer>(logsPath(place, priority, grep), signal);
      } catch (error) {
        if (!signal.aborted) problem.value = messageOf(error);
      }
    },
    { immediate: true },
  );
  onBeforeUnmount(() => request.abort());
  return { found, problem };
}
