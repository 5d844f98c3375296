/** Folder of an archive: its files, and those that are open. */
import { constants } from 'node:fs';
import type { Disk } from '../../../core/files/disk.ts';
import { makeFolder } from '../../../core/files/make-folder.ts';
import { errorCode, isUnreadable } from '../../../core/files/error-code.ts';
import { removeFile } from '../../../core/files/remove-file.ts';
import { DamageError, NewerVersionError } from '../format/damage.ts';
import { type ArchiveFile, openArchiveFile, type TableCache } from './archive-file.ts';
import { endOf, type FileKind, type FileName, formatName, type LogName, parseName } from './file-name.ts';
import { OddEntries } from '../odd-entries.ts';
import { isDraft } from './file-writer.ts';
import { type GrowingLog, Logs } from './logs.ts';

export type ArchiveLog = (severity: 'INFO' | 'WARNING', text: string) => void;

const { O_RDONLY, O_NOFOLLOW } = constants;
const MOST_OPEN = 32;
const MOST_MEMORY = 4 << 20;
/** Suffix of files that cannot be read. */
const BAD = '.bad';

interface Open {
  readonly file: Promise<ArchiveFile>;
  users: number;
  isDropped: boolean;
}

export interface StoredFile {
  readonly name: FileName;
  readonly bytes: number;
}

export class ArchiveFolder {
  readonly disk: Disk;
  readonly path: string;
  readonly #log: ArchiveLog;
  readonly #files = new Map<string, StoredFile>();
  /** Of each kind, until one comes or goes: an import may bring files of years. */
  readonly #sorted = new Map<FileKind, readonly StoredFile[]>();
  readonly #logs = new Logs();
  /** By kind and start: the next free generation. */
  readonly #generations = new Map<string, number>();
  /** Quarantined files and their sizes. */
  readonly #others = new Map<string, number>();
  readonly #open = new Map<string, Open>();
  readonly #tables: TableCache = new Map();
  /** Readers that go on close their files themselves. */
  #isClosed = false;
  /** Files that are gaps, since they cannot be read. */
  readonly odd: OddEntries;
  /** Number of quarantined files. */
  damaged = 0;
  /** Files of a newer version, which are left alone. */
  newer = 0;

  /** Read-only: an agent may be writing. */
  readonly #isReader: boolean;

  private constructor(disk: Disk, path: string, log: ArchiveLog, isReader: boolean) {
    this.disk = disk;
    this.path = path;
    this.#log = log;
    this.#isReader = isReader;
    this.odd = new OddEntries(log);
  }

  /** Creates a missing folder, and removes drafts of ended processes. Rejects with a system error. */
  static async open(disk: Disk, path: string, log: ArchiveLog): Promise<ArchiveFolder> {
    await makeFolder(disk, path);
    const folder = new ArchiveFolder(disk, path, log, false);
    for (const name of await disk.readdir(path)) {
      if (isDraft(name)) await disk.unlink(`${path}/${name}`);
      else await folder.#found(name);
    }
    return folder;
  }

  /** Opens a folder for reading, even while another process writes to it. Rejects with a system error. */
  static async read(disk: Disk, path: string, log: ArchiveLog): Promise<ArchiveFolder> {
    const folder = new ArchiveFolder(disk, path, log, true);
    for (const name of await disk.readdir(path)) if (!isDraft(name)) await folder.#found(name);
    return folder;
  }

