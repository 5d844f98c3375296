/** Merges the coarse parts of smaller files into a larger one: hours into a day, days into a month. */
import { FileWriter } from '../files/file-writer.ts';
import { type FileName, formatName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import { compareIds } from '../files/tables.ts';
import type { ByteWriter } from '../format/byte-writer.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { writeCoverage, writeRollUp } from '../format/roll-up-codec.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import type { RollUp } from '../../past/history-source.ts';
import { Bins } from '../format/bins.ts';
import type { CloseSetup } from './close-hour.ts';
import { longestLived } from './longest-lived.ts';
import { coverageIn, pointsOf } from './read-points.ts';
import { PARTS, pointsIn, POINT_MS, type PointTier } from './tier.ts';

/** Null, without a file, if the sources cannot be read. */
export async function mergeFiles(
  { folder, codec, slice, mostSeries }: CloseSetup,
  name: FileName,
  sources: readonly FileName[],
): Promise<FileName | null> {
  const series = await seriesOf(folder, sources, mostSeries);
  if (series.length === 0) return null;
  const { fine, coarse } = PARTS[name.kind];
  const tier = fine as PointTier;
  const points = new Bins(pointsIn(name, tier));
  const coarsePoints = coarse === null ? null : new Bins(pointsIn(name, coarse));
  const rollUpOf = (from: Bins): Bins | null =>
    coarsePoints && reduce(from, tier, name.start, coarse, coarsePoints);
  const setup = { disk: folder.disk, folder: folder.path, name, sources: sources.map(formatName), slice };
  const bytes = await FileWriter.write(setup, async (file) => {
    for (const plugin of new Set(series.map((info) => info.plugin))) {
      const coverage = await coveragesOf(folder, codec, sources, { plugin, tier });
      const covered = joinCoverage(points.count, name, tier, coverage);
      const coarseCovered = rollUpOf(asPoints(points, covered, name.start, tier))?.covered.slice();
      await file.addPlugin(plugin, {
        fine: (writer) => writeCoverage(writer, codec, covered),
        coarse: coarseCovered ? (writer) => writeCoverage(writer, codec, coarseCovered) : null,
      });
      for (const info of series) {
        if (info.plugin !== plugin) continue;
        const range = await joinPoints(folder, codec, { id: seriesId(info), name, tier, coverage, points });
        if (range === null) continue;
        const above = coarseCovered ? rollUpOf(points) : null;
        await file.addSeries(
          info,
          {
            fine: (writer) => writeRollUp(writer, codec, points, covered),
            coarse:
              above &&
              ((writer: ByteWriter) => writeRollUp(writer, codec, above, coarseCovered as Float64Array)),
          },
          range,
        );
      }
    }
  });
  folder.add(name, bytes);
  return name;
}

/** Returns the rolled-up series of the sources, sorted by id; later files win. */
async function seriesOf(
  folder: ArchiveFolder,
  sources: readonly FileName[],
  most?: number,
): Promise<SeriesInfo[]> {
  const byId = new Map<string, { info: SeriesInfo; life: number }>();
  for (const source of sources) {
    await folder.use(source, async ({ table, entry }) => {
      for (const [number, info] of table.infos.entries()) {
        const { coarse, first, last } = entry(number);
        if (coarse === 0) continue;
        const id = table.ids[number] as string;
        byId.set(id, { info, life: (byId.get(id)?.life ?? 0) + last - first });
      }
    });
  }
  const kept = longestLived([...byId], ([, { life }]) => life, most);
  return kept.sort(([a], [b]) => compareIds(a, b)).map(([, { info }]) => info);
}

type Coverages = ReadonlyMap<FileName, Float64Array>;

async function coveragesOf(
  folder: ArchiveFolder,
  codec: ColumnCodec,
  sources: readonly FileName[],
  subject: { plugin: string; tier: PointTier },
): Promise<Coverages> {
  const found = new Map<FileName, Float64Array>();
  for (const source of sources) {
    const covered = await folder.use(source, (file) => coverageIn(file, source, codec, subject));
    if (covered !== null) found.set(source, covered);
  }
  return found;
}

function joinCoverage(count: number, name: FileName, tier: PointTier, coverages: Coverages): Float64Array {
  const joined = new Float64Array(count);
  for (const [source, covered] of coverages) {
    const first = firstPoint(source, name, tier);
    for (const [index, value] of covered.entries()) if (value > 0) joined[first + index] = value;
  }
  return joined;
}

const firstPoint = (source: FileName, name: FileName, tier: PointTier): number =>
  Math.round((source.start - name.start) / POINT_MS[tier]);

/** Fills `points` from all sources; null: none. */
async function joinPoints(
  folder: ArchiveFolder,
  codec: ColumnCodec,
  {
    id,
    name,
    tier,
    coverage,
    points,
  }: {
    id: string;
    name: FileName;
    tier: PointTier;
    coverage: Coverages;
    points: Bins;
  },
): Promise<{ first: number; last: number } | null> {
  points.begin(name.start, POINT_MS[tier]);
  let [first, last] = [Infinity, -Infinity];
  for (const [source, covered] of coverage) {
    await folder.use(source, async (file) => {
      const number = file.table.numbers.get(id);
      if (number === undefined) return;
      const found = await pointsOf(file, source, codec, { series: number, tier, coverage: covered });
      if (found === null) return;
      copyPoints(found, points, firstPoint(source, name, tier));
      const entry = file.entry(number);
      first = Math.min(first, entry.first);
      last = Math.max(last, entry.last);
    });
  }
  return first === Infinity ? null : { first, last };
}

/** A later file wins on overlap: it was written after the clock was corrected. */
function copyPoints(from: RollUp, to: RollUp, first: number): void {
  for (let index = 0; index < from.avg.length; index += 1) {
    if (Number.isNaN(from.avg[index])) continue;
    for (const column of ['avg', 'min', 'max', 'covered'] as const)
      to[column][first + index] = from[column][index] as number;
  }
}

/** Coverage as points, so that it is rolled up likewise. */
function asPoints(points: Bins, covered: Float64Array, start: number, tier: PointTier): Bins {
  points.begin(start, POINT_MS[tier]);
  for (const [index, value] of covered.entries())
    if (value > 0)
      points.addPoint(start + index * POINT_MS[tier], POINT_MS[tier], {
        avg: 1,
        min: 1,
        max: 1,
        covered: value,
      });
  return points.finish();
}

function reduce(from: Bins, tier: PointTier, start: number, above: PointTier | null, to: Bins): Bins {
  const span = POINT_MS[tier];
  to.begin(start, POINT_MS[above as PointTier]);
  for (let index = 0; index < from.count; index += 1) {
    const avg = from.avg[index] as number;
    if (Number.isNaN(avg)) continue;
    const point = { avg, min: from.min[index] as number, max: from.max[index] as number };
    to.addPoint(start + index * span, span, { ...point, covered: from.covered[index] as number });
  }
  return to.finish();
}
