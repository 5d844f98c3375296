/** Events, marks and notes of a window from disk; without an archive, the alerts in memory. */
import { onBeforeUnmount, shallowRef, type ShallowRef, watch } from 'vue';
import type { ArchiveClient, ListedEvents } from '../api/archive.ts';
import type { Window } from '../time/window.ts';

const REST_MS = 250;
const NONE: ListedEvents = { events: [], marks: [], notes: [] };

/**
 * @param isKept the agent stores them
 * @param change grows when there may be new ones
 */
export function usePastEvents(
  archive: ArchiveClient,
  window: () => Window,
  isKept: () => boolean,
  change: () => unknown,
): Readonly<ShallowRef<ListedEvents>> {
  const found = shallowRef<ListedEvents>(NONE);
  let asked = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const load = async (): Promise<void> => {
    asked.abort();
    asked = new AbortController();
    const { signal } = asked;
    const { from, to } = window();
    const half = (to - from) / 2;
    // The chart works without them.
    const answer = await archive.events(from - half, to + half, signal).catch(() => null);
    if (answer !== null && !signal.aborted) found.value = answer;
  };
  watch(
    () => {
      if (!isKept()) return '';
      const { from, to } = window();
      // A live window moves with every sample, so half a window is requested ahead.
      const grain = Math.max(1000, (to - from) / 4);
      return `${Math.round(from / grain)} ${Math.round(to - from)} ${String(change())}`;
    },
    (key) => {
      clearTimeout(timer);
      if (key === '') found.value = NONE;
      else timer = setTimeout(() => void load(), REST_MS);
    },
    { immediate: true },
  );
  onBeforeUnmount(() => {
    clearTimeout(timer);
    asked.abort();
  });
  return found;
}
