/** The result of a check of a port or web page: part of the first picture of the page, while rows of checks come later. */
import type { Port } from './snapshots.ts';
import { t } from './language.ts';

export interface PortState {
  words: string;
  /** Seconds the answer took; null without one. */
  seconds: number | null;
}

/** Whether it was asked at all. Until then its published level is careful, which says nothing about it. */
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
