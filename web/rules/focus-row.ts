/** Gives the focus back to the row whose form goes. */
export const focusOpenRow = (): void =>
  document.querySelector<HTMLElement>('.rule-drawer [aria-expanded="true"]')?.focus();
