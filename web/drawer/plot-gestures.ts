/** Moves through time with the pointer: Shift and drag or the wheel to pan, Ctrl and the wheel (or a pinch) to zoom. */
import { moved, type Window, zoomed } from '../time/window.ts';

export interface GestureUse {
  window(): Window;
  /** Width of the chart in pixels, and the moment at a place in it. */
  width(): number;
  timeAt(x: number): number;
  /** While it goes on, then once with the last. */
  onMove(window: Window, isDone: boolean): void;
  /** A moment was pressed on. */
  onPick(time: number): void;
}

/** A wheel rests for this long when it is done. */
const WHEEL_MS = 200;
/** A second press comes within this. */
const DOUBLE_MS = 280;
const CLICK_PX = 4;

/** Returns a function that ends it. */
export function watchGestures(element: HTMLElement, use: GestureUse): () => void {
  const life = new AbortController();
  const { signal } = life;
  let wheel: ReturnType<typeof setTimeout> | undefined;
  let click: ReturnType<typeof setTimeout> | undefined;

  const onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const left = event.clientX - element.getBoundingClientRect().left;
    const by = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.deltaY;
    const next = event.ctrlKey
      ? zoomed(use.window(), 1.002 ** by, use.timeAt(left))
      : moved(use.window(), Math.max(-0.5, Math.min(0.5, by / 1000)));
    use.onMove(next, false);
    clearTimeout(wheel);
    wheel = setTimeout(() => use.onMove(next, true), WHEEL_MS);
  };

  const onDown = (down: PointerEvent): void => {
    if (down.button !== 0) return;
    const begin = use.window();
    const isPan = down.shiftKey;
    const turn = new AbortController();
    const both = { signal: AbortSignal.any([signal, turn.signal]) };
    const shifted = (event: PointerEvent): Window =>
      moved(begin, (down.clientX - event.clientX) / Math.max(1, use.width()));
    if (isPan) document.addEventListener('pointermove', (event) => use.onMove(shifted(event), false), both);
    document.addEventListener(
      'pointerup',
      (up) => {
        turn.abort();
        const isClick = Math.abs(up.clientX - down.clientX) < CLICK_PX;
        if (isPan && !isClick) use.onMove(shifted(up), true);
        if (!isClick || isPan) return;
        clearTimeout(click);
        const time = use.timeAt(up.clientX - element.getBoundingClientRect().left);
        if (up.detail < 2) click = setTimeout(() => use.onPick(time), DOUBLE_MS);
      },
      both,
    );
  };

  element.addEventListener('wheel', onWheel, { passive: false, signal });
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('dblclick', () => clearTimeout(click), { signal });
  return () => {
    life.abort();
    clearTimeout(wheel);
    clearTimeout(click);
  };
}
