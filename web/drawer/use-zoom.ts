/** Zooms a chart in and out, and shows the page at a moment of it. */
import { shallowRef, watch } from 'vue';
import type { Gander } from '../state/gander.ts';
import { type ChosenTime, chosenBy, LIVE, type Window } from '../time/window.ts';
import type { ChartUse } from './use-chart.ts';

export function useZoom({ view }: Gander, chart: ChartUse) {
  /** The range before zooming in. */
  const unzoomed = shallowRef<ChosenTime | null>(null);
  const zoom = (chosen: Window): void => {
    const { range, to, at } = view;
    unzoomed.value ??= { range, to, at };
    const { range: seconds } = chosenBy(chosen, chart.now.value);
    Object.assign(view, { range: seconds, to: Math.round(chosen.to), at: 0 });
  };
  const reset = (): void => {
    Object.assign(view, unzoomed.value ?? LIVE);
    unzoomed.value = null;
  };
  /** Shows the page at this time; the chart stays. */
  const pick = (time: number): void => {
    const { from, to } = chart.window.value;
    Object.assign(view, { range: (to - from) / 1000, to: Math.round(to), at: Math.round(time) });
  };
  watch(
    () => view.to,
    (to) => {
      if (to === 0) unzoomed.value = null;
    },
  );
  return { unzoomed, zoom, reset, pick };
}
