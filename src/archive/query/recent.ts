/** Samples that are in no file yet: in memory, and in the logs of hours that are not closed. */
import type { Slice } from '../../core/turns.ts';
import type { RecordedSeries } from '../../store/history.ts';
import type { LogName } from '../files/file-name.ts';
import { type ArchiveFolder, overlaps } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import type { LogContent } from '../log/log-content.ts';
import type { SeriesInfo } from '../series.ts';
import type { Bins } from '../tiers/bins.ts';
import type { Describe } from '../write/declared-series.ts';
import { readLogFile } from '../write/head.ts';
import { coverAt, type SampledPlugin } from '../write/pending.ts';
import { clip, type Span } from './spans.ts';

export interface RecentSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  plugins: readonly SampledPlugin[];
  describe: Describe;
}

/** Reads for one query; the logs that it needs are read once. */
export class Recent {
  readonly #setup: RecentSetup;
  readonly #logs = new Map<LogName, Promise<LogContent | null>>();

  constructor(setup: RecentSetup) {
    this.#setup = setup;
  }

  /** Adds samples of a series within a span; null when there are none. */
  async addTo(bins: Bins, id: string, span: Span, slice: Slice): Promise<SeriesInfo | null> {
    const name = id.slice(0, id.indexOf('/'));
    const plugin = this.#setup.plugins.find((one) => one.name === name);
    const since = plugin === undefined ? Infinity : memorySince(plugin);
    let info: SeriesInfo | null = null;
    for (const [from, to] of clip([span], -Infinity, since))
      info = await this.#addLogs(bins, id, [from, to], slice);
    if (plugin === undefined || span[1] <= since) return info;
    const series = plugin.history.find(id.slice(name.length + 1));
    if (series === undefined || !addMemory(bins, plugin, series, span)) return info;
    return this.#setup.describe(name, series.field, series.identity);
  }

  /** The series in memory, with the times of their first and last sample there. */
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
    // Without an agent there is no memory: the open hours are in their logs alone.
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

  async #addLogs(bins: Bins, id: string, span: Span, slice: Slice): Promise<SeriesInfo | null> {
    let info: SeriesInfo | null = null;
    for (const name of this.#setup.folder.logs()) {
      if (!overlaps(name, ...span)) continue;
      info = addLog(bins, await this.#logOf(name, slice), id, span) ?? info;
      if (slice.isOver) await slice.next();
    }
    return info;
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

function addMemory(bins: Bins, plugin: SampledPlugin, series: RecordedSeries, [from, to]: Span): boolean {
  const { history } = plugin;
  let isFound = false;
  for (let index = firstFrom(plugin, from); index <= Math.min(series.last, history.end - 1); index += 1) {
    const time = history.timeAt(index);
    if (time >= to) break;
    const value = series.at(index);
    if (Number.isNaN(value) || time < from) continue;
    bins.addSample(time, coverAt(plugin, index), value);
    isFound = true;
  }
  return isFound;
}

/** Index of the first sample in memory from that time on; times grow unless the clock was set back. */
function firstFrom({ history }: SampledPlugin, from: number): number {
  let [low, high] = [history.first, history.end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (history.timeAt(middle) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addLog(bins: Bins, content: LogContent | null, id: string, [from, to]: Span): SeriesInfo | null {
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
