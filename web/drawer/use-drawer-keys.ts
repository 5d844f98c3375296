/** Keys of the chart drawer: moving in time, closing, and returning focus. */
import { nextTick, onBeforeUnmount, onMounted, type Ref, watch } from 'vue';
import { CHART_ACTIONS } from '../../src/show/display/page-actions.ts';
import { pressedKey } from '../parts/key.ts';
import type { Gander } from '../state/gander.ts';
import { moved, type Window, zoomed } from '../time/window.ts';
import { keepWithin } from './trap.ts';
import type { ChartUse } from './use-chart.ts';

export interface DrawerKeysUse {
  gander: Gander;
  drawer: Readonly<Ref<HTMLElement | null>>;
  chart: ChartUse;
  close(): void;
  /** False when nothing was zoomed. */
  unzoom(): boolean;
}

const STEPS: readonly (readonly [{ readonly page: readonly string[] }, (window: Window) => Window])[] = [
  [CHART_ACTIONS.earlier, (window) => moved(window, -0.25)],
  [CHART_ACTIONS.later, (window) => moved(window, 0.25)],
  [CHART_ACTIONS.muchEarlier, (window) => moved(window, -1)],
  [CHART_ACTIONS.muchLater, (window) => moved(window, 1)],
  [CHART_ACTIONS.lessTime, (window) => zoomed(window, 0.5)],
  [CHART_ACTIONS.moreTime, (window) => zoomed(window, 2)],
];
const BY_KEY = new Map(STEPS.flatMap(([{ page }, step]) => page.map((key) => [key, step] as const)));

export function useDrawerKeys({ gander, drawer, chart, close, unzoom }: DrawerKeysUse): void {
  const { view } = gander;
  let opener = document.activeElement;

  const go = (key: string): boolean => {
    const step = BY_KEY.get(key);
    if (step !== undefined) chart.move(step(chart.window.value), true);
    else if (CHART_ACTIONS.now.page.some((one) => one === key)) Object.assign(view, { to: 0, at: 0 });
    else if (CHART_ACTIONS.compare.page.some((one) => one === key)) view.shift = view.shift === 0 ? -1 : 0;
    else return false;
    return true;
  };
  /** Handled before the page's keys: layers above the drawer close first. */
  const onKey = (event: KeyboardEvent): void => {
    if (view.panel !== '') return;
    if (drawer.value !== null && keepWithin(drawer.value, event)) return;
    const target = event.target as Element | null;
    const field = target?.closest('select, input, textarea') ?? null;
    const isSlider = target?.matches('[role="slider"]') === true;
    if (event.key === 'Escape' && field === null) {
      event.preventDefault();
      if (!unzoom()) close();
    } else if (
      field === null &&
      !isSlider &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey &&
      go(pressedKey(event))
    )
      event.preventDefault();
  };
  /** Another number was chosen beside the open drawer: focus stays here and later returns to that number. */
  watch(
    () => view.chart.join('\n'),
    async () => {
      await nextTick();
      const at = document.activeElement;
      if (drawer.value === null || drawer.value.contains(at)) return;
      if (at !== null && at !== document.body) opener = at;
      drawer.value.focus({ preventScroll: true });
    },
  );
  onMounted(() => {
    drawer.value?.focus({ preventScroll: true });
    document.addEventListener('keydown', onKey, true);
  });
  onBeforeUnmount(() => {
    document.removeEventListener('keydown', onKey, true);
    giveBack(opener);
  });
}

/** To the element that opened the drawer, or its replacement: table rows come and go. */
function giveBack(element: Element | null): void {
  const address = element?.getAttribute('href');
  const goal =
    element?.isConnected || !address ? element : document.querySelector(`a[href="${CSS.escape(address)}"]`);
  if (goal instanceof HTMLElement) goal.focus({ preventScroll: true });
}
