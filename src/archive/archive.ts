/**
 * The history on disk of one agent. It takes samples from memory every minute, and answers what was before. Nothing waits
 * for it, and nothing else stops when it cannot work: it then says why.
 */
import { explain } from '../core/explain.ts';
import { ArchiveFolder } from './files/folder.ts';
import { ColumnCodec } from './format/column-codec.ts';
import { makeFolder } from '../files/make-folder.ts';
import { Upkeep } from './keep/upkeep.ts';
import type { Bounds } from './keep/retention.ts';
import { takeLock } from './lock.ts';
import { oldestSample } from './query/oldest.ts';
import { Recent } from './query/recent.ts';
import type { RangeSetup } from './query/range.ts';
import { EARLIEST } from './write/pending.ts';
import type { ArchiveSetup, ArchiveState, ArchiveStatus, DiskRoom } from './setup.ts';
import type { TopEntry } from './top/program-use.ts';
import { readTop } from './top/read-top.ts';
import { TopLog } from './top/top-log.ts';
import { Recorder } from './write/recorder.ts';
import { refill } from './write/refill.ts';

/** Work goes on for this long before it lets others in. */
const SLICE_MS = 1;
/** A step of the wall clock against the monotonic one that is more than the usual corrections. */
const JUMP_MS = 5000;
/** The end of the process waits for the last samples no longer than this. */
const END_MS = 200;

interface Opened {
  readonly folder: ArchiveFolder;
  readonly recorder: Recorder;
  readonly upkeep: Upkeep;
  readonly top: TopLog;
  release(): Promise<void>;
}

export class Archive {
  readonly #setup: ArchiveSetup;
  readonly #codec = new ColumnCodec();
  #opened: Opened | null = null;
  #status: ArchiveStatus = { state: 'starting', reason: null };
  #cancelTimer = (): void => {};
  /** The work under way; calls are never at the same time. */
  #work: Promise<void> = Promise.resolve();
  #offset: number | null = null;
  #room: DiskRoom | null = null;
  #lastWritten: number | null = null;
  /** As the files were at a version of the folder. */
  #oldest: { readonly version: number; readonly time: number | null } | null = null;
  /** Memory takes earlier samples once. */
  #isRefilled = false;
  #isStopped = false;

  constructor(setup: ArchiveSetup) {
    this.#setup = setup;
  }

