/** Reasons for what is not shown. */
import type { Ui } from './ui.ts';

/** Why a plugin shows nothing. */
export function absenceOf({ subject }: Ui, plugin: string, usual: string): string {
  const condition = subject.conditions().find(({ name }) => name === plugin);
  if (condition === undefined) return `${plugin} is turned off.`;
  return condition.reason ?? usual;
}
