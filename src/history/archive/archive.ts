/**
 * An agent's archive. It stores samples from memory every minute and serves older ones. Nothing waits for it; when it fails, it
 * reports why and nothing else stops.
 */
import { isUnreadable } from '../../core/files/error-code.ts';
import { inSlices, Slice } from '../../core/slice.ts';
import type { TopEntry } from '../past/history-source.ts';
import { watchJumps } from './clock-jumps.ts';
import { failureOf, isOverQuota } from './failure.ts';
import { bytesBeside } from './files/beside.ts';
import type { ArchiveFolder } from './files/folder.ts';
import { ColumnCodec } from './format/column-codec.ts';
import type { Bounds } from './keep/bounds.ts';
import { closeFolder, type Opened, openFolder } from './opened.ts';
import { oldestSample } from './query/oldest.ts';
import { Recent } from './query/recent.ts';
import type { RangeSetup } from './query/range.ts';
import { OddEntries } from './odd-entries.ts';
import { EARLIEST } from './write/pending.ts';
import type { ArchiveSetup, ArchiveState, ArchiveStatus, DiskRoom } from './setup.ts';
import { type Silence, watchSilence } from './silence.ts';
import { readTop } from './top/read-top.ts';
import { topFolder } from './top/top-file.ts';
import { refill } from './write/refill.ts';

/** Time slice before work yields. */
const SLICE_MS = 1;

/** Folder facts that depend on its files only. */
interface Found {
  readonly version: number;
  /** Time of the oldest value; null when there is none. */
  readonly oldest: number | null;
  /** Bytes of events and programs. */
  readonly beside: number;
}

export class Archive {
  readonly #setup: ArchiveSetup;
  readonly #codec = new ColumnCodec();
  /** Of its folder, before it is open. */
  readonly #isSilent: Silence;
  #opened: Opened | null = null;
  #status: ArchiveStatus = { state: 'starting', reason: null };
  #held: string | null = null;
  /** Files of programs that cannot be used. */
  readonly #oddTop: OddEntries;
  #cancelTimer = (): void => {};
  /** Work in progress; calls never overlap. */
  #work: Promise<void> = Promise.resolve();
  #room: DiskRoom | null = null;
  #lastWritten: number | null = null;
  /** State of the files at a folder version. */
  #found: Found | null = null;
  /** Earlier samples are restored to memory once. */
  #isRefilled = false;
  #isStopped = false;

