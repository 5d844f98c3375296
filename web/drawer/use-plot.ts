/** Keeps the drawn chart up to date with what it shows: data often, everything else by drawing it anew. */
import type uPlot from 'uplot';
import { type ComputedRef, onBeforeUnmount, onMounted, type Ref, watch } from 'vue';
import type { Bands } from './plot.ts';
import type { Gander } from '../state/gander.ts';
import type { Kind } from '../../src/display/units.ts';
import type { Columns } from './chart-data.ts';
import type { Mark } from './marks.ts';
import { createPlot } from './plot.ts';

export interface PlotUse {
  gander: Gander;
  /** Where it is drawn. */
  place: Readonly<Ref<HTMLElement | null>>;
  visible: ComputedRef<Columns>;
  lines: ComputedRef<readonly { id: string; label: string; kind: Kind; color: string }[]>;
  bands: ComputedRef<Bands | null>;
  part(): { from: number; to: number };
  marks(): readonly Mark[];
  onZoom(part: { from: number; to: number } | null): void;
}

export function usePlot({ gander, place, visible, lines, bands, part, marks, onZoom }: PlotUse): void {
  const { paletteSource, pointed, text, view } = gander;
  let plot: uPlot | null = null;
  let isPressed = false;

  const draw = (): void => {
    const element = place.value;
    plot?.destroy();
    plot = null;
    if (element === null || element.clientWidth === 0) return;
    plot = createPlot({
      element,
      series: lines.value.map(({ label: name, kind, color }) => ({ name, kind, color })),
      columns: visible.value,
      part,
      palette: paletteSource.palette.value,
      bands: bands.value,
      at: () => view.at / 1000,
      marks,
      text,
      onZoom,
      onPoint(row) {
        const time = row === null ? undefined : visible.value[0][row];
        pointed.value = time === undefined ? null : time * 1000;
      },
    });
  };
  const press = (): void => {
    isPressed = true;
  };
  const release = (): void => {
    isPressed = false;
  };

  // Getters: a shallow reference among the sources would have it drawn anew at every update of the others.
  watch(
    [
      () => lines.value.map(({ id, kind, color }) => id + kind + color).join('\n'),
      () => bands.value,
      () => paletteSource.palette.value,
    ],
    draw,
    { flush: 'post' },
  );
  watch(
    visible,
    (shown) => {
      // Under a pressed pointer everything stays where it is.
      if (!isPressed) plot?.setData(shown as uPlot.AlignedData);
    },
    { flush: 'post' },
  );
  // Where the pointer is on a sparkline beside the chart.
  watch(pointed, (time) => {
    if (plot === null || place.value?.matches(':hover')) return;
    const left = time === null ? -10 : plot.valToPos(time / 1000, 'x');
    plot.setCursor({ left, top: left < 0 ? -10 : 0 }, false);
  });

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
    plot?.destroy();
  });
}
