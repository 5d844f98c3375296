/** One agent at a time writes to an archive. */
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Disk, type DiskFile, inodeOf } from '../../core/files/disk.ts';
import { removeFile } from '../../core/files/remove-file.ts';
import { writeAll } from '../../core/files/write-all.ts';
import { parsePidStat } from '../../measure/linux/pid-stat.ts';
import { type Beacon, isSocket, nodeBeacon } from './beacon.ts';
import { bootId } from './events/since-boot.ts';

const NAME = 'lock';
const { O_WRONLY, O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
const MOST_BYTES = 4096;
/** A holder of which no other sign is visible (another machine, no socket) counts as gone when it has written nothing for this long. */
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
  /** Name of the socket in the folder on which it listens; missing where it cannot. */
  readonly socket?: string;
}

export interface Processes {
  self(port: number): Holder;
  /** Start of a process; null when none of that number runs. */
  startOf(pid: number): string | null;
  /** Shows a holder to other PID namespaces. */
  readonly beacon?: Beacon;
}

export interface Lock {
  /** False when another process has taken it, or the file was removed or replaced. Rejects with a system error. */
  isHeld(): Promise<boolean>;
  /** As `isHeld`, and writes the file again: other machines see that this process lives. */
  renew(): Promise<boolean>;
  /** Removes the file where it is still held. Rejects with a system error. */
  release(): Promise<void>;
}

export type LockResult = Lock | { heldBy: Holder };

interface LockSetup {
  processes: Processes;
  port: number;
  now: number;
}

/** Takes the lock of a folder, or returns its holder. Rejects with a system error. */
export async function takeLock(disk: Disk, folder: string, setup: LockSetup): Promise<LockResult> {
  const { processes, port } = setup;
  const present = await livingHolder(disk, folder, processes.self(port), setup);
  if (present !== null) return { heldBy: present };
  const light = (await processes.beacon?.light(folder)) ?? null;
  const self: Holder = { ...processes.self(port), ...(light && { socket: light.socket }) };
  const taken = await createLock(disk, folder, self, setup).catch(async (error: unknown) => {
    await light?.putOut();
    throw error;
  });
  if ('heldBy' in taken) {
    await light?.putOut();
    return taken;
  }
  const release = async (): Promise<void> => {
    await light?.putOut();
    if (await taken.isHeld()) await removeFile(`${folder}/${NAME}`, disk);
  };
  await removeSockets(disk, folder, self.socket);
  return { ...taken, release };
}

async function createLock(
  disk: Disk,
  folder: string,
  self: Holder,
  setup: LockSetup,
): Promise<Omit<Lock, 'release'> | { heldBy: Holder }> {
  const path = `${folder}/${NAME}`;
  for (let tries = 0; tries < 3; tries += 1) {
    const inode = await create(disk, path, self);
    if (inode !== null) return lockOf(disk, path, self, inode);
    const holder = await livingHolder(disk, folder, self, setup);
    if (holder !== null) return { heldBy: holder };
    await removeFile(path, disk);
  }
  throw Object.assign(new Error('the lock changes hands all the time'), { code: 'EAGAIN' });
}

/** Null when nobody holds the lock. */
async function livingHolder(
  disk: Disk,
  folder: string,
  self: Holder,
  { processes, now }: LockSetup,
): Promise<Holder | null> {
  const holder = (await read(disk, `${folder}/${NAME}`, O_RDONLY))?.holder ?? null;
  if (holder === null) return null;
  return (await isAlive(disk, folder, holder, self, processes, now)) ? holder : null;
}

/** Those of holders that have ended. That they stay where this fails does no harm. */
async function removeSockets(disk: Disk, folder: string, own: string | undefined): Promise<void> {
  const names = await disk.readdir(folder).catch(() => []);
  for (const name of names)
    if (isSocket(name) && name !== own) await disk.unlink(`${folder}/${name}`).catch(() => {});
}

function lockOf(disk: Disk, path: string, self: Holder, inode: string): Omit<Lock, 'release'> {
  const content = textOf(self);
  const isOurs = (found: Found | null): boolean =>
    found?.inode === inode && found.holder !== null && textOf(found.holder) === content;
  return {
    isHeld: async () => isOurs(await read(disk, path, O_RDONLY)),
    renew: async () =>
      isOurs(
        await read(disk, path, O_RDWR, async (file, found) => {
          // A full disk is no reason to lose the lock.
          if (isOurs(found)) await writeAll(file, Buffer.from(content), 0).catch(() => {});
        }),
      ),
  };
}

const textOf = (holder: Holder): string => `${JSON.stringify(holder)}\n`;

/** The inode of the new file; null where there is one already. */
async function create(disk: Disk, path: string, self: Holder): Promise<string | null> {
  try {
    const file = await disk.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      await writeAll(file, Buffer.from(textOf(self)), 0);
      return inodeOf(await file.stat());
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    await removeFile(path, disk).catch(() => {
      // The next start finds a lock that names nobody.
    });
    throw error;
  }
}

interface Found {
  /** Null when the file names nobody: the process that made it ended while it did so. */
  readonly holder: Holder | null;
  readonly inode: string;
}

/** Null when there is none. @param use is given the open file */
async function read(
  disk: Disk,
  path: string,
  access: number,
  use: (file: DiskFile, found: Found) => Promise<void> = async () => {},
): Promise<Found | null> {
  try {
    const file = await disk.open(path, access | O_NOFOLLOW | O_NONBLOCK);
    try {
      const bytes = Buffer.alloc(MOST_BYTES);
      const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
      const found = {
        holder: holderIn(bytes.toString('utf8', 0, bytesRead)),
        inode: inodeOf(await file.stat()),
      };
      await use(file, found);
      return found;
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function holderIn(text: string): Holder | null {
  try {
    const holder = JSON.parse(text) as Holder | null;
    return typeof holder?.pid === 'number' && typeof holder.started === 'string' ? holder : null;
  } catch {
    return null;
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
  const isNear = holder.world === self.world;
  if (isNear && processes.startOf(holder.pid) !== holder.started) return false;
  const isOtherBoot = holder.world.split(' ')[0] !== self.world.split(' ')[0];
  // The processes of this machine have ended with its last boot.
  if (isOtherBoot && (holder.host === undefined || holder.host === self.host)) return false;
  // No socket answers in a copy of a folder either.
  if (!isOtherBoot && holder.socket !== undefined) {
    const isLit = (await processes.beacon?.isLit(folder, holder.socket)) ?? null;
    if (isLit !== null) return isLit;
  }
  if (isNear) return true;
  return (await lastWrite(disk, folder)) > now - SILENT_MS;
}

/** In milliseconds since the epoch. */
async function lastWrite(disk: Disk, folder: string): Promise<number> {
  let last = 0;
  for (const name of await disk.readdir(folder)) {
    // Agents that try to take the lock make sockets too.
    if (isSocket(name)) continue;
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
  beacon: nodeBeacon,
};

/** States of proc(5) in which a process has ended, and only its parent has not asked for its end yet. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);

function startOf(pid: number): string | null {
  try {
    const { state, starttime } = parsePidStat(readFileSync(`/proc/${pid}/stat`));
    return ENDED.has(String.fromCharCode(state)) ? null : String(starttime);
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
