/** Ensures that one agent at a time writes to an archive. */
import { parseAs } from '../../core/files/state-file.ts';
import { closed, integer, text, type TypeOf } from '../../core/shape.ts';
import { constants, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { type Disk, type DiskFile, inodeOf } from '../../core/files/disk.ts';
import { errorCode, isAbsent, isNoFile, isGone } from '../../core/files/error-code.ts';
import { removeFile } from '../../core/files/remove-file.ts';
import { setAside } from '../../core/files/set-aside.ts';
import { writeAll } from '../../core/files/write-all.ts';
import { parsePidStat } from '../../measure/linux/pid-stat.ts';
import { type LockSockets, isSocket, nodeLockSockets } from './lock-socket.ts';
import { bootId } from './since-boot.ts';
import type { Silence } from './silence.ts';
import { orNull } from '../../core/or-null.ts';

const NAME = 'lock';
const { O_WRONLY, O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
const MOST_BYTES = 4096;

/** A process, distinguished from others with the same PID. */
const HOLDER = closed(
  'A process.',
  {
    pid: integer(),
    started: text('Start time, in clock ticks since boot.'),
    world: text('Boot and PID namespace.'),
    host: text('Host name.'),
    port: integer(),
    socket: text('Name of its listening socket in the folder; missing: none.'),
  },
  ['socket'],
);
export type Holder = TypeOf<typeof HOLDER>;

export interface LockProcesses {
  self(port: number): Holder;
  /** Start time of a process; null: no such PID. */
  startOf(pid: number): string | null;
  /** Shows a holder to other PID namespaces. */
  readonly sockets?: LockSockets;
}

export interface Lock {
  /** False if another process has taken it, or the file was removed or replaced. Rejects with a system error. */
  isHeld(): Promise<boolean>;
  /** Like `isHeld`, and rewrites the file as a heartbeat for other machines. */
  renew(): Promise<boolean>;
  /** Removes the file if it is still held. Rejects with a system error. */
  release(): Promise<void>;
}

type LockResult = Lock | { heldBy: Holder };

interface LockSetup {
  processes: LockProcesses;
  port: number;
  /** A holder of which no other sign is visible (another machine, no socket) counts as gone when its folder is silent. */
  isSilent: Silence;
}

/** Acquires the lock of a folder, or returns its holder. Rejects with a system error. */
export async function takeLock(disk: Disk, folder: string, setup: LockSetup): Promise<LockResult> {
  const { processes, port } = setup;
  const present = await livingHolder(disk, folder, processes.self(port), setup);
  if (present !== null) return { heldBy: present };
  const held = (await processes.sockets?.listen(folder)) ?? null;
  const self: Holder = { ...processes.self(port), ...(held && { socket: held.socket }) };
  const taken = await createLock(disk, folder, self, setup).catch(async (error) => {
    await held?.close();
    throw error;
  });
  if ('heldBy' in taken) {
    await held?.close();
    return taken;
  }
  const release = async (): Promise<void> => {
    await held?.close();
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
  for (let attempts = 0; attempts < 3; attempts += 1) {
    const inode = await create(disk, path, self);
    if (inode !== null) return lockOf(disk, path, self, inode);
    const holder = await livingHolder(disk, folder, self, setup);
    if (holder !== null) return { heldBy: holder };
    await clear(disk, path);
  }
  throw Object.assign(new Error('the lock changes hands all the time'), { code: 'EAGAIN' });
}

/** Removes a lock that nobody holds; a folder in its place is kept under another name. */
async function clear(disk: Disk, path: string): Promise<void> {
  await removeFile(path, disk).catch(async (error) => {
    // Linux says EISDIR, other systems EPERM.
    if (!isNoFile(error) && errorCode(error) !== 'EPERM') throw error;
    await setAside(disk, path);
  });
}

/** Null if the lock is free. */
async function livingHolder(
  disk: Disk,
  folder: string,
  self: Holder,
  { processes, isSilent }: LockSetup,
): Promise<Holder | null> {
  const holder = (await read(disk, `${folder}/${NAME}`, O_RDONLY))?.holder ?? null;
  if (holder === null) return null;
  const alive = await isAlive(folder, holder, self, processes);
  return (alive ?? !isSilent(await lastWrites(disk, folder))) ? holder : null;
}

/** Removes sockets of ended holders; failures are harmless. */
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
          // A full disk must not lose the lock.
          if (isOurs(found)) await writeAll(file, Buffer.from(content), 0).catch(() => {});
        }),
      ),
  };
}

const textOf = (holder: Holder): string => `${JSON.stringify(holder)}\n`;

/** Creates the file. Returns its inode; null if it exists already. */
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
      // The next start finds a lock without a holder.
    });
    throw error;
  }
}

interface Found {
  /** Null if the file names no holder: its process ended while writing it. */
  readonly holder: Holder | null;
  readonly inode: string;
}

/** Null if there is none. @param use called with the open file */
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
    if (isAbsent(error) || isNoFile(error)) return null;
    throw error;
  }
}

const parseHolder = parseAs(HOLDER);
/** Null: another program wrote it, or it is incomplete. */
const holderIn = (content: string): Holder | null => parseHolder(content).value;

/** Null: nothing shows it. */
async function isAlive(
  folder: string,
  holder: Holder,
  self: Holder,
  processes: LockProcesses,
): Promise<boolean | null> {
  const isNear = holder.world === self.world;
  if (isNear && processes.startOf(holder.pid) !== holder.started) return false;
  const isOtherBoot = holder.world.split(' ')[0] !== self.world.split(' ')[0];
  // Processes of an earlier boot have ended.
  if (isOtherBoot && holder.host === self.host) return false;
  // No socket answers in a copy of a folder either.
  if (!isOtherBoot && holder.socket !== undefined) {
    const isHeld = (await processes.sockets?.isHeld(folder, holder.socket)) ?? null;
    if (isHeld !== null) return isHeld;
  }
  return isNear ? true : null;
}

/** Dates of the last write to each file of a folder, in milliseconds since the epoch. */
async function lastWrites(disk: Disk, folder: string): Promise<number[]> {
  const dates: number[] = [];
  // Agents that try to acquire the lock create sockets, too.
  for (const name of (await disk.readdir(folder)).filter((one) => !isSocket(one)))
    dates.push(
      await disk.stat(`${folder}/${name}`).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    );
  return dates;
}

/** Process state from the kernel. */
export const kernelProcesses: LockProcesses = {
  self: (port) => ({
    pid: process.pid,
    started: startOf(process.pid) ?? '',
    world: world(),
    host: hostname(),
    port,
  }),
  startOf,
  sockets: nodeLockSockets,
};

/** States of proc(5) of ended processes that their parent has not reaped. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X']);

function startOf(pid: number): string | null {
  try {
    const { state, starttime } = parsePidStat(readFileSync(`/proc/${pid}/stat`));
    return ENDED.has(String.fromCharCode(state)) ? null : String(starttime);
  } catch (error) {
    // Where descriptors run out or /proc hides others, the process may live: its lock is not acquired.
    if (!isGone(error)) throw error;
    return null;
  }
}

function world(): string {
  // Without /proc no process of this machine can be recognized.
  return orNull(() => `${bootId()} ${readlinkSync('/proc/self/ns/pid')}`) ?? '';
}
