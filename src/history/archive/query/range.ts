/** Answers queries: series on a regular grid, from files, logs and memory. */
import type { RenamedSeries } from '../../../core/renamed-series.ts';
import type { Slice } from '../../../core/slice.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import type { Rows } from '../format/rows-codec.ts';
import type { Range, RangeSeries } from '../../past/history-source.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { Bins, type BinSink } from '../format/bins.ts';
import { coverageIn, pointsOf, rowsIn, samplesIn } from '../tiers/read-points.ts';
import { MINUTE_MS, HOUR_MS, POINT_MS, type PointTier, type TierName } from '../tiers/tier.ts';
import type { Recent, RecentPart } from './recent.ts';
import { type Piece, planRange } from './plan.ts';
import { asToday, formerNames, rescaled } from '../renamed.ts';
import { isIn, type Span, spansOfRows, subtract } from './spans.ts';

export interface RangeSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  /** Samples not in a file yet. */
  recent: Recent;
  slice: Slice;
  /** Former names of series. Default: those of this version. */
  renamed?: readonly RenamedSeries[];
}

/** Returns the coarsest tier not wider than a step. */
export function tierFor(step: number): TierName {
  if (step >= HOUR_MS) return 'hours';
  return step >= MINUTE_MS ? 'minutes' : 'samples';
}

/** Reads series sequentially. */
export class RangeReader {
  readonly #setup: RangeSetup;
  readonly #range: Range;
  readonly #pieces: readonly Piece[];
  /** Rows and coverage that the series of a plugin share. */
  readonly #rows = new Map<string, Promise<Rows>>();
  readonly #coverage = new Map<string, Promise<Float64Array>>();
  readonly #parts = new Map<string, Promise<(Piece | RecentPart)[]>>();

  readonly #turn = async (): Promise<void> => {
    if (this.#setup.slice.isOver) await this.#setup.slice.next();
  };

  private constructor(setup: RangeSetup, range: Range, pieces: readonly Piece[]) {
    this.#setup = setup;
    this.#range = range;
    this.#pieces = pieces;
  }

  static async open(setup: RangeSetup, range: Range, tier = tierFor(range.step)): Promise<RangeReader> {
    return new RangeReader(setup, range, await planRange(setup.folder, { ...range, tier }));
  }

  /** The coarsest tier in use. */
  get coarsest(): TierName {
    const tiers = new Set(this.#pieces.map(({ tier }) => tier));
    return (['hours', 'minutes'] as const).find((tier) => tiers.has(tier)) ?? 'samples';
  }

  /** Returns the answer for one series; null: no data in this range. */
  async read(id: string): Promise<RangeSeries | null> {
    const { from, to, step } = this.#range;
    const bins = new Bins(Math.round((to - from) / step)).begin(from, step);
    let info: SeriesInfo | null = null;
    for (const { id: former, rename } of formerNames(id, this.#setup.renamed)) {
      const found = await this.#addAll(former, rescaled(bins, rename));
      if (found !== null) info = asToday(found, rename);
    }
    info = (await this.#addAll(id, bins)) ?? info;
    return info && { info, bins: bins.finish() };
  }

  /** Null if the range has no such series. */
  async #addAll(id: string, bins: BinSink): Promise<SeriesInfo | null> {
    let info: SeriesInfo | null = null;
    for (const part of await this.#partsFor(id.slice(0, id.indexOf('/')))) {
      info = ('names' in part ? await this.#readPiece(part, id, bins) : part.addTo(bins, id)) ?? info;
      await this.#turn();
    }
    return info;
  }

  /** Pieces of files and recent samples in time order; the same for all series of a plugin. */
  #partsFor(plugin: string): Promise<(Piece | RecentPart)[]> {
    return remember(this.#parts, plugin, async () => {
      const { from, to } = this.#range;
      const recent = await this.#setup.recent.partsOf(plugin, [from, to], this.#setup.slice);
      const taken = recent.flatMap(({ spans }) => spans);
      return [...this.#pieces.flatMap((piece) => outside(piece, taken)), ...recent].sort(
        (a, b) => beginOf(a) - beginOf(b),
      );
    });
  }

  #readPiece(piece: Piece, id: string, bins: BinSink): Promise<SeriesInfo | null> {
    return piece.tier === 'samples'
      ? this.#addSamples(piece, id, bins)
      : this.#addPoints(piece, piece.tier, id, bins);
  }

