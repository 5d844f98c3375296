/** Whether the page is printed; uses the light theme for it. */
import { nextTick, onBeforeUnmount, onMounted, ref, type Ref } from 'vue';

export function usePrinting(): Ref<boolean> {
  const isPrinting = ref(false);
  const root = document.documentElement;
  let theme: string | undefined;
  const begin = (): void => {
    theme ??= root.dataset['theme'];
    root.dataset['theme'] = 'light';
    isPrinting.value = true;
  };
  const end = (): void => {
    if (theme !== undefined) root.dataset['theme'] = theme;
    theme = undefined;
    void nextTick(() => (isPrinting.value = false));
  };
  onMounted(() => {
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
  });
  onBeforeUnmount(() => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  });
  return isPrinting;
}
