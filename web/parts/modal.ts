/** A modal dialog, open while its component is mounted. */
import { onBeforeUnmount, onMounted, type Ref, ref } from 'vue';

/**
 * Returns the element to bind. Returns focus when it is removed.
 * @param onClose called when the browser closes it, as by Escape
 */
export function useModal(onClose: () => void): Ref<HTMLDialogElement | null> {
  const dialog = ref<HTMLDialogElement | null>(null);
  onMounted(() => {
    dialog.value?.addEventListener('close', onClose);
    dialog.value?.showModal();
  });
  onBeforeUnmount(() => {
    // The event arrives in a later task, when another dialog may be open.
    dialog.value?.removeEventListener('close', onClose);
    dialog.value?.close();
  });
  return dialog;
}
