/** A canvas in device resolution, drawn on changes while it is visible. */
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
 * Draws after every resize and change of theme, and after updates that change one of `inputs`.
 * @param inputs dependencies, compared one by one
 */
export function useCanvas(
  element: Readonly<Ref<HTMLCanvasElement | null>>,
  draw: (surface: Surface) => void,
  inputs: (size: Size) => readonly unknown[],
): void {
  const { isDrawn, tick, paletteSource } = useShell();
  let isVisible = true;
  // From the observer: reading the canvas would force a layout during an update.
  let [width, height] = [0, 0];
  /** Context of the element, which is the same while mounted. */
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
    // The zoom may change without the number of pixels.
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
  // After the first frame, when sizes are known.
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
  // Updates are frequent, so dependencies are not tracked one by one.
  watch(tick, check, { flush: 'post' });
  watch(() => [paletteSource.palette.value, ...inputs({ width, height })], check, { flush: 'post' });
}
