/** Details below an open row: measured height and focus return. */
import { nextTick, onBeforeUnmount, ref, type Ref, watch } from 'vue';

/**
 * Height in pixels; 0: nothing open. Details that close with focus return it to the table.
 * @param element of the details
 * @param open key of its row
 * @param onOpened called once the element has content, which may load later, and is laid out
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
  // Before the focused element is removed.
  watch(open, () => {
    if (element.value?.contains(document.activeElement)) table.value?.focus({ preventScroll: true });
  });
  return height;
}
