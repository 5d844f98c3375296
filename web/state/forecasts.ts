/** Forecasts, for what shows them. They are not in the first picture. */
import { onBeforeUnmount, shallowRef, type ShallowRef, watch } from 'vue';
import { loadForecasts, type ToldForecast } from '../api/forecasts.ts';
import { DAY } from '../time/ranges.ts';
import { LIVE } from '../time/window.ts';
import { useGander } from './gander.ts';
import { type View, viewAddress } from './view.ts';

/** The agent makes new ones every hour; after its start, within half an hour. */
const AGAIN_MS = 600_000;
/** Seconds of history that forecasts are made from. */
const RANGE = 14 * DAY;

/** Where a chart shows the cone of its forecast. */
export const coneAddress = (view: View, chart: View['chart']): string =>
  viewAddress(view, { ...LIVE, chart, range: RANGE });

/** The earliest first; asked for again now and then while somebody looks. Only inside `setup`. */
export function useForecasts(): Readonly<ShallowRef<readonly ToldForecast[]>> {
  const { client, feed, isDrawn } = useGander();
  const forecasts = shallowRef<readonly ToldForecast[]>([]);
  const load = async (): Promise<void> => {
    if (!document.hidden) forecasts.value = await loadForecasts(client).catch(() => forecasts.value);
  };
  watch(
    () => isDrawn.value && feed.connection.value.kind === 'live',
    (isLive) => isLive && void load(),
    { immediate: true },
  );
  const timer = setInterval(() => void load(), AGAIN_MS);
  onBeforeUnmount(() => clearInterval(timer));
  return forecasts;
}
