/** Ctrl-K, on a Mac with the other key: goes anywhere. */
export const isSwitchKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && !altKey && key.toLowerCase() === 'k';
