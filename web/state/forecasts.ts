/** Forecasts, which are not part of the first paint. */
import { onBeforeUnmount, shallowRef, type ShallowRef, watch } from 'vue';
import { loadForecasts, type ToldForecast } from '../api/forecasts.ts';
import { DAY } from '../time/ranges.ts';
import { LIVE } from '../time/window.ts';
import { useGander } from './gander.ts';
import { type View, viewAddress } from './view.ts';

/** Interval of reading: the agent computes forecasts hourly, the first within 30 min. */
const AGAIN_MS = 600_000;
/** History behind a forecast, in seconds. */
const RANGE = 14 * DAY;

/** Address of a chart with the cone of its forecast. */
export const coneAddress = (view: View, chart: View['chart']): string =>
  viewAddress(view, { ...LIVE, chart, range: RANGE });

/** Earliest first; refreshed while shown. Only inside `setup`. */
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