  async #addPoints(
    { names, spans }: Piece,
    tier: PointTier,
    id: string,
    bins: BinSink,
  ): Promise<SeriesInfo | null> {
    const { folder, codec } = this.#setup;
    const width = POINT_MS[tier];
    let info: SeriesInfo | null = null;
    const merged = new Map<number, { avg: number; min: number; max: number; covered: number }>();
    for (const name of names) {
      await folder.use(name, async (file) => {
        const series = file.table.numbers.get(id);
        if (series === undefined) return;
        const found = file.table.infos[series] as SeriesInfo;
        const coverage = await remember(
          this.#coverage,
          `${name.kind} ${name.start} ${name.generation} ${tier} ${found.plugin}`,
          () => coverageIn(file, name, codec, { plugin: found.plugin, tier }),
        );
        const points = await pointsOf(file, name, codec, { series, tier, coverage }, this.#turn);
        if (points === null) return;
        info = found;
        for (let index = 0; index < points.avg.length; index += 1) {
          const avg = points.avg[index] as number;
          const time = name.start + index * width;
          if (Number.isNaN(avg) || !isIn(spans, time)) continue;
          const point = {
            avg,
            min: points.min[index] as number,
            max: points.max[index] as number,
            covered: points.covered[index] as number,
          };
          if (names.length === 1) bins.addPoint(time, width, point);
          else merged.set(time, point);
        }
      });
    }
    for (const [time, point] of merged) bins.addPoint(time, width, point);
    return info;
  }

  async #addSamples({ names, spans }: Piece, id: string, bins: BinSink): Promise<SeriesInfo | null> {
    const { folder, codec } = this.#setup;
    let info: SeriesInfo | null = null;
    let samples: Sample[] = [];
    for (const name of names) {
      await folder.use(name, async (file) => {
        const series = file.table.numbers.get(id);
        if (series === undefined) return;
        const found = file.table.infos[series] as SeriesInfo;
        const rows = await remember(this.#rows, `${name.start} ${name.generation} ${found.plugin}`, () =>
          rowsIn(file, codec, found.plugin),
        );
        const values = await samplesIn(file, codec, series, rows, this.#turn);
        if (values === null) return;
        info = found;
        samples = laterWins(samples, rows, values);
      });
    }
    for (const [time, cover, value] of samples) if (isIn(spans, time)) bins.addSample(time, cover, value);
    return info;
  }
}

const beginOf = ({ spans }: { readonly spans: readonly Span[] }): number => (spans[0] as Span)[0];

/** A piece minus some spans; the remaining ones are read one by one, in time order. */
function outside(piece: Piece, taken: readonly Span[]): Piece[] {
  const left = subtract(piece.spans, taken);
  if (left.length === 0) return [];
  return left.length > piece.spans.length
    ? left.map((span) => ({ ...piece, spans: [span] }))
    : [{ ...piece, spans: left }];
}

type Sample = readonly [time: number, cover: number, value: number];

/** Samples recorded after a clock step backwards replace earlier ones of the same time. */
function laterWins(earlier: readonly Sample[], rows: Rows, values: Float64Array): Sample[] {
  const { times, covers } = rows;
  const later: Sample[] = [];
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row] as number;
    if (!Number.isNaN(value)) later.push([times[row] as number, covers[row] as number, value]);
  }
  if (earlier.length === 0) return later;
  const spans = spansOfRows(rows);
  return [...earlier.filter(([time]) => !isIn(spans, time)), ...later].sort(([a], [b]) => a - b);
}

function remember<T>(known: Map<string, Promise<T>>, key: string, read: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? read();
  known.set(key, found);
  return found;
}
