/** Values for the lists of sections. */
import type { ShallowRef } from 'vue';
import { useGander } from '../state/gander.ts';
import type { SectionForecast, SectionSource } from '../../src/show/display/section-list.ts';

/** @param forecasts current ones: past sizes may differ, so they are left out of the past */
export function useSectionSource(forecasts: Readonly<ShallowRef<readonly SectionForecast[]>>): SectionSource {
  const { level, preferences, store, text } = useGander();
  return {
    preferences,
    latest: (plugin) => store.latest(plugin).value,
    level: (plugin, field, item) => level({ plugin, field, item }),
    isStale: (plugin, field, item) => store.verdicts.isStale({ plugin, field, item }),
    text,
    forecasts: () => (store.past.value === null ? forecasts.value : []),
    now: store.now,
  };
}
