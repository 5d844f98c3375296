/** Weekly times of maintenance while they are entered, in the time zone of the browser. */
import { computed, type ComputedRef, ref, type Ref } from 'vue';
import type { Schedule } from '../../src/judge/events/schedule.ts';

export interface ScheduleDraft {
  readonly days: Ref<number[]>;
  readonly from: Ref<string>;
  readonly to: Ref<string>;
  readonly zone: string;
  readonly schedule: ComputedRef<Schedule>;
}

/** Numbers of ISO 8601. */
export const DAYS = [1, 2, 3, 4, 5, 6, 7] as const;

export function useScheduleDraft(): ScheduleDraft {
  const days = ref([1, 2, 3, 4, 5, 6, 7]);
  const from = ref('02:00');
  const to = ref('04:00');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const schedule = computed(() => ({ days: days.value, from: from.value, to: to.value, zone }));
  return { days, from, to, zone, schedule };
}
