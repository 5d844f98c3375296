/** Ctrl-K, on a Mac with the other key: goes anywhere. */
export const isSwitchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';

/** Keeps what is typed before the switcher has come. */
export function keepLetter(event: KeyboardEvent, { typed }: { typed: { text: string } }): void {
  if (event.key.length !== 1) return;
  typed.text += event.key;
  event.preventDefault();
}
