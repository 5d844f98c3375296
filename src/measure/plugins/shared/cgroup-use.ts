/** Resource use of a control group, from the kernel's counters. Null: its files are missing or malformed. */
import { passNotFetched } from '../../../core/not-fetched.ts';
import type { Host } from '../../../core/host.ts';
import { ByteCursor, bytesOf } from '../../linux/bytes.ts';
import { flatKeyed } from '../../linux/flat-keyed.ts';
import type { CgroupFiles } from './cgroup-files.ts';

/** A host, or another way to read its files. */
type Reader = Pick<Host, 'read'>;

/** Null for a missing or malformed file. */
export function attemptRead<T>(
  host: Reader,
  path: string | null,
  parse: (bytes: Uint8Array) => T | null,
): T | null {
  if (path === null) return null;
  try {
    return parse(host.read(path));
  } catch (error) {
    passNotFetched(error);
    return null;
  }
}

/** Parses a file that is a single number; null otherwise. */
export function integerIn(bytes: Uint8Array): number | null {
  const value = new ByteCursor(bytes).integer(Number.NaN);
  return Number.isNaN(value) ? null : value;
}

const USAGE_USEC = bytesOf('usage_usec');

/** CPU nanoseconds of the group including subgroups. */
export function cgroupCpu(
  host: Reader,
  { version, cpu }: Pick<CgroupFiles, 'version' | 'cpu'>,
): number | null {
  if (version === 1) return attemptRead(host, cpu, integerIn);
  const microseconds = attemptRead(host, cpu, (bytes) => flatKeyed(bytes, USAGE_USEC));
  return microseconds === null ? null : microseconds * 1000;
}

/** Memory of the group including subgroups and page cache, in bytes. */
export const cgroupMemory = (host: Reader, { memory }: Pick<CgroupFiles, 'memory'>): number | null =>
  attemptRead(host, memory, integerIn);

/** Threads of the group including subgroups. */
export const cgroupTasks = (host: Reader, { tasks }: Pick<CgroupFiles, 'tasks'>): number | null =>
  attemptRead(host, tasks, integerIn);