  get status(): ArchiveStatus {
    return this.#status;
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

  /** Bytes of all its files. */
  get bytes(): number {
    return (this.#opened?.folder.bytes ?? 0) + (this.#opened?.recorder.headBytes ?? 0);
  }

  /** Time of the oldest value on the disk; null when there is none. */
  since(): number | null {
    return this.#oldest?.time ?? null;
  }

  /** Milliseconds between samples of the plugin that is sampled most often. */
  pace(): number {
    return Math.min(...this.#setup.plugins.map(({ paceMs }) => paceMs()));
  }

  /** Opens the folder, gives memory its samples back and goes on from there. Never rejects. */
  async start(): Promise<void> {
    await this.#enqueue(async () => {
      await this.#guarded(() => this.#open());
    });
    this.#plan();
  }

  /** Writes what there is now, and does what is due. Never rejects. */
  flush(): Promise<void> {
    return this.#enqueue(() => this.#guarded(() => this.#cycle()));
  }

  /** To be called now and then, at least once a second: notices steps of the clock. */
  watchClock(): void {
    const { clock } = this.#setup;
    const offset = clock.now() - clock.monotonic();
    const jump = this.#offset === null ? 0 : offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(jump) < JUMP_MS) return;
    this.#opened?.recorder.break();
    this.#setup.onMark('clock', `${jump > 0 ? '+' : '-'}${Math.round(Math.abs(jump) / 1000)} s`);
  }

  /** Writes the last samples, and lets the folder go. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer();
    const last = this.#enqueue(async () => {
      const opened = this.#opened;
      this.#opened = null;
      if (opened === null) return;
      await this.#guarded(() => opened.recorder.flush(this.#slice()));
      await this.#guarded(async () => {
        await opened.recorder.close();
        await opened.top.close();
        await opened.folder.close();
        await opened.release();
      });
      this.#status = { state: 'stopped', reason: null };
    });
    await Promise.race([
      last,
      new Promise<void>((resolve) => void this.#setup.clock.setTimer(resolve, END_MS)),
    ]);
  }

  /** The programs that used the machine at a moment; null where that is not known. Rejects with a system error. */
  topAt(time: number): Promise<TopEntry | null> {
    return readTop(this.#setup.disk, this.#topFolder, time);
  }

  get #topFolder(): string {
    return `${this.#setup.path}/top`;
  }

  /** The source of queries; null where there is no folder. */
  reading(): RangeSetup | null {
    const { plugins, describe } = this.#setup;
    const folder = this.folder;
    if (folder === null) return null;
    const codec = this.#codec;
    const recent = new Recent({ folder, codec, plugins, describe });
    return { folder, codec, recent, slice: this.#slice() };
  }

  #slice() {
    return this.#setup.turns.begin(SLICE_MS);
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

  /** Tells of what fails, once, and of its end. */
  async #guarded(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const { path } = this.#setup;
      this.#setStatus('failing', `${path} cannot be written: ${explain(error)}`);
    }
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
    const { disk, path, processes, port, clock, log, plugins, describe, isKept, bounds, memory } =
      this.#setup;
    await makeFolder(disk, path);
    const lock = await takeLock(disk, path, { processes, port, now: clock.now() });
    if ('heldBy' in lock) {
      const { pid, port: other } = lock.heldBy;
      this.#setStatus(
        'waiting',
        `another agent (process ${pid}, port ${other}) has ${path}; give each a folder of its own with folder= in [archive]`,
      );
      return;
    }
    try {
      const folder = await ArchiveFolder.open(disk, path, log);
      const codec = this.#codec;
      if (!this.#isRefilled) {
        this.#isRefilled = true;
        await refill({ folder, codec, plugins, room: memory, slice: this.#slice() });
      }
      const recorder = new Recorder({ folder, codec, plugins, describe, isKept });
      const upkeep = new Upkeep({ folder, codec, bounds, slice: () => this.#slice() });
      const top = new TopLog(disk, this.#topFolder);
      const opened = { folder, recorder, upkeep, top, release: lock.release };
      await this.#findOldest(opened);
      this.#opened = opened;
    } catch (error) {
      await lock.release().catch(() => {
        // Stale from the end of this process on.
      });
      throw error;
    }
    if (this.#status.state !== 'starting') return;
    this.#setStatus('ok', null);
  }

  async #cycle(): Promise<void> {
    if (this.#opened === null) await this.#open();
    const opened = this.#opened;
    if (opened === null || this.#isStopped) return;
    const { clock, delayMs } = this.#setup;
    const now = clock.now();
    if (now < EARLIEST) return this.#setStatus('paused', 'the clock of this machine is not set');
    if (!(await this.#hasRoom(opened))) return;
    const { recorder, upkeep, top } = opened;
    await recorder.flush(this.#slice());
    this.#lastWritten = now;
    const used = this.#setup.programs?.take() ?? null;
    if (used !== null) await top.append(used);
    const { head: open, headBytes: openBytes } = recorder;
    await upkeep.run(now, clock.monotonic(), { open, openBytes, delay: delayMs });
    await this.#findOldest(opened);
    this.#setStatus('ok', null);
  }

  /** Only files that come or go change it, and the first samples of all. */
  async #findOldest({ folder }: Opened): Promise<void> {
    const { version } = folder;
    if (this.#oldest?.version === version && this.#oldest.time !== null) return;
    this.#oldest = { version, time: await oldestSample(folder, this.#codec, this.#slice()) };
  }

  /** Makes room where the disk is nearly full; false when that does not do. */
  async #hasRoom({ upkeep }: Opened): Promise<boolean> {
    const { path, room, minFree, clock } = this.#setup;
    for (;;) {
      this.#room = await room(path);
      const { free, total } = this.#room;
      if (free >= minFree(total)) return true;
      if (await upkeep.makeRoom(clock.now())) continue;
      this.#setStatus(
        'paused',
        `the disk of ${path} has ${Math.floor(free / 1e6)} MB left, and min_free asks for ${Math.ceil(minFree(total) / 1e6)} MB`,
      );
      return false;
    }
  }
}
