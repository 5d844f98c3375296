/** Visible part of a long list, which scrolls in its own box or with the page. */
import { onBeforeUnmount, onMounted, ref, type Ref, type ShallowRef, shallowRef } from 'vue';
import type { Viewport } from './window.ts';

/** Horizontal padding of rows; as in the styles. */
const INSET = 16;

export interface ViewportState {
  viewport: ShallowRef<Viewport>;
  /** Of the rows. */
  width: Ref<number>;
  /** Scale of text on large screens. */
  scale: Ref<number>;
  measure(): void;
  /** @param target distance from the list's top */
  scrollTo(target: number): void;
  scrollBy(distance: number): void;
}

/** @param headHeight height of the sticky head */
export function useViewport(
  scroller: Readonly<Ref<HTMLElement | null>>,
  body: Readonly<Ref<HTMLElement | null>>,
  headHeight: () => number,
): ViewportState {
  const viewport = shallowRef<Viewport>({ top: 0, height: 800 });
  const [width, scale] = [ref(0), ref(1)];
  const scrollsItself = (): boolean =>
    scroller.value !== null && getComputedStyle(scroller.value).overflowY !== 'visible';
  const measure = (): void => {
    const [box, list] = [scroller.value, body.value];
    if (box === null || list === null) return;
    width.value = list.clientWidth - 2 * INSET;
    scale.value = Number(getComputedStyle(list).getPropertyValue('--scale')) || 1;
    const own = scrollsItself();
    const top = own ? box.scrollTop : headHeight() - list.getBoundingClientRect().top;
    const height = (own ? box.clientHeight : window.innerHeight) - headHeight();
    if (top !== viewport.value.top || height !== viewport.value.height) viewport.value = { top, height };
  };
  const scrollBy = (distance: number): void => {
    (scrollsItself() ? scroller.value : window)?.scrollBy({ top: distance, behavior: 'instant' });
    measure();
  };
  const resizes = new ResizeObserver(measure);
  onMounted(() => {
    if (scroller.value !== null) resizes.observe(scroller.value);
    window.addEventListener('scroll', measure, { passive: true });
    measure();
  });
  onBeforeUnmount(() => {
    resizes.disconnect();
    window.removeEventListener('scroll', measure);
  });
  const scrollTo = (target: number): void =>
    scrollBy(target - (scrollsItself() ? (scroller.value?.scrollTop ?? 0) : viewport.value.top));
  return { viewport, width, scale, measure, scrollTo, scrollBy };
}
