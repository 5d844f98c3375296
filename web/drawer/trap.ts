/** Keeps the keyboard within a dialog: after its last control comes its first. The pointer may go where it likes. */

const CONTROLS =
  'a[href], button:not(:disabled), select:not(:disabled), input:not(:disabled), summary, [tabindex="0"]';

const isSeen = (element: HTMLElement): boolean => element.getClientRects().length > 0;

/** @returns true when the key was one that would have left the dialog */
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
