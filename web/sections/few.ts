/** Long lists in little room: the first ones, and a button for the rest. */
import { computed, type ComputedRef, type Ref, ref } from 'vue';

export interface Few<T> {
  shown: ComputedRef<readonly T[]>;
  /** How many more there are; 0 when all are shown and always were. */
  more: ComputedRef<number>;
  isOpen: Ref<boolean>;
}

/** @param worthShowing items that are shown when there is room; the others only on demand */
export function useFew<T>(
  items: () => readonly T[],
  most: number,
  worthShowing: (item: T) => boolean = () => true,
): Few<T> {
  const isOpen = ref(false);
  const few = computed(() => {
    const all = items();
    if (all.length <= most) return all;
    const worth = all.filter(worthShowing);
    return (worth.length === 0 ? all : worth).slice(0, most);
  });
  return {
    shown: computed(() => (isOpen.value ? items() : few.value)),
    more: computed(() => items().length - few.value.length),
    isOpen,
  };
}
