/** A canvas that is as sharp as the screen and is drawn when something in it has changed, and only while it can be seen. */
import { onBeforeUnmount, type Ref, watch, watchPostEffect } from 'vue';
import { useShell } from '../state/shell.ts';
import type { Palette } from '../state/palette.ts';

/** In CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

export interface Surface extends Size {
  context: CanvasRenderingContext2D;
  palette: Palette;
}

/**
 * Draws after every resize and change of the theme, and after updates with which one of `inputs` has become another.
 * @param inputs what the picture depends on; compared one by one
 */
export function useCanvas(
  element: Readonly<Ref<HTMLCanvasElement | null>>,
  draw: (surface: Surface) => void,
  inputs: (size: Size) => readonly unknown[],
): void {
  const { isDrawn, tick, paletteSource } = useShell();
  let isVisible = true;
  // As the observer has them: to ask the canvas would make the browser lay out the page in the middle of an update.
  let [width, height] = [0, 0];
  /** Of the element, which is one and the same as long as it is mounted. */
  let context: CanvasRenderingContext2D | null = null;
  const paint = (): void => {
    const canvas = element.value;
    if (canvas === null || !isVisible || width === 0 || height === 0) return;
    context ??= canvas.getContext('2d');
    if (context === null) return;
    const ratio = Math.min(3, window.devicePixelRatio || 1);
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== wide || canvas.height !== high) {
      canvas.width = wide;
      canvas.height = high;
    }
    // The zoom may be another one though the canvas has as many pixels.
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw({ context, width, height, palette: paletteSource.palette.value });
  };
  const resizes = new ResizeObserver((entries) => {
    const { width: wide = 0, height: high = 0 } = entries.at(-1)?.contentRect ?? {};
    [width, height] = [Math.round(wide), Math.round(high)];
    paint();
  });
  const sights = new IntersectionObserver((entries) => {
    const seen = entries.at(-1)?.isIntersecting ?? true;
    if (seen === isVisible) return;
    isVisible = seen;
    paint();
  });
  // After the first frame: the picture is as large as what it is drawn on.
  watchPostEffect(() => {
    if (element.value === null || !isDrawn.value) return;
    resizes.observe(element.value);
    sights.observe(element.value);
  });
  onBeforeUnmount(() => {
    resizes.disconnect();
    sights.disconnect();
  });
  let drawn: readonly unknown[] = [];
  const check = (): void => {
    const now = [paletteSource.palette.value, ...inputs({ width, height })];
    if (now.length === drawn.length && now.every((one, at) => Object.is(one, drawn[at]))) return;
    drawn = now;
    paint();
  };
  // Updates come often: what is asked for then is not followed one by one.
  watch(tick, check, { flush: 'post' });
  watch(() => [paletteSource.palette.value, ...inputs({ width, height })], check, { flush: 'post' });
}
