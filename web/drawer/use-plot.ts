/** Keeps a chart current: data are updated, other changes recreate it. */
import type uPlot from 'uplot';
import { onBeforeUnmount, onMounted, type Ref, watch } from 'vue';
import type { Kind } from '../../src/show/display/units.ts';
import type { Gander } from '../state/gander.ts';
import type { Window } from '../time/window.ts';
import type { ChartGrid } from './chart-grid.ts';
import { createPlot, type PlotLine, type PlotPlace, rowsOf, shownSeconds } from './plot.ts';
import { watchGestures } from './plot-gestures.ts';
import type { Layers } from './plot-layers.ts';

export interface PlotUse {
  gander: Gander;
  /** Its container. */
  place: Readonly<Ref<HTMLElement | null>>;
  grid(): ChartGrid;
  lines(): readonly PlotLine[];
  layers(): Layers;
  onZoom(window: Window): void;
  onMove(window: Window, isDone: boolean): void;
  onPick(time: number): void;
  onReset(): void;
  onDrawn(place: PlotPlace): void;
}

export function usePlot({
  gander,
  place,
  grid,
  lines,
  layers,
  onZoom,
  onMove,
  onPick,
  onReset,
  onDrawn,
}: PlotUse): void {
  const { paletteSource, pointed, preferences, text } = gander;
  const isBinary = (kind: Kind): boolean =>
    preferences.binary &&
    (kind === 'bytes' || kind === 'byteRate' || (kind === 'netRate' && !preferences.bits));
  let plot: uPlot | null = null;
  let isPressed = false;
  let endGestures = (): void => {};

  const draw = (): void => {
    const element = place.value;
    plot?.destroy();
    endGestures();
    plot = null;
    if (element === null || element.clientWidth === 0) return;
    const drawn = createPlot({
      element,
      lines: lines(),
      grid: grid(),
      palette: paletteSource.palette.value,
      layers,
      text,
      isBinary,
      onPoint: (time) => {
        if (element.matches(':hover')) pointed.value = time;
      },
      onZoom: (from, to) => onZoom({ from, to }),
      onReset,
      onDrawn,
    });
    plot = drawn;
    endGestures = watchGestures(drawn.over, {
      window: () => layers().window,
      width: () => drawn.over.clientWidth * windowShare(layers()),
      timeAt: (x) => drawn.posToVal(x, 'x') * 1000,
      onMove,
      onPick,
    });
    showPointed(pointed.value);
  };
  const press = (event: PointerEvent): void => {
    isPressed = !event.shiftKey;
  };
  const release = (): void => {
    isPressed = false;
  };
  /** Pointer position on a sparkline or another chart. */
  const showPointed = (time: number | null): void => {
    if (plot === null || place.value?.matches(':hover')) return;
    const left = time === null ? -10 : plot.valToPos(time / 1000, 'x');
    plot.setCursor({ left, top: left < 0 ? -10 : 0 }, false);
  };

  // Getters: a shallowRef among the sources would recreate the chart at every update.
  watch(
    [
      () =>
        lines()
          .map(({ label, kind, color }) => label + kind + color)
          .join('\n'),
      () => `${grid().band === null} ${grid().earlier?.length ?? 0} ${grid().isStacked}`,
      () => layers().bands,
      () => paletteSource.palette.value,
    ],
    draw,
    { flush: 'post' },
  );
  watch(
    [grid, () => layers().future],
    () => {
      // Nothing moves while the pointer is pressed.
      if (!isPressed) plot?.setData(rowsOf(grid()));
    },
    { flush: 'post' },
  );
  watch(
    () => [layers().limits, layers().gaps, layers().marks, layers().events, layers().at],
    () => plot?.redraw(false),
    { flush: 'post' },
  );
  watch([() => layers().reach, () => layers().isFitted], () => plot?.setData(rowsOf(grid())), {
    flush: 'post',
  });
  watch(pointed, showPointed);

  const resizes = new ResizeObserver(draw);
  onMounted(() => {
    if (place.value === null) return;
    resizes.observe(place.value);
    place.value.addEventListener('pointerdown', press);
    document.addEventListener('pointerup', release);
  });
  onBeforeUnmount(() => {
    document.removeEventListener('pointerup', release);
    resizes.disconnect();
    endGestures();
    plot?.destroy();
  });
}

/** Share of the chart's width without the forecast. */
function windowShare(layers: Layers): number {
  const [from, to] = shownSeconds(layers);
  return (layers.window.to - layers.window.from) / 1000 / (to - from);
}
