/** The result of a port or web check, apart from check rows, which the page loads later. */
import type { Port } from './snapshots.ts';
import { GATEWAY_CHECK } from '../../core/check-result.ts';
import { t } from './language.ts';

export interface PortState {
  words: string;
  /** Response time in seconds; null: no answer. */
  seconds: number | null;
}

/** Names of the gateway in the published API are no words. */
export const checkName = (id: unknown, name: string): string =>
  id === GATEWAY_CHECK ? t('Default gateway') : name;

/** True once it was checked; until then its published level is CAREFUL. */
export const isChecked = ({ status }: Port): boolean => status !== null && status !== undefined;

export function portState(port: Port): PortState {
  const { url, status, elapsed } = port;
  if (!isChecked(port)) return { words: t('not checked yet'), seconds: null };
  if (url !== undefined) {
    const seconds = typeof elapsed === 'number' ? elapsed : null;
    return { words: String(status), seconds };
  }
  if (typeof status !== 'number' || status === 0) return { words: t('no answer'), seconds: null };
  return { words: '', seconds: status };
}
