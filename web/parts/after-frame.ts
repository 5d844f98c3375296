/** Parts of a page that its first picture can do without wait until that has been drawn. */
import { type Ref, ref, watch } from 'vue';

/**
 * True as soon as the first data have been on the screen for a frame.
 * @param tick changes with the first data, which are drawn at once
 */
export function useFirstFrame(tick: Readonly<Ref<number>>): Readonly<Ref<boolean>> {
  const isDrawn = ref(false);
  // The timer ends after the frame has been put on the screen.
  const wait = (): void => void requestAnimationFrame(() => setTimeout(() => (isDrawn.value = true)));
  watch(tick, wait, { once: true, flush: 'sync' });
  return isDrawn;
}
