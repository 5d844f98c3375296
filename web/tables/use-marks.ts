/** Marks in the rows what the reader has searched for. */
import { onBeforeUnmount, onMounted, onUpdated, type Ref, watch } from 'vue';
import { markPlaces, searchedTexts } from './mark-matches.ts';
import type { Marker } from './use-filter.ts';

/** @param marker of what is to be marked; null: nothing */
export function useMarks(body: Readonly<Ref<HTMLElement | null>>, marker: () => Marker | null): void {
  let count = 0;
  async function mark(): Promise<void> {
    count += 1;
    const own = count;
    const find = marker();
    const texts = find === null ? [] : searchedTexts(body.value);
    const data = texts.map((text) => text.data);
    const found = find?.(data) ?? [];
    if (!(found instanceof Promise)) {
      markPlaces(texts, found);
      return;
    }
    const places = await found;
    // The rows may have changed meanwhile; then they are marked again.
    if (own === count) markPlaces(texts, places);
  }
  onMounted(mark);
  onUpdated(mark);
  watch(marker, mark, { flush: 'post' });
  onBeforeUnmount(() => {
    count += 1;
    markPlaces([], []);
  });
}
