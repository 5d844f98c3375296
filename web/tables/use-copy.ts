/** Copies text, also where a page without TLS may not use the clipboard, and says for a moment that it did. */
import { onBeforeUnmount, type Ref, ref } from 'vue';

const SHOWN_MS = 1500;

/** The old way, which works without TLS: a selected field that nobody sees. */
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
