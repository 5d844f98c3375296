/** Pointer gestures: Shift-drag or wheel pans, Ctrl-wheel zooms; one finger pans, two zoom. */
import { fingered, type Fingers, moved, type Window, zoomed } from '../time/window.ts';

export interface GestureUse {
  window(): Window;
  /** Width of the chart in pixels, and the time at a position. */
  width(): number;
  timeAt(x: number): number;
  /** During the gesture, then once at its end. */
  onMove(window: Window, isDone: boolean): void;
  /** A time was clicked. */
  onPick(time: number): void;
}

/** A wheel gesture ends after this pause. */
const WHEEL_MS = 200;
/** Maximum interval of a double click. */
const DOUBLE_MS = 280;
const CLICK_PX = 4;

/** Returns its dispose function. */
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
    if (down.button !== 0 || down.pointerType === 'touch') return;
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
  watchFingers(element, use, signal);
  element.addEventListener('dblclick', () => clearTimeout(click), { signal });
  return () => {
    life.abort();
    clearTimeout(wheel);
    clearTimeout(click);
  };
}

function watchFingers(element: HTMLElement, use: GestureUse, signal: AbortSignal): void {
  const fingers = new Map<number, number>();
  let begin: { window: Window; places: Fingers } | null = null;
  let next: Window | null = null;
  const placeOf = ({ clientX }: PointerEvent): number => clientX - element.getBoundingClientRect().left;
  const places = (): Fingers => [...fingers.values()].slice(0, 2) as unknown as Fingers;
  /** A finger was added or removed: the gesture restarts here. */
  const restart = (): void => {
    begin = fingers.size === 0 ? null : { window: next ?? use.window(), places: places() };
  };
  const isOurs = ({ pointerType, pointerId }: PointerEvent): boolean =>
    pointerType === 'touch' && fingers.has(pointerId);

  element.addEventListener(
    'pointerdown',
    (down) => {
      if (down.pointerType !== 'touch') return;
      fingers.set(down.pointerId, placeOf(down));
      restart();
    },
    { signal },
  );
  document.addEventListener(
    'pointermove',
    (event) => {
      if (!isOurs(event) || begin === null) return;
      const before = begin.places[0];
      fingers.set(event.pointerId, placeOf(event));
      if (next === null && fingers.size === 1 && Math.abs(placeOf(event) - before) < CLICK_PX) return;
      next = fingered(begin.window, begin.places, places(), Math.max(1, use.width()));
      use.onMove(next, false);
    },
    { signal },
  );
  const onUp = (event: PointerEvent): void => {
    if (!isOurs(event)) return;
    fingers.delete(event.pointerId);
    const done = next;
    restart();
    if (fingers.size > 0) return;
    next = null;
    if (done !== null) use.onMove(done, true);
    else if (event.type === 'pointerup') use.onPick(use.timeAt(placeOf(event)));
  };
  document.addEventListener('pointerup', onUp, { signal });
  document.addEventListener('pointercancel', onUp, { signal });
}
