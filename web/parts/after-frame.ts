/** Parts of a page that its first picture can do without wait until that has been drawn. */
import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** True as soon as the component has been on the screen for a frame. */
export function useAfterFrame(): Readonly<Ref<boolean>> {
  const isDrawn = ref(false);
  let [frame, timer]: [number, ReturnType<typeof setTimeout> | undefined] = [0, undefined];
  onMounted(() => {
    // The timer ends after the frame has been put on the screen.
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => (isDrawn.value = true));
    });
  });
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  });
  return isDrawn;
}
