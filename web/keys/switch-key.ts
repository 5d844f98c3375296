/** Ctrl-K (Cmd-K on a Mac) opens the switcher. */
export const isSwitchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';

/** Buffers keys until the switcher is loaded. */
export function keepLetter(event: KeyboardEvent, { typed }: { typed: { text: string } }): void {
  if (event.key.length !== 1) return;
  typed.text += event.key;
  event.preventDefault();
}
