/** The history on disk of this machine, for charts: read beside the agent that writes it. */
import { ArchiveFolder } from '../../history/archive/files/folder.ts';
import { ColumnCodec } from '../../history/archive/format/column-codec.ts';
import type { RollUp } from '../../history/past/history-source.ts';
import type { ForecastSource } from '../../history/forecast/forecaster.ts';
import { readTop } from '../../history/archive/top/read-top.ts';
import { topFolder } from '../../history/archive/top/top-file.ts';
import { alignRange, stepFor } from '../../history/past/ladder.ts';
import { RangeReader, type RangeSetup } from '../../history/archive/query/range.ts';
import { Recent } from '../../history/archive/query/recent.ts';
import { describeNames } from '../../history/archive/write/declared-series.ts';
import { explain } from '../../core/explain.ts';
import type { Plugin } from '../../core/plugin.ts';
import { Slice } from '../../core/slice.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import type { SeriesPoints, SeriesQuery } from '../../show/terminal/data-source/data-source.ts';

/** Finest step of replies. */
const FINEST_MS = 1000;
const SLICE_MS = 1;
const NOTHING: SeriesPoints = { times: [], values: [], lows: [], highs: [] };

/** Reads the folder, which may be missing, for forecasts. */
export function forecastSource(path: string, registry: readonly Plugin[]): ForecastSource {
  const slice = new Slice({ ms: SLICE_MS });
  return {
    oldest: null,
    slice,
    async *range(ids, range) {
      const folder = await openFolder(path);
      try {
        const reader = folder && (await RangeReader.open(setupOf(folder, registry, slice), range));
        for (const id of ids) yield reader && (await reader.read(id));
      } finally {
        await folder?.close();
      }
    },
    top: (at) => readTop(nodeDisk, topFolder(path), at),
  };
}

function setupOf(folder: ArchiveFolder, registry: readonly Plugin[], slice: Slice): RangeSetup {
  const codec = new ColumnCodec();
  const recent = new Recent({ folder, codec, plugins: [], describe: describeNames(registry) });
  return { folder, codec, recent, slice };
}

/** Rejects if the folder exists but cannot be read. @param path path of the folder, which may be missing */
export async function readPastSeries(
  path: string,
  registry: readonly Plugin[],
  { plugin, series, from, to, points }: SeriesQuery,
): Promise<SeriesPoints> {
  const folder = await openFolder(path);
  if (folder === null) return NOTHING;
  try {
    const setup = setupOf(folder, registry, new Slice({ ms: SLICE_MS }));
    const step = stepFor(from, to, points, FINEST_MS);
    const range = { ...alignRange(from, to, step), step };
    const found = await (await RangeReader.open(setup, range)).read(`${plugin}/${series}`);
    return found === null ? NOTHING : pointsOf(found.bins, range.from, step);
  } finally {
    await folder.close();
  }
}

/** Opens the folder for each chart, since files change while an agent writes. Null if there is none. */
async function openFolder(path: string): Promise<ArchiveFolder | null> {
  try {
    return await ArchiveFolder.read(nodeDisk, path, () => {});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${path} cannot be read: ${explain(error)}`, { cause: error });
  }
}

const pointsOf = ({ avg, min, max }: RollUp, from: number, step: number): SeriesPoints => ({
  times: Array.from(avg, (_, index) => from + (index + 0.5) * step),
  values: [...avg],
  lows: [...min],
  highs: [...max],
});
