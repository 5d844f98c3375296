/** Copies text, also without TLS, where the clipboard API is unavailable, and confirms it briefly. */
import { onBeforeUnmount, type Ref, ref } from 'vue';

const SHOWN_MS = 1500;

/** Fallback without TLS: copies from a hidden field. */
function copyOldWay(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'unseen';
  document.body.append(field);
  const focused = document.activeElement;
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isDone;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyOldWay(text);
  }
}

export function useCopy(): { state: Ref<'' | 'done' | 'failed'>; copy(text: string): Promise<void> } {
  const state = ref<'' | 'done' | 'failed'>('');
  let timer: ReturnType<typeof setTimeout> | undefined;
  onBeforeUnmount(() => clearTimeout(timer));
  return {
    state,
    async copy(text) {
      state.value = (await copyText(text)) ? 'done' : 'failed';
      clearTimeout(timer);
      timer = setTimeout(() => (state.value = ''), SHOWN_MS);
    },
  };
}
