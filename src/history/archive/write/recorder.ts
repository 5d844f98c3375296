/** Writes samples from memory to the log of their hour. */
import type { Slice } from '../../../core/slice.ts';
import type { RecordedSeries } from '../../../core/store/history.ts';
import type { LogName } from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import { ByteWriter } from '../format/byte-writer.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { beginSamples, beginSection, writeColumn, writeNames } from '../log/entries.ts';
import { writeRecord } from '../log/records.ts';
import type { SeriesInfo } from '../../past/series.ts';
import { seriesId } from '../../../core/series-name.ts';
import type { Describe } from './declared-series.ts';
import { type Head, openHead } from './head.ts';
import { Pending, type RowRun, type SampledPlugin } from './pending.ts';

interface RecorderSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  plugins: readonly SampledPlugin[];
  describe: Describe;
  /** True if a series is recorded, by id. */
  isKept(id: string): boolean;
}

/** A series in a run, and its number in the log. */
interface Numbered {
  readonly series: RecordedSeries;
  readonly number: number;
}

export class Recorder {
  readonly #setup: RecorderSetup;
  readonly #pending: readonly Pending[];
  readonly #records = new ByteWriter();
  readonly #column = new ByteWriter(4096);
  #values = new Float64Array(64);
  #head: Head | null = null;

  constructor(setup: RecorderSetup) {
    this.#setup = setup;
    this.#pending = setup.plugins.map((plugin) => new Pending(plugin));
  }

  /** The current log; null before the first. */
  get head(): LogName | null {
    return this.#head?.name ?? null;
  }

  /** Series named in that log. */
  get series(): number {
    return this.#head?.numbers.size ?? 0;
  }

  /** After a clock jump: further samples do not continue earlier ones. */
  break(): void {
    for (const pending of this.#pending) pending.break();
  }

  /** Writes all current samples. When it rejects (with a system error), the next call retries. Calls must not overlap. */
  async flush(slice: Slice): Promise<void> {
    const ends = this.#pending.map(({ plugin }) => plugin.history.end);
    for (;;) {
      const runs = this.#pending.map((pending, index) =>
        pending.next(ends[index] as number, (hour) => this.#newest(pending.plugin.name, hour)),
      );
      const hour = this.#nextHour(runs);
      if (hour === null) return;
      await this.#write(
        hour,
        runs.map((run) => (run?.hour === hour ? run : null)),
        slice,
      );
    }
  }

  async close(): Promise<void> {
    const head = this.#head;
    this.#head = null;
    await head?.file.close();
  }

  /** Of the open hour; rows of other hours go to another log, whatever their time. */
  #newest(plugin: string, hour: number): number {
    return this.#head?.name.start === hour ? (this.#head.lastTimes.get(plugin) ?? -Infinity) : -Infinity;
  }

  /** Returns the next hour: the open one first, since the clock may have been set back. */
  #nextHour(runs: readonly (RowRun | null)[]): number | null {
    const hours = runs.flatMap((run) => run?.hour ?? []);
    const open = this.#head?.name.start;
    if (hours.length === 0) return null;
    return open !== undefined && hours.includes(open) ? open : Math.min(...hours);
  }

  async #write(hour: number, runs: readonly (RowRun | null)[], slice: Slice): Promise<void> {
    const head = await this.#headOf(hour, slice);
    const fresh: SeriesInfo[] = [];
    const sections: { pending: Pending; run: RowRun; series: Numbered[] }[] = [];
    for (const [index, pending] of this.#pending.entries()) {
      const run = runs[index];
      if (run) sections.push({ pending, run, series: this.#seriesOf(pending, run, head, fresh) });
      if (slice.isOver) await slice.next();
    }
    const records = this.#records;
    records.clear();
    if (fresh.length > 0) writeRecord(records, () => writeNames(records, fresh));
    const columns: Uint8Array[][] = [];
    for (const { run, series } of sections) columns.push(await this.#columns(run, series, slice));
    writeRecord(records, () => {
      beginSamples(records, sections.length);
      for (const [index, { pending, run, series }] of sections.entries()) {
        const rows = pending.rows(run);
        beginSection(records, this.#setup.codec, {
          plugin: pending.plugin.name,
          rows,
          series: series.length,
        });
        for (const [place, { number }] of series.entries())
          writeColumn(records, number, columns[index]?.[place] as Uint8Array);
      }
    });
    await this.#append(head, records.view());
    for (const info of fresh) head.numbers.set(seriesId(info), head.numbers.size);
    for (const { pending, run } of sections) {
      head.lastTimes.set(pending.plugin.name, pending.plugin.history.timeAt(run.to - 1));
      pending.written(run.to);
    }
  }

  async #append(head: Head, records: Uint8Array): Promise<void> {
    await head.file.append(records);
    await head.file.sync();
  }

  /** Series with values in a run, by ascending numbers; assigns numbers to new ones. */
  #seriesOf({ plugin }: Pending, run: RowRun, head: Head, fresh: SeriesInfo[]): Numbered[] {
    const { describe, isKept } = this.#setup;
    const found: Numbered[] = [];
    for (const series of plugin.history.recorded()) {
      if (series.last < run.from) continue;
      const info = describe(plugin.name, series.field, series.identity);
      const id = seriesId(info);
      const known = head.numbers.get(id);
      if (known !== undefined) found.push({ series, number: known });
      else if (isKept(id)) {
        found.push({ series, number: head.numbers.size + fresh.length });
        fresh.push(info);
      }
    }
    return found.sort((a, b) => a.number - b.number);
  }

  async #columns({ from, to }: RowRun, series: readonly Numbered[], slice: Slice): Promise<Uint8Array[]> {
    const count = to - from;
    if (this.#values.length < count) this.#values = new Float64Array(count);
    const columns: Uint8Array[] = [];
    for (const { series: one } of series) {
      for (let row = 0; row < count; row += 1) this.#values[row] = one.at(from + row);
      this.#column.clear();
      this.#setup.codec.write(this.#column, this.#values, count);
      columns.push(Uint8Array.from(this.#column.view()));
      if (slice.isOver) await slice.next();
    }
    return columns;
  }

  /** Each hour has its own log; one from before a restart is continued. */
  async #headOf(hour: number, slice: Slice): Promise<Head> {
    if (this.#head?.name.start === hour && (await this.#head.file.isInPlace())) return this.#head;
    const { folder, codec } = this.#setup;
    const isFirst = this.#head === null;
    const unfinished = folder.logs().findLast(({ start }) => start === hour);
    const hasFile = folder.list('hour').some(({ name }) => name.start === hour);
    const name = isFirst && unfinished && !hasFile ? unfinished : folder.freeName<LogName>('head', hour);
    await this.close();
    this.#head = await openHead(folder, name, codec, slice);
    return this.#head;
  }
}
