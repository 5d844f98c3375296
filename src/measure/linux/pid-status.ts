import { ParseError } from '../../core/parse-error.ts';
import { ByteCursor, bytesOf } from './bytes.ts';

export interface Gids {
  real: number;
  effective: number;
  saved: number;
}

/** Owner of a process. */
interface PidOwner {
  /** Real user id. */
  uid: number;
  gids: Gids;
}

/** Parsed lines of /proc/<pid>/status. Lines missing in old kernels: 0, or null where stated. */
export interface PidStatus extends PidOwner {
  ppid: number;
  threads: number;
  /** Swapped-out memory in bytes; null for kernel threads and before Linux 2.6.34. */
  vmSwap: number | null;
  /** Cores it may run on, for `parseCpuList`. */
  cpusAllowedList: string;
  voluntaryCtxtSwitches: number;
  nonvoluntaryCtxtSwitches: number;
}

type Reader = (cursor: ByteCursor, status: PidStatus) => void;

const READERS: Record<string, Reader> = {
  PPid: (cursor, status) => (status.ppid = cursor.integer()),
  Uid: (cursor, status) => (status.uid = cursor.integer(-1)),
  Gid: (cursor, status) => (status.gids = readGids(cursor)),
  VmSwap: (cursor, status) => (status.vmSwap = cursor.integer() * 1024),
  Threads: (cursor, status) => (status.threads = cursor.integer()),
  Cpus_allowed_list: (cursor, status) => (status.cpusAllowedList = cursor.restOfLine()),
  voluntary_ctxt_switches: (cursor, status) => (status.voluntaryCtxtSwitches = cursor.integer()),
  nonvoluntary_ctxt_switches: (cursor, status) => (status.nonvoluntaryCtxtSwitches = cursor.integer()),
};
const KEYS = Object.keys(READERS).map((key) => bytesOf(`${key}:`));
const READ = Object.values(READERS);

/** Reads /proc/<pid>/status (proc_pid_status(5)). Throws ParseError without a user id. */
export function parsePidStatus(bytes: Uint8Array): PidStatus {
  const status: PidStatus = {
    ppid: 0,
    uid: -1,
    gids: { real: 0, effective: 0, saved: 0 },
    threads: 0,
    vmSwap: null,
    cpusAllowedList: '',
    voluntaryCtxtSwitches: 0,
    nonvoluntaryCtxtSwitches: 0,
  };
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    READ[cursor.match(KEYS)]?.(cursor, status);
  }
  if (status.uid < 0) throw new ParseError('/proc/<pid>/status has no line "Uid:"');
  return status;
}

const UID = bytesOf('Uid:');
const GID = bytesOf('Gid:');

/** Reads only the owner, at a tenth of the cost: its two lines are near the top. */
export function parsePidOwner(bytes: Uint8Array): PidOwner {
  let uid = -1;
  for (const cursor = new ByteCursor(bytes); cursor.more; cursor.nextLine()) {
    if (cursor.startsWith(UID)) {
      cursor.position += UID.length;
      uid = cursor.integer(-1);
    } else if (uid >= 0 && cursor.startsWith(GID)) {
      cursor.position += GID.length;
      return { uid, gids: readGids(cursor) };
    }
  }
  throw new ParseError('/proc/<pid>/status has no lines "Uid:" and "Gid:"');
}

function readGids(cursor: ByteCursor): Gids {
  return { real: cursor.integer(), effective: cursor.integer(), saved: cursor.integer() };
}
