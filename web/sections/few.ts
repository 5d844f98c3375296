/** Shortens long lists: the first items and a button for the rest. */
import { computed, type ComputedRef, type Ref, ref } from 'vue';

export interface Few<T> {
  shown: ComputedRef<readonly T[]>;
  /** Number of hidden items; 0: all are always shown. */
  more: ComputedRef<number>;
  isOpen: Ref<boolean>;
}

/** @param worthShowing items shown if there is room; others only on demand */
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
