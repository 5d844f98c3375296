/** A dialog over the page, open as long as its component is there. */
import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/** The element to be bound. When it goes, the focus goes back to where it was. */
export function useModal(): Ref<HTMLDialogElement | null> {
  const dialog = ref<HTMLDialogElement | null>(null);
  onMounted(() => dialog.value?.showModal());
  onBeforeUnmount(() => dialog.value?.close());
  return dialog;
}
