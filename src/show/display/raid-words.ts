import type { RaidArray } from './snapshots.ts';
import { t } from './language.ts';

/** Describes the state of an array in one or two words. */
export function arrayWords({ status, available, used }: RaidArray): string {
  if (status !== 'active') return status;
  if (available === null || used === null) return t('active');
  return Number(used) < Number(available)
    ? t('degraded {used}/{available}', { used, available })
    : `${used}/${available}`;
}
