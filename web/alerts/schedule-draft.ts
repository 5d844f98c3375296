/** Draft of a weekly maintenance schedule, in the browser's time zone. */
import { computed, type ComputedRef, ref, type Ref } from 'vue';
import type { Schedule } from '../../src/alerts/silences/schedule.ts';

export interface ScheduleDraft {
  readonly days: Ref<number[]>;
  readonly from: Ref<string>;
  readonly to: Ref<string>;
  readonly zone: string;
  readonly schedule: ComputedRef<Schedule>;
}

/** ISO 8601 weekday numbers. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export function useScheduleDraft(): ScheduleDraft {
  const days = ref([1, 2, 3, 4, 5, 6, 7]);
  const from = ref('02:00');
  const to = ref('04:00');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const schedule = computed(() => ({ days: days.value, from: from.value, to: to.value, zone }));
  return { days, from, to, zone, schedule };
}
