/** Defers work that the first frame does not need until that frame is on screen. */
import { type Ref, ref, watch } from 'vue';

/** Fallback for browsers without the signal and for hidden tabs, which draw nothing. */
const [DRAWN_MS, UNSEEN_MS] = [200, 1000] as const;

/**
 * True once the first data are on the screen. Other threads paint that frame for longer than its script takes: other work would
 * delay them.
 * @param tick changes with the first data, which are rendered at once
 */
export function useFirstFrame(tick: Readonly<Ref<number>>): Readonly<Ref<boolean>> {
  const isDrawn = ref(false);
  const tell = (): void => void (isDrawn.value = true);
  const listen = (): void => {
    const observer = new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) tell();
    });
    observer.observe({ type: 'paint', buffered: true });
    setTimeout(tell, DRAWN_MS);
  };
  const wait = (): void => {
    requestAnimationFrame(listen);
    setTimeout(tell, UNSEEN_MS);
  };
  watch(tick, wait, { once: true, flush: 'sync' });
  return isDrawn;
}

/** Resolves when a condition becomes true. */
export const until = (is: Readonly<Ref<boolean>>): Promise<void> =>
  new Promise((resolve) => {
    if (is.value) resolve();
    else watch(is, () => resolve(), { once: true });
  });
