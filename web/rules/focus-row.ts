/** Returns focus to the row whose form closes. */
export const focusOpenRow = (): void =>
  document.querySelector<HTMLElement>('.rule-drawer [aria-expanded="true"]')?.focus();
