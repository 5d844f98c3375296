/** Maintains the files: closes hours, merges days and months, enforces the bounds. */
import type { Clock } from '../../../core/host.ts';
import type { Slice } from '../../../core/slice.ts';
import {
  DAY_MS,
  endOf,
  type FileKind,
  type FileName,
  formatName,
  HOUR_MS,
  type LogName,
  startOf,
} from '../files/file-name.ts';
import type { ArchiveFolder } from '../files/folder.ts';
import type { ColumnCodec } from '../format/column-codec.ts';
import { isFull } from '../failure.ts';
import { NewerVersionError } from '../format/damage.ts';
import { closeHour } from '../tiers/close-hour.ts';
import { mergeFiles } from '../tiers/merge.ts';
import { readLogFile } from '../write/head.ts';
import { type Bounds, nextForRoom, overAge, overSize, type RetainedFile } from './bounds.ts';

interface RetentionSetup {
  folder: ArchiveFolder;
  codec: ColumnCodec;
  bounds: Bounds;
  slice(): Slice;
}

/** Next larger kind of file and its delay, so that late hours are included. */
const ABOVE = {
  hour: { kind: 'day', delay: HOUR_MS },
  day: { kind: 'month', delay: DAY_MS },
} as const;

/** Files in the future are removed after the clock has agreed for this long. */
const FUTURE_MS = DAY_MS;

export class Retention {
  readonly #setup: RetentionSetup;
  /** When a file was first found to be in the future, in monotonic time. */
  readonly #future = new Map<string, number>();
  /** Files that are too old by a clock that was set forward; they stay until a day has confirmed it. */
  held = 0;

  constructor(setup: RetentionSetup) {
    this.#setup = setup;
  }

  /**
   * Runs all due tasks.
   * @param open the current log
   * @param beside bytes of the archive's other files
   * @param delay milliseconds after the end of an hour until its log is closed
   */
  async run(
    clock: Pick<Clock, 'now' | 'monotonic' | 'settled'>,
    { open, beside, delay }: { open: LogName | null; beside: number; delay: number },
  ): Promise<void> {
    const now = clock.now();
    await this.closeLogs(now - delay, open);
    await this.#merge('hour', now);
    await this.#merge('day', now);
    await this.#removeFuture(now, clock.monotonic());
    await this.#removeOld(now, clock.settled());
    await this.#keepSize(beside);
  }

  /**
   * Converts logs of hours that ended before `now` to files. A log is deleted by the next call, a minute later, so a concurrent copy
   * of the folder finds one or the other.
   */
  async closeLogs(now: number, open: LogName | null): Promise<void> {
    const { folder } = this.#setup;
    const openText = open && formatName(open);
    for (const log of folder.closedLogs()) await folder.remove(log);
    for (const log of folder.logs()) {
      // A log of the future was written before the clock was set back.
      if (formatName(log) === openText || (endOf(log) > now && log.start <= now)) continue;
      if ((await this.#close(log)) === 'empty') await folder.remove(log);
    }
  }

  async #close(log: LogName): Promise<'closed' | 'empty' | 'newer'> {
    const { folder, codec, slice } = this.#setup;
    const work = slice();
    try {
      const content = await readLogFile(folder, log, codec, work);
      const made = content && (await closeHour({ folder, codec, slice: work }, log, content));
      return made === null ? 'empty' : 'closed';
    } catch (error) {
      if (error instanceof NewerVersionError) return 'newer';
      throw error;
    }
  }

  async #merge(kind: 'hour' | 'day', now: number): Promise<void> {
    const above = ABOVE[kind];
    const starts = new Set(this.#setup.folder.list(kind).map(({ name }) => startOf(above.kind, name.start)));
    for (const start of starts)
      if (endOf({ kind: above.kind, start }) + above.delay <= now) await this.#mergeInto(kind, start);
  }

  /** Merges all unmerged files of a day or month. */
  async #mergeInto(kind: 'hour' | 'day', start: number): Promise<void> {
    const { folder, codec, slice } = this.#setup;
    const above = ABOVE[kind].kind;
    const merged = await this.#sourcesIn(above, start);
    const sources = folder
      .list(kind)
      .map(({ name }) => name)
      .filter((name) => startOf(above, name.start) === start && !merged.has(formatName(name)));
    if (sources.length === 0) return;
    await mergeFiles({ folder, codec, slice: slice() }, folder.freeName<FileName>(above, start), sources);
  }

