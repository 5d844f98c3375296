/** The measured height of what is open below a row. */
import { nextTick, onBeforeUnmount, ref, type Ref, watch } from 'vue';

/**
 * Pixels; 0 while nothing is open.
 * @param element of the detail
 * @param onOpened called when an element has got its content, which may be loaded first, after the page has taken that in
 */
export function useDetailHeight(
  element: Readonly<Ref<HTMLElement | null>>,
  onOpened: () => void,
): Readonly<Ref<number>> {
  const height = ref(0);
  let isFilled = false;
  const observer = new ResizeObserver(([entry]) => {
    height.value = entry?.borderBoxSize[0]?.blockSize ?? 0;
    if (isFilled || entry?.target.textContent === '') return;
    isFilled = true;
    void nextTick(onOpened);
  });
  onBeforeUnmount(() => observer.disconnect());
  watch(element, (now, before) => {
    if (before) observer.unobserve(before);
    isFilled = false;
    if (now === null) height.value = 0;
    else observer.observe(now);
  });
  return height;
}
