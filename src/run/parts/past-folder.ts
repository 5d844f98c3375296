/** The past from a folder of the history; no running agent is needed. */
import { errorCode } from '../../core/files/error-code.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { readBetween } from '../../keep/archive/events/between.ts';
import { momentOf } from '../../keep/archive/query/moment.ts';
import { oldestSample } from '../../keep/archive/query/oldest.ts';
import { RangeReader, type RangeSetup } from '../../keep/archive/query/range.ts';
import { listSeries } from '../../keep/archive/query/series-list.ts';
import { readTop } from '../../keep/archive/top/read-top.ts';
import { topFolder } from '../../keep/archive/top/top-file.ts';
import type { HistorySource } from '../../keep/past/history-source.ts';

/** Default time between samples. */
const PACE_MS = 2000;
const NOTHING = { events: [], marks: [], notes: [] };

/** @param path of the folder; `reading` has opened it */
export async function pastOfFolder(path: string, reading: RangeSetup): Promise<HistorySource> {
  return {
    pace: PACE_MS,
    oldest: await oldestSample(reading.folder, reading.codec, reading.slice),
    slice: reading.slice,
    version: () => null,
    async *range(ids, range) {
      const reader = await RangeReader.open(reading, range);
      for (const id of ids) yield await reader.read(id);
    },
    series: (from, to) => listSeries(reading, from, to),
    moment: (at) => momentOf(reading, at),
    top: (at) => readTop(nodeDisk, topFolder(path), at),
    async events(from, to) {
      try {
        return { ...(await readBetween(`${path}/events`, from, to, nodeDisk)), notes: [] };
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return NOTHING;
        throw error;
      }
    },
  };
}
