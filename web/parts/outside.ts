/** Closes a popup when the reader clicks or focuses elsewhere. */
import { onBeforeUnmount, onMounted, type Ref } from 'vue';

export function onOutside(place: Readonly<Ref<HTMLElement | null>>, close: () => void): void {
  const onDown = ({ target }: PointerEvent): void => {
    if (!place.value?.contains(target as Node)) close();
  };
  onMounted(() => document.addEventListener('pointerdown', onDown));
  onBeforeUnmount(() => document.removeEventListener('pointerdown', onDown));
}
