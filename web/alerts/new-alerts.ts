/** Describes new alerts. Pure except for its memory. */
import type { Alert } from '../../src/core/alert.ts';
import { t } from '../../src/show/display/language.ts';

type News = Pick<Alert, 'id' | 'sentence'>;

const MOST_NAMED = 3;

/** Describes alerts since the previous call; empty for none and on the first call. */
export function createNewAlerts(): (alerts: readonly News[]) => string {
  let known: ReadonlySet<string> | null = null;
  return (alerts) => {
    const before = known;
    known = new Set(alerts.map(({ id }) => id));
    const fresh = before === null ? [] : alerts.filter(({ id }) => !before.has(id));
    if (fresh.length === 0) return '';
    const named = fresh.slice(0, MOST_NAMED).map(({ sentence }) => sentence);
    const more = fresh.length - named.length;
    const words = [...named, ...(more > 0 ? [t('{more} more', { more })] : [])].join('. ');
    return fresh.length === 1
      ? t('New alert: {words}', { words })
      : t('{length} new alerts: {words}', { length: fresh.length, words });
  };
}