  async #found(name: string): Promise<void> {
    const parsed = parseName(name);
    if (parsed === null && !name.endsWith(BAD)) return;
    if (parsed !== null) this.#take(parsed);
    const bytes = await this.#sizeOf(name, parsed?.kind === 'head');
    if (bytes === null) return;
    if (parsed?.kind === 'head') this.#logs.add(parsed, bytes, null);
    else if (parsed !== null) this.#files.set(name, { name: parsed, bytes });
    else {
      this.damaged += 1;
      this.#others.set(name, bytes);
    }
  }

  /** Null: an agent has removed it, or it cannot be read. @param isOpened logs are read as a whole, so they are tried */
  async #sizeOf(name: string, isOpened: boolean): Promise<number | null> {
    const path = `${this.path}/${name}`;
    try {
      if (isOpened) await (await this.disk.open(path, O_RDONLY | O_NOFOLLOW)).close();
      return (await this.disk.stat(path)).size;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null;
      if (!isUnreadable(error)) throw error;
      this.odd.add(path, error);
      return null;
    }
  }

  pathOf(name: FileName | LogName): string {
    return `${this.path}/${formatName(name)}`;
  }

  /** Size of all tier files, logs and quarantined files. */
  get bytes(): number {
    let sum = this.#logs.bytes;
    for (const { bytes } of this.#files.values()) sum += bytes;
    for (const bytes of this.#others.values()) sum += bytes;
    return sum;
  }

  /** Increases with every change of the files. */
  version = 0;

  /** Files of tiers. */
  get count(): number {
    return this.#files.size;
  }

  /** Files of a kind, oldest first. */
  list(kind: FileKind): readonly StoredFile[] {
    const known = this.#sorted.get(kind);
    if (known !== undefined) return known;
    const sorted = [...this.#files.values()]
      .filter(({ name }) => name.kind === kind)
      .sort((a, b) => a.name.start - b.name.start || a.name.generation - b.name.generation);
    this.#sorted.set(kind, sorted);
    return sorted;
  }

  /** Logs without an hour file, oldest first. */
  logs(): LogName[] {
    return this.#logs.names().filter((name) => !this.#hasFileOf(name));
  }

  /** Logs with an hour file. */
  closedLogs(): LogName[] {
    return this.#logs.names().filter((name) => this.#hasFileOf(name));
  }

  #hasFileOf(log: LogName): boolean {
    return this.#files.has(formatName({ ...log, kind: 'hour' }));
  }

  /** A name for a new file or log of a period; the next generation if one exists. */
  freeName<N extends FileName | LogName>(kind: N['kind'], start: number): N {
    const next = (of: N['kind'] | 'hour'): number => this.#generations.get(`${of} ${start}`) ?? 0;
    return {
      kind,
      start,
      generation: kind === 'head' ? Math.max(next('head'), next('hour')) : next(kind),
    } as N;
  }

  #take({ kind, start, generation }: FileName | LogName): void {
    const key = `${kind} ${start}`;
    this.#generations.set(key, Math.max(this.#generations.get(key) ?? 0, generation + 1));
  }

  /** For a file deleted on disk. */
  #release({ kind, start, generation }: FileName | LogName): void {
    const key = `${kind} ${start}`;
    if (this.#generations.get(key) !== generation + 1) return;
    if (generation === 0) this.#generations.delete(key);
    else this.#generations.set(key, generation);
  }

  add(name: FileName, bytes: number): void {
    this.version += 1;
    this.#take(name);
    this.#files.set(formatName(name), { name, bytes });
    this.#sorted.delete(name.kind);
  }

  #forget(text: string): void {
    const file = this.#files.get(text);
    if (file === undefined) return;
    this.#files.delete(text);
    this.#sorted.delete(file.name.kind);
  }

  addLog(name: LogName, growing: GrowingLog): void {
    this.#take(name);
    this.#logs.add(name, 0, growing);
  }

  /** Time of a plugin's newest row in a log; null: not read yet. */
  newestIn(name: LogName, plugin: string): number | null {
    return this.#logs.newestIn(name, plugin);
  }

  async remove(name: FileName | LogName): Promise<void> {
    // Otherwise it would be created again from the log, which is kept for a minute.
    const log: LogName = { ...name, kind: 'head' };
    if (name.kind === 'hour' && this.#logs.has(log)) await this.remove(log);
    const text = formatName(name);
    await removeFile(this.pathOf(name), this.disk).catch((error) => {
      // A folder is in its place.
      if (errorCode(error) !== 'EISDIR') throw error;
    });
    this.odd.forget(this.pathOf(name));
    this.version += 1;
    this.#release(name);
    this.#forget(text);
    this.#logs.forget(text);
    void this.#drop(text);
  }

  /** Removes one quarantined file; false if there is none. */
  async removeBad(): Promise<boolean> {
    const [name] = this.#others.keys();
    if (name === undefined) return false;
    await removeFile(`${this.path}/${name}`, this.disk);
    this.#others.delete(name);
    return true;
  }

  /** Uses an open file, which stays open. Null: unreadable; a damaged file is set aside. Rejects with the errors of `work`. */
  async use<T>(name: FileName, work: (file: ArchiveFile) => Promise<T>): Promise<T | null> {
    const text = formatName(name);
    if (!this.#files.has(text)) return null;
    const open = this.#open.get(text) ?? { file: this.#load(name), users: 0, isDropped: false };
    // Moves it to the end of the map: most recently used.
    this.#open.delete(text);
    this.#open.set(text, open);
    open.users += 1;
    try {
      const file = await open.file.catch((error) => this.#unreadable(name, error));
      if (file === null) return null;
      this.odd.forget(this.pathOf(name));
      return await work(file);
    } finally {
      open.users -= 1;
      if (open.isDropped && open.users === 0) await closeQuietly(open);
      await (this.#isClosed ? this.close() : this.#makeRoom());
    }
  }

  /** Resolves when all files that nothing uses are closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#open.keys()].map((name) => this.#drop(name)));
  }

  #load(name: FileName): Promise<ArchiveFile> {
    return openArchiveFile(this.disk, this.pathOf(name), this.#tables);
  }

  async #unreadable(name: FileName, error: unknown): Promise<null> {
    const text = formatName(name);
    this.#open.delete(text);
    if (!this.#files.has(text)) return null;
    if (error instanceof NewerVersionError) {
      this.newer += 1;
      this.#forget(text);
      this.#log(
        'WARNING',
        `${this.pathOf(name)} is left alone: it was written by a newer version of Gander.`,
      );
    } else if (error instanceof DamageError) await this.#setAside(name, error);
    else this.odd.add(this.pathOf(name), error);
    return null;
  }

  async #setAside(name: FileName, error: DamageError): Promise<void> {
    const text = formatName(name);
    const bytes = this.#files.get(text)?.bytes ?? 0;
    this.#forget(text);
    this.damaged += 1;
    if (this.#isReader) return this.#log('WARNING', `${this.pathOf(name)} is damaged: ${error.message}`);
    this.#log('WARNING', `${this.pathOf(name)} is damaged (${error.message}): it is kept as ${text}${BAD}.`);
    try {
      await this.disk.rename(this.pathOf(name), this.pathOf(name) + BAD);
      this.#release(name);
      this.#others.set(text + BAD, bytes);
    } catch {
      // It is left in place and ignored for the rest of this run.
    }
  }

  async #makeRoom(): Promise<void> {
    let memory = 0;
    for (const { file, users } of this.#open.values())
      memory += users === 0 ? ((await file.catch(() => null))?.memory ?? 0) : 0;
    for (const [name, { users }] of this.#open) {
      if (this.#open.size <= MOST_OPEN && memory <= MOST_MEMORY) return;
      if (users > 0) continue;
      memory -= (await this.#open.get(name)?.file.catch(() => null))?.memory ?? 0;
      void this.#drop(name);
    }
    if (this.#open.size === 0) this.#tables.clear();
  }

  async #drop(name: string): Promise<void> {
    const open = this.#open.get(name);
    if (open === undefined) return;
    this.#open.delete(name);
    open.isDropped = true;
    if (open.users === 0) await closeQuietly(open);
  }
}

async function closeQuietly({ file }: Open): Promise<void> {
  try {
    await (await file).close();
  } catch {
    // It was never opened, or is only read.
  }
}

/** True if a file overlaps a time range. */
export const overlaps = (name: FileName | LogName, from: number, to: number): boolean =>
  name.start < to && endOf(name) > from;
