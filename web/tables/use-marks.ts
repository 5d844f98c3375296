/** Marks in the rows what the reader has searched for. */
import { onBeforeUnmount, onMounted, onUpdated, type Ref, watch } from 'vue';
import { markMatches } from './mark-matches.ts';

/** @param marked what is to be marked; null: nothing */
export function useMarks(body: Readonly<Ref<HTMLElement | null>>, marked: () => RegExp | null): void {
  const mark = (): void => markMatches(body.value, marked());
  onMounted(mark);
  onUpdated(mark);
  watch(marked, mark, { flush: 'post' });
  onBeforeUnmount(() => markMatches(null, null));
}
