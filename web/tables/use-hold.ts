/** Keeps rows in their place while they are pointed at, navigated by keyboard, or text is selected. */
import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** An idle pointer releases the order after this time. */
const POINTER_MS = 30_000;
const KEY_MS = 5000;

export interface Hold {
  readonly isHeld: Readonly<Ref<boolean>>;
  /** Called when the pointer moves over the rows. */
  pointed(): void;
  /** Called when the pointer leaves the rows. */
  left(): void;
  /** A key moved through the rows. */
  stepped(): void;
}

/** @param body the element that holds the rows */
export function useHold(body: Readonly<Ref<HTMLElement | null>>): Hold {
  const isHeld = ref(false);
  let until = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isSelecting = (): boolean => {
    const selection = document.getSelection();
    return (
      selection !== null && !selection.isCollapsed && body.value?.contains(selection.anchorNode) === true
    );
  };
  const settle = (): void => {
    clearTimeout(timer);
    const rest = until - performance.now();
    isHeld.value = rest > 0 || isSelecting();
    if (rest > 0) timer = setTimeout(settle, rest + 1);
  };
  const holdFor = (milliseconds: number): void => {
    until = Math.max(until, performance.now() + milliseconds);
    if (!isHeld.value || timer === undefined) settle();
  };
  onMounted(() => document.addEventListener('selectionchange', settle));
  onBeforeUnmount(() => {
    clearTimeout(timer);
    document.removeEventListener('selectionchange', settle);
  });
  return {
    isHeld,
    pointed: () => holdFor(POINTER_MS),
    left() {
      until = 0;
      settle();
    },
    stepped: () => holdFor(KEY_MS),
  };
}
