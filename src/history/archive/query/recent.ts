/** Recent samples, not in a file yet: in memory and in logs of open hours. */
import type { Slice } from '../../../core/slice.ts';
import type { RecordedSeries } from '../../../core/store/history.ts';
import { endOf, type LogName } from '../files/file-name.ts';
import { type ArchiveFolder, overlaps } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { emptyRows } from '../format/rows-codec.ts';
import type { LogContent } from '../log/log-content.ts';
import type { SeriesInfo } from '../../past/series.ts';
import type { BinSink } from '../format/bins.ts';
import type { Describe } from '../write/declared-series.ts';
import { readLogFile } from '../write/head.ts';
import { coverAt, type SampledPlugin } from '../write/pending.ts';
import { clip, type Span, spansOf, spansOfRows, subtract } from './spans.ts';

interface RecentSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  plugins: readonly SampledPlugin[];
  describe: Describe;
}

/** Samples of one plugin from one source, in a span without newer samples elsewhere. */
export interface RecentPart {
  readonly spans: readonly [Span];
  /** Adds the samples of a series; null: none. */
  addTo(bins: BinSink, id: string): SeriesInfo | null;
}

/** Reads for one query; each log is read once. */
export class Recent {
  readonly #setup: RecentSetup;
  readonly #logs = new Map<LogName, Promise<LogContent | null>>();

  constructor(setup: RecentSetup) {
    this.#setup = setup;
  }

  /**
   * Sources of a plugin's samples in a range. After a clock was set back, times repeat: memory wins over logs, a later log over an
   * earlier one, all over files.
   */
  async partsOf(name: string, [from, to]: Span, slice: Slice): Promise<RecentPart[]> {
    const plugin = this.#setup.plugins.find((one) => one.name === name);
    const parts: RecentPart[] = [];
    let free: Span[] = [[from, to]];
    const take = (
      extents: readonly Span[],
      addTo: (bins: BinSink, id: string, span: Span) => SeriesInfo | null,
    ): void => {
      const spans = extents.flatMap((extent) => clip(free, ...extent));
      free = subtract(free, extents);
      for (const span of spans) parts.push({ spans: [span], addTo: (bins, id) => addTo(bins, id, span) });
    };
    const run = plugin ? latestRun(plugin) : null;
    if (run !== null)
      take(this.#inNoFile(spansInMemory(run)), (bins, id, span) => this.#addMemory(bins, run, id, span));
    const [first, last] = run ? timesOf(run) : NOTHING;
    for (const log of this.#setup.folder.logs().toReversed()) {
      // If memory ends no earlier than a log, the log has nothing newer than the begin of memory.
      const newest = this.#setup.folder.newestIn(log, name);
      const end = newest !== null && newest <= last ? first : Infinity;
      if (!free.some(([from, to]) => overlaps(log, from, Math.min(to, end)))) continue;
      const content = await this.#logOf(log, slice);
      const rows = content?.rowsOf(name) ?? emptyRows(0);
      take(spansOfRows(rows), (bins, id, span) => addLog(bins, content, id, span));
      if (slice.isOver) await slice.next();
    }
    return parts;
  }

  /** Returns the series in memory, with the times of their first and last sample there. */
  async list(slice: Slice): Promise<{ info: SeriesInfo; first: number; last: number }[]> {
    const found: { info: SeriesInfo; first: number; last: number }[] = [];
    for (const plugin of this.#setup.plugins) {
      const first = memorySince(plugin);
      for (const { field, identity, last } of plugin.history.recorded())
        found.push({
          info: this.#setup.describe(plugin.name, field, identity),
          first,
          last: plugin.history.timeAt(Math.max(last, plugin.history.first)),
        });
      if (slice.isOver) await slice.next();
    }
    // Without an agent there is no memory: open hours are only in their logs.
    if (this.#setup.plugins.length === 0)
      for (const name of this.#setup.folder.logs()) found.push(...listLog(await this.#logOf(name, slice)));
    return found;
  }

  #logOf(name: LogName, slice: Slice): Promise<LogContent | null> {
    const { folder, codec } = this.#setup;
    const content = this.#logs.get(name) ?? readLogFile(folder, name, codec, slice).catch(() => null);
    this.#logs.set(name, content);
    return content;
  }

  /** Returns the parts of spans in hours without a file, or with samples since the clock was set back that are in none. */
  #inNoFile(spans: readonly Span[]): Span[] {
    const { folder } = this.#setup;
    const open = new Set(folder.logs().map(({ start }) => start));
    const closed = folder
      .list('hour')
      .flatMap(({ name }): Span[] => (open.has(name.start) ? [] : [[name.start, endOf(name)]]));
    return subtract(spans, closed);
  }

  #addMemory(bins: BinSink, run: MemoryRun, id: string, span: Span): SeriesInfo | null {
    const { plugin } = run;
    const series = plugin.history.find(id.slice(plugin.name.length + 1));
    if (series === undefined || !addMemory(bins, run, series, span)) return null;
    return this.#setup.describe(plugin.name, series.field, series.identity);
  }
}

