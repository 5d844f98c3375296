/** The detail below an open row: its measured height, and the focus that it gives back. */
import { nextTick, onBeforeUnmount, ref, type Ref, watch } from 'vue';

/**
 * The height in pixels; 0 while nothing is open. A detail that closes with the focus in it gives it to the table.
 * @param element of the detail
 * @param open key of its row
 * @param onOpened called when an element has got its content, which may be loaded first, after the page has taken that in
 */
export function useDetail(
  element: Readonly<Ref<HTMLElement | null>>,
  table: Readonly<Ref<HTMLElement | null>>,
  open: () => unknown,
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
  // Before the element is taken away, which takes the focus with it.
  watch(open, () => {
    if (element.value?.contains(document.activeElement)) table.value?.focus({ preventScroll: true });
  });
  return height;
}
