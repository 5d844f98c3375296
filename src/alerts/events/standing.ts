/** Since when values stand at WARNING or above that raise no event: from the history, or from when it was first seen. */
import { nameSeries } from '../../core/series-name.ts';
import type { History } from '../../core/store/history.ts';
import type { ShownVerdict } from '../../measure/levels/series.ts';

/**
 * Begin of the latest run of samples that reach the warning threshold, Unix milliseconds. Null if the newest does not, or without
 * history. If all do, the oldest sample.
 */
export function standingSince(history: History, { item, series, isLow }: ShownVerdict): number | null {
  const [first] = Object.entries(series);
  const limit = first?.[1].warning ?? first?.[1].critical ?? null;
  if (first === undefined || first[0] === '' || limit === null) return null;
  const recorded = history.find(nameSeries(first[0], item).name);
  if (recorded === undefined) return null;
  let since: number | null = null;
  for (let index = history.end - 1; index >= history.first; index -= 1) {
    const value = recorded.at(index);
    // A gap says nothing.
    if (Number.isNaN(value)) continue;
    if (isLow === true ? value > limit : value < limit) break;
    since = history.timeAt(index);
  }
  return since;
}
