/** Marks search matches in the rows. */
import { onBeforeUnmount, watch } from 'vue';
import { markPlaces, searchedTexts } from './mark-matches.ts';
import type { Marker } from './use-filter.ts';

/**
 * @param marker of the marks; null: none
 * @returns `drawn`: to be called after rows are rendered
 */
export function useMarks(marker: () => Marker | null): { drawn(rows: HTMLElement): Promise<void> } {
  let count = 0;
  let body: HTMLElement | null = null;
  async function mark(): Promise<void> {
    count += 1;
    const own = count;
    const find = marker();
    const texts = find === null ? [] : searchedTexts(body);
    const data = texts.map((text) => text.data);
    const found = find?.(data) ?? [];
    if (!(found instanceof Promise)) {
      markPlaces(texts, found);
      return;
    }
    const places = await found;
    // Changed rows are marked again.
    if (own === count) markPlaces(texts, places);
  }
  watch(marker, mark, { flush: 'post' });
  onBeforeUnmount(() => {
    count += 1;
    markPlaces([], []);
  });
  return {
    drawn(rows) {
      body = rows;
      return mark();
    },
  };
}
