/** Lists the series of a time range, including vanished ones. */
import type { Slice } from '../../../core/slice.ts';
import { overlaps } from '../files/folder.ts';
import { compareIds } from '../files/tables.ts';
import type { ListedSeries } from '../../past/history-source.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import type { RangeSetup } from './range.ts';
import { currentName } from '../renamed.ts';

type Listed = { -readonly [K in keyof ListedSeries]: ListedSeries[K] };

/** All series with values in the range, by id. */
export async function listSeries(setup: RangeSetup, from: number, to: number): Promise<ListedSeries[]> {
  const { folder, recent, slice, renamed } = setup;
  const found = new Map<string, Listed>();
  const add = (was: SeriesInfo, first: number, last: number, isLive: boolean): void => {
    if (first >= to || last < from) return;
    const { info } = currentName(was, first, renamed);
    const id = seriesId(info);
    const known = found.get(id);
    if (known === undefined) {
      found.set(id, { id, info, first, last, isLive });
      return;
    }
    known.first = Math.min(known.first, first);
    known.last = Math.max(known.last, last);
    known.isLive ||= isLive;
  };
  for (const kind of ['month', 'day', 'hour'] as const) {
    for (const { name } of folder.list(kind)) {
      if (!overlaps(name, from, to)) continue;
      await folder.use(name, async ({ table, entry }) => addTable(table, entry, add, slice));
    }
  }
  for (const { info, first, last } of await recent.list(slice)) add(info, first, last, true);
  return [...found.values()].sort((a, b) => compareIds(a.id, b.id));
}

async function addTable(
  { infos }: { infos: readonly SeriesInfo[] },
  entry: (number: number) => { first: number; last: number },
  add: (info: SeriesInfo, first: number, last: number, isLive: boolean) => void,
  slice: Slice,
): Promise<void> {
  for (const [number, info] of infos.entries()) {
    const { first, last } = entry(number);
    add(info, first, last, false);
    if (slice.isOver) await slice.next();
  }
}