const listLog = (content: LogContent | null): { info: SeriesInfo; first: number; last: number }[] =>
  (content?.series ?? []).map((info) => {
    const { times } = content?.rowsOf(info.plugin) ?? { times: new Float64Array(0) };
    return { info, first: times[0] ?? 0, last: times.at(-1) ?? 0 };
  });

/** Time of the oldest sample in memory. */
const memorySince = ({ history }: SampledPlugin): number =>
  history.first < history.end ? history.timeAt(history.first) : Infinity;

const NOTHING = [Infinity, -Infinity] as const;

/** Samples in memory since the last clock step backwards: times increase from `begin` on. */
interface MemoryRun {
  readonly plugin: SampledPlugin;
  readonly begin: number;
}

/** Null if memory is empty. */
function latestRun(plugin: SampledPlugin): MemoryRun | null {
  const { history } = plugin;
  let begin = history.end - 1;
  if (begin < history.first) return null;
  while (begin > history.first && history.timeAt(begin - 1) < history.timeAt(begin)) begin -= 1;
  return { plugin, begin };
}

/** Times of the first and the last sample. */
const timesOf = ({ plugin: { history }, begin }: MemoryRun): readonly [first: number, last: number] => [
  history.timeAt(begin),
  history.timeAt(history.end - 1),
];

const spansInMemory = ({ plugin, begin }: MemoryRun): Span[] =>
  spansOf(
    plugin.history.end - begin,
    (row) => plugin.history.timeAt(begin + row),
    (row) => coverAt(plugin, begin + row),
  );

function addMemory(bins: BinSink, run: MemoryRun, series: RecordedSeries, [from, to]: Span): boolean {
  const { plugin } = run;
  const { history } = plugin;
  let isFound = false;
  for (let index = firstFrom(run, from); index <= Math.min(series.last, history.end - 1); index += 1) {
    const time = history.timeAt(index);
    if (time >= to) break;
    const value = series.at(index);
    if (Number.isNaN(value)) continue;
    bins.addSample(time, coverAt(plugin, index), value);
    isFound = true;
  }
  return isFound;
}

/** Index of a run's first sample from that time on; earlier ones may have been dropped. */
function firstFrom({ plugin: { history }, begin }: MemoryRun, from: number): number {
  let [low, high] = [Math.max(begin, history.first), history.end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (history.timeAt(middle) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addLog(bins: BinSink, content: LogContent | null, id: string, [from, to]: Span): SeriesInfo | null {
  const number = content?.numberOf(id);
  const info = number === undefined ? undefined : content?.series[number];
  if (content === null || number === undefined || info === undefined) return null;
  const { times, covers } = content.rowsOf(info.plugin);
  const values = new Float64Array(times.length);
  content.column(number, values);
  for (let row = 0; row < values.length; row += 1) {
    const [time, value] = [times[row] as number, values[row] as number];
    if (time >= from && time < to && !Number.isNaN(value)) bins.addSample(time, covers[row] as number, value);
  }
  return info;
}
