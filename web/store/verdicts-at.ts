/** Levels of past values by today's thresholds. Pure. */
import type { LevelReport } from '../../src/measure/levels/report.ts';
import type { ShownVerdict } from '../../src/measure/levels/series.ts';
import type { VerdictSource } from '../../src/show/display/verdicts.ts';
import type { PastMoment } from '../api/archive.ts';

const NAMES = [
  ['critical', 'CRITICAL'],
  ['warning', 'WARNING'],
  ['careful', 'CAREFUL'],
] as const;

/** Verdicts without a number concern states, which have no history, so they are left out. */
export function verdictsAt(moment: PastMoment, now: VerdictSource): LevelReport {
  return Object.fromEntries(
    now.plugins().map((plugin) => [
      plugin,
      now.ofPlugin(plugin).flatMap((verdict): ShownVerdict[] => {
        const [field] = Object.keys(verdict.series);
        const fields =
          verdict.item === null ? moment.objects[plugin] : moment.lists[plugin]?.items[verdict.item];
        const value = field === undefined ? undefined : fields?.[field];
        return typeof value === 'number' && field !== undefined ? [judged(verdict, field, value)] : [];
      }),
    ]),
  ) as LevelReport;
}

function judged(verdict: ShownVerdict, field: string, value: number): ShownVerdict {
  const thresholds = verdict.series[field];
  const reached = NAMES.find(([name]) => {
    const threshold = thresholds?.[name];
    if (threshold === null || threshold === undefined) return false;
    return verdict.isLow ? value <= threshold : value >= threshold;
  });
  const { isStale: _, ...rest } = verdict;
  return { ...rest, level: reached?.[1] ?? 'OK' };
}
