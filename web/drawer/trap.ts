/** Traps keyboard focus within a dialog. The pointer is free. */

const CONTROLS =
  'a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled), summary, [tabindex="0"]';

const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** @returns true if the key would have left the dialog */
export function keepWithin(dialog: HTMLElement, event: KeyboardEvent): boolean {
  if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return false;
  const controls = [...dialog.querySelectorAll<HTMLElement>(CONTROLS)].filter(isSeen);
  const [first, last] = [controls[0], controls.at(-1)];
  const at = document.activeElement;
  const isWithin = dialog.contains(at);
  const goal = event.shiftKey ? last : first;
  const leaves = !isWithin || at === (event.shiftKey ? first : last) || (event.shiftKey && at === dialog);
  if (!leaves || goal === undefined) return false;
  event.preventDefault();
  goal.focus();
  return true;
}
