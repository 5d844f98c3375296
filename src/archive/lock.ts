/** One agent at a time writes to an archive. */
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Disk } from '../files/disk.ts';
import { removeFile } from '../files/remove-file.ts';
import { writeAll } from '../files/write-all.ts';
import { bootId } from './events/since-boot.ts';

const NAME = 'lock';
const { O_WRONLY, O_RDONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
const MOST_BYTES = 4096;
/** A process in another container or on another machine cannot be seen: it counts as gone when it has written nothing for this long. */
const SILENT_MS = 180_000;

/** A process, told apart from others that had or will have the same number. */
export interface Holder {
  readonly pid: number;
  /** When it was started, in the kernel's count since boot. */
  readonly started: string;
  /** The running of the machine, and the processes that can be seen from there. */
  readonly world: string;
  /** Name of the machine; older versions did not say. */
  readonly host?: string;
  readonly port: number;
}

export interface Processes {
  self(port: number): Holder;
  /** Start of a process; null when there is none of that number. */
  startOf(pid: number): string | null;
}

export interface Lock {
  /** False when another process has taken it: this one was stopped for too long, or somebody removed the file. Rejects with a system error. */
  isHeld(): Promise<boolean>;
  /** Rejects with a system error. */
  release(): Promise<void>;
}

export type LockResult = Lock | { heldBy: Holder };

/** Takes the lock of a folder, or says who has it. Rejects with a system error. */
export async function takeLock(
  disk: Disk,
  folder: string,
  { processes, port, now }: { processes: Processes; port: number; now: number },
): Promise<LockResult> {
  const path = `${folder}/${NAME}`;
  const self = processes.self(port);
  for (let tries = 0; tries < 3; tries += 1) {
    if (await create(disk, path, self)) return lockOf(disk, path, self);
    const holder = await read(disk, path);
    if (holder !== null && (await isAlive(disk, folder, holder, self, processes, now)))
      return { heldBy: holder };
    await removeFile(path, disk);
  }
  throw Object.assign(new Error('the lock changes hands all the time'), { code: 'EAGAIN' });
}

const lockOf = (disk: Disk, path: string, self: Holder): Lock => ({
  isHeld: async () => JSON.stringify(await read(disk, path)) === JSON.stringify(self),
  release: () => removeFile(path, disk).then(() => {}),
});

async function create(disk: Disk, path: string, self: Holder): Promise<boolean> {
  try {
    const file = await disk.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      await writeAll(file, Buffer.from(`${JSON.stringify(self)}\n`), 0);
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    await removeFile(path, disk).catch(() => {
      // The next start finds a lock that names nobody.
    });
    throw error;
  }
}

/** Null when it names nobody: the process that made it ended while it did so, or it is gone. */
async function read(disk: Disk, path: string): Promise<Holder | null> {
  try {
    const file = await disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(MOST_BYTES);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const holder = JSON.parse(bytes.toString('utf8', 0, bytesRead)) as Holder;
      return typeof holder.pid === 'number' && typeof holder.started === 'string' ? holder : null;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function isAlive(
  disk: Disk,
  folder: string,
  holder: Holder,
  self: Holder,
  processes: Processes,
  now: number,
): Promise<boolean> {
  if (holder.world === self.world) return processes.startOf(holder.pid) === holder.started;
  const isOtherBoot = holder.world.split(' ')[0] !== self.world.split(' ')[0];
  // The processes of this machine have ended with its last boot.
  if (isOtherBoot && (holder.host === undefined || holder.host === self.host)) return false;
  return (await lastWrite(disk, folder)) > now - SILENT_MS;
}

/** In milliseconds since the epoch. */
async function lastWrite(disk: Disk, folder: string): Promise<number> {
  let last = 0;
  for (const name of await disk.readdir(folder)) {
    const { mtimeMs } = await disk.stat(`${folder}/${name}`).catch(() => ({ mtimeMs: 0 }));
    last = Math.max(last, mtimeMs);
  }
  return last;
}

/** As the kernel tells of processes. */
export const kernelProcesses: Processes = {
  self: (port) => ({
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    world: world(),
    host: hostname(),
    port,
  }),
  startOf,
};

function startOf(pid: number): string | null {
  try {
    // proc(5): the name in parentheses may hold anything; the start is the 20th field behind it.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

function world(): string {
  try {
    return `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}
