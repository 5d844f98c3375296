/** Reasons for what is not shown. */
import type { Ui } from './ui.ts';
import { localReason } from '../../display/said-words.ts';
import { t } from '../../display/language.ts';

/** Why a plugin shows nothing. */
export function absenceOf({ source }: Ui, plugin: string, usual: string): string {
  const condition = source.conditions().find(({ name }) => name === plugin);
  if (condition === undefined) return t('{plugin} is turned off.', { plugin });
  return condition.reason === null ? usual : localReason(condition);
}