  /** Names of the sources of a period's larger files. */
  async #sourcesIn(kind: FileKind, start: number): Promise<Set<string>> {
    const { folder } = this.#setup;
    const found = new Set<string>();
    for (const { name } of folder.list(kind)) {
      if (name.start !== start) continue;
      await folder.use(name, async ({ meta }) => meta.sources.forEach((source) => found.add(source)));
    }
    return found;
  }

  async #keptFiles(): Promise<RetainedFile[]> {
    const { folder } = this.#setup;
    const kept: RetainedFile[] = folder.list('month').map((file) => ({ ...file, isMerged: true }));
    for (const kind of ['day', 'hour'] as const) {
      const above = ABOVE[kind].kind;
      const sources = new Map<number, Set<string>>();
      for (const file of folder.list(kind)) {
        const start = startOf(above, file.name.start);
        const known = sources.get(start) ?? (await this.#sourcesIn(above, start));
        sources.set(start, known);
        kept.push({ ...file, isMerged: known.has(formatName(file.name)) });
      }
    }
    return kept;
  }

  /** All at once: an import may have brought years of hours. */
  async #removeOld(now: number, settled: number): Promise<void> {
    const { folder, bounds } = this.#setup;
    const files = await this.#keptFiles();
    const old = overAge(files, bounds.ages, settled);
    this.held = overAge(files, bounds.ages, now).length - old.length;
    for (const { name } of old) await folder.remove(name);
  }

  async #keepSize(beside: number): Promise<void> {
    const { folder, bounds } = this.#setup;
    // Quarantined files go first: nothing reads them.
    while (folder.bytes + beside > bounds.maxBytes && (await folder.removeBad()));
    // Every step removes a file or makes one that the next steps need; bounded in case neither helps.
    for (let steps = folder.count * 2 + 2; steps > 0; steps -= 1) {
      const verdict = overSize(await this.#keptFiles(), bounds.maxBytes, folder.bytes + beside);
      if (verdict === null) return;
      const { kind, start } = verdict.file.name;
      if (verdict.act === 'remove' || kind === 'month') await folder.remove(verdict.file.name);
      else await this.#mergeInto(kind, startOf(ABOVE[kind].kind, start));
    }
  }

  /** Frees space on a nearly full disk; false if nothing is left to remove. */
  async makeRoom(): Promise<boolean> {
    const { folder } = this.#setup;
    if (await folder.removeBad()) return true;
    const file = nextForRoom(await this.#keptFiles());
    if (file === null) return false;
    await this.#keepMinutes(file);
    await folder.remove(file.name);
    return true;
  }

  /** Keeps the minutes of files to be removed while there is room for them. */
  async beReadyToMakeRoom(): Promise<void> {
    const next = nextForRoom(await this.#keptFiles());
    if (next !== null) await this.#keepMinutes(next);
  }

  /** Before samples are removed, their minutes are merged into a much smaller day file; without room they are lost, too. */
  async #keepMinutes({ name, isMerged }: RetainedFile): Promise<void> {
    if (isMerged || name.kind !== 'hour') return;
    const { folder, codec, slice } = this.#setup;
    const day = folder.freeName<FileName>('day', startOf('day', name.start));
    try {
      await mergeFiles({ folder, codec, slice: slice() }, day, [name]);
    } catch (error) {
      if (!isFull(error)) throw error;
    }
  }

  /** A wrong date does not block space forever. */
  async #removeFuture(now: number, monotonic: number): Promise<void> {
    const { folder } = this.#setup;
    for (const kind of ['hour', 'day', 'month'] as const) {
      for (const { name } of folder.list(kind)) {
        const text = formatName(name);
        if (name.start <= now + HOUR_MS) this.#future.delete(text);
        else if (!this.#future.has(text)) this.#future.set(text, monotonic);
        else if (monotonic - (this.#future.get(text) as number) > FUTURE_MS) await folder.remove(name);
      }
    }
  }
}
