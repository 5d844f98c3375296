/** The past from a folder of the history; no running agent is needed. */
import { errorCode } from '../../core/files/error-code.ts';
import { reasonOf } from '../../core/files/reason-of.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { readBetween } from '../../history/events/between.ts';
import { notesBetween, type HistorySource } from '../../history/past/history-source.ts';
import { valuesAtMoment } from '../../history/archive/query/moment.ts';
import { oldestSample } from '../../history/archive/query/oldest.ts';
import { RangeReader, type RangeSetup } from '../../history/archive/query/range.ts';
import { listSeries } from '../../history/archive/query/series-list.ts';
import { readTop } from '../../history/archive/top/read-top.ts';
import { topFolder } from '../../history/archive/top/top-file.ts';
import { readNotes } from '../../history/notes/notes-part.ts';
import type { HistoryPaths } from '../../history/archive/history-paths.ts';

/** Default time between samples. */
const PACE_MS = 2000;
const NOTHING = { events: [], marks: [], notes: [] };

const missingOf = (...sentences: (string | null | undefined)[]): { missing?: string } => {
  const missing = sentences.filter((one) => one !== null && one !== undefined).join(' ');
  return missing === '' ? {} : { missing };
};

/** @param paths of the folders; `reading` has opened that of the series */
export async function pastOfFolder(
  { path, events: eventsPath }: HistoryPaths,
  reading: RangeSetup,
): Promise<HistorySource> {
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
    moment: (at) => valuesAtMoment(reading, at),
    top: (at) => readTop(nodeDisk, topFolder(path), at),
    async events(from, to) {
      try {
        const found = await readBetween(eventsPath, from, to, nodeDisk);
        const { notes, problem } = readNotes(eventsPath);
        return {
          ...found,
          notes: notesBetween(notes, from, to),
          ...missingOf(found.missing, problem && `Notes are missing: ${problem}.`),
        };
      } catch (error) {
        const isGone = errorCode(error) === 'ENOENT';
        const why = isGone
          ? `there is no folder ${eventsPath}`
          : `${eventsPath} cannot be read (${reasonOf(error)})`;
        return { ...NOTHING, missing: `No history of alerts, starts and notes: ${why}.` };
      }
    },
  };
}