  #haveOpened = (): void => {};
  /** Resolves when `start` has opened the folder, or has failed to. */
  readonly opened = new Promise<void>((resolve) => (this.#haveOpened = resolve));

  constructor(setup: ArchiveSetup) {
    this.#setup = setup;
    this.#isSilent = watchSilence(setup.clock);
    this.#oddTop = new OddEntries(setup.log);
    this.watchClock = watchJumps(setup, () => this.#opened?.recorder.break());
  }

  get status(): ArchiveStatus {
    return this.#status;
  }

  /** Sentences about files that stay although they are too old, and gaps of files that cannot be read; null: there are none. */
  get notice(): string | null {
    const odd = [this.folder?.odd.text, this.#oddTop.text].filter((text) => typeof text === 'string');
    const texts = [this.#held, ...odd.map((text) => `${text}.`)].filter((text) => text !== null);
    return texts.length === 0 ? null : texts.join(' ');
  }

  /** Null until the folder is open. */
  get folder(): ArchiveFolder | null {
    return this.#opened?.folder ?? null;
  }

  get path(): string {
    return this.#setup.path;
  }

  get bounds(): Bounds {
    return this.#setup.bounds;
  }

  get room(): DiskRoom | null {
    return this.#room;
  }

  /** Milliseconds since the epoch; null when nothing was written in this run. */
  get lastWritten(): number | null {
    return this.#lastWritten;
  }

  /** Size of all its files in bytes; 0 until the folder is open. */
  get bytes(): number {
    return (this.folder?.bytes ?? 0) + (this.#found?.beside ?? 0);
  }

  /** Series written in this hour. */
  get series(): number {
    return this.#opened?.recorder.series ?? 0;
  }

  /** Time of the oldest value on the disk; null when there is none. */
  since(): number | null {
    return this.#found?.oldest ?? null;
  }

  /** Shortest sampling interval of any plugin, in milliseconds. */
  pace(): number {
    return Math.min(...this.#setup.plugins.map(({ paceMs }) => paceMs()));
  }

  /** Opens the folder, restores samples to memory and continues from there. Never rejects. */
  async start(): Promise<void> {
    await this.#enqueue(async () => {
      await this.#guarded(() => this.#open());
    });
    this.#haveOpened();
    this.#plan();
  }

  /** Writes pending samples and runs due maintenance. Never rejects. */
  flush(): Promise<void> {
    return this.#enqueue(() => this.#guarded(() => this.#cycle()));
  }

  /** Detects clock steps and suspensions; call it at least once a second. */
  readonly watchClock: () => void;

  /** Writes the last samples and releases the folder. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    await this.#enqueue(async () => {
      const opened = this.#opened;
      this.#opened = null;
      if (opened === null) return;
      await this.#guarded(async () => {
        if (await opened.lock.isHeld()) await opened.recorder.flush(this.#slice());
      });
      await this.#guarded(() => closeFolder(opened));
      this.#status = { state: 'stopped', reason: null };
    });
  }

  /** Returns the busiest programs at a moment; null if unknown. Rejects with a system error. */
  async topAt(time: number): Promise<TopEntry | null> {
    return this.#orOdd(() => readTop(this.#setup.disk, topFolder(this.#setup.path), time));
  }

  /** Null where something else is in the place of a file of programs. Rejects with other errors. */
  async #orOdd<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      this.#oddTop.add((error as NodeJS.ErrnoException).path ?? topFolder(this.#setup.path), error);
      return null;
    }
  }

  /** Returns the source of one query; null without a folder. @param isGone whether its client has disconnected */
  reading(isGone?: () => boolean): RangeSetup | null {
    const { plugins, describe, renamed } = this.#setup;
    const folder = this.folder;
    if (folder === null) return null;
    const codec = this.#codec;
    const recent = new Recent({ folder, codec, plugins, describe });
    return { folder, codec, recent, slice: this.#slice(isGone), ...(renamed && { renamed }) };
  }

  #slice(isGone?: () => boolean) {
    return new Slice({ ms: SLICE_MS, isGone });
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    this.#work = this.#work.then(work);
    return this.#work;
  }

  #plan(): void {
    if (this.#isStopped) return;
    this.#cancelTimer = this.#setup.clock.setTimer(() => {
      void this.flush().then(() => this.#plan());
    }, this.#setup.flushMs);
  }

  /** Reports each failure once, and its end. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { state, reason } = await failureOf(this.#setup.disk, this.#setup.path, error);
      this.#setStatus(state, reason);
    }
  }

  /** Says it once, and its end. */
  #setHeld(notice: string | null): void {
    const isNew = (notice === null) !== (this.#held === null);
    this.#held = notice;
    if (!isNew) return;
    this.#setup.log(
      notice === null ? 'INFO' : 'WARNING',
      notice ?? 'No file of the history is held back by a clock that was set forward any more.',
    );
  }

  #setStatus(state: ArchiveState, reason: string | null): void {
    const before = this.#status;
    this.#status = { state, reason };
    if (before.state === state) return;
    const { log, onMark } = this.#setup;
    const wasOff = before.state !== 'ok' && before.state !== 'starting';
    if (state === 'ok' && wasOff) {
      log('INFO', 'The history is written to disk again.');
      onMark('resumed', null);
    } else if (reason !== null) {
      log('WARNING', `The history is not written to disk: ${reason}.`);
      if (!wasOff) onMark('paused', reason);
    }
  }

  async #open(): Promise<void> {
    const opened = await openFolder(
      { ...this.#setup, isSilent: this.#isSilent },
      this.#codec,
      () => this.#slice(),
      async (folder) => {
        await this.#refill(folder);
        await this.#look(folder);
      },
    );
    if ('waitsFor' in opened) return this.#setStatus('waiting', opened.waitsFor);
    this.#opened = opened;
    if (this.#status.state === 'starting') this.#setStatus('ok', null);
  }

  async #refill(folder: ArchiveFolder): Promise<void> {
    if (this.#isRefilled) return;
    this.#isRefilled = true;
    const { plugins, memory, renamed } = this.#setup;
    const setup = { folder, codec: this.#codec, plugins, room: memory, slice: this.#slice() };
    await refill({ ...setup, ...(renamed && { renamed }) });
    this.#setup.onRefilled?.();
  }

  async #cycle(): Promise<void> {
    await this.#letGoOfLost();
    if (this.#opened === null) await this.#open();
    const opened = this.#opened;
    if (opened === null || this.#isStopped) return;
    const now = this.#setup.clock.now();
    if (now < EARLIEST) return this.#setStatus('paused', 'the clock of this machine is not set');
    if (!(await this.#hasRoom(opened))) return;
    try {
      await this.#write(opened, now);
    } catch (error) {
      // A quota is full although the disk is not: removing old files helps, possibly after a delay.
      if (!isOverQuota(error) || !(await opened.retention.makeRoom())) throw error;
      await this.#write(opened, now);
      await opened.retention.beReadyToMakeRoom();
    }
    this.#setStatus('ok', null);
  }

  async #write(opened: Opened, now: number): Promise<void> {
    const { clock, delayMs, programs } = this.#setup;
    const { recorder, retention, top } = opened;
    await recorder.flush(this.#slice());
    this.#lastWritten = Math.round(now);
    const used = programs === null ? null : await inSlices(programs.take(), this.#slice());
    if (used !== null) await this.#orOdd(() => top.append(used));
    const beside = this.#found?.beside ?? 0;
    await retention.run(clock, { open: recorder.head, beside, delay: delayMs });
    this.#setHeld(heldText(retention.held));
    await this.#look(opened.folder);
  }

  /** Another agent took the folder while this one was stopped for minutes, as a paused container is. */
  async #letGoOfLost(): Promise<void> {
    const opened = this.#opened;
    if (opened === null || (await opened.lock.isHeld())) return;
    this.#opened = null;
    await closeFolder(opened);
  }

  /** Changes only when files come or go, and with the very first samples. */
  async #look(folder: ArchiveFolder): Promise<void> {
    const { version } = folder;
    if (this.#found?.version === version && this.#found.oldest !== null) return;
    const oldest = await oldestSample(folder, this.#codec, this.#slice());
    this.#found = { version, oldest, beside: await bytesBeside(this.#setup.disk, this.#setup.path) };
  }

  /** Frees space on a nearly full disk; false if that is not enough. */
  async #hasRoom({ retention }: Opened): Promise<boolean> {
    const { path, room, minFree } = this.#setup;
    for (;;) {
      this.#room = await room(path);
      const { free, total } = this.#room;
      if (free >= minFree(total)) return true;
      if (await retention.makeRoom()) continue;
      this.#setStatus(
        'paused',
        `the disk of ${path} has ${Math.floor(free / 1e6)} MB left, and min_free asks for ${Math.ceil(minFree(total) / 1e6)} MB`,
      );
      return false;
    }
  }
}

const heldText = (files: number): string | null =>
  files === 0
    ? null
    : `Files of the history that are too old by the clock (${files}) stay for a day: it was set forward, or Gander does not know it yet.`;
