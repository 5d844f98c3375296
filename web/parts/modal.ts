/** A dialog over the page, open as long as its component is there. */
import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/**
 * The element to be bound. When it goes, the focus goes back to where it was.
 * @param onClose called when the browser closes it, as at Escape
 */
export function useModal(onClose: () => void): Ref<HTMLDialogElement | null> {
  const dialog = ref<HTMLDialogElement | null>(null);
  onMounted(() => {
    dialog.value?.addEventListener('close', onClose);
    dialog.value?.showModal();
  });
  onBeforeUnmount(() => {
    // The event comes some time after the call, when another dialog may be open that it would close.
    dialog.value?.removeEventListener('close', onClose);
    dialog.value?.close();
  });
  return dialog;
}
