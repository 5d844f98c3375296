import { isGone } from '../../core/files/error-code.ts';
import type { OpenFile } from '../../core/host.ts';
import type { FileReader } from './file-reader.ts';

/** Read at nearly every sample. Host-wide, and never replaced by another file of the same name, which an open descriptor would miss. */
const SAMPLED: ReadonlySet<string> = new Set([
  '/proc/cpuinfo',
  '/proc/diskstats',
  '/proc/loadavg',
  '/proc/meminfo',
  '/proc/net/dev',
  '/proc/pressure/cpu',
  '/proc/pressure/io',
  '/proc/pressure/irq',
  '/proc/pressure/memory',
  '/proc/stat',
  '/proc/vmstat',
]);

/** Host methods that keep kernel files open: opening and closing one costs about as much as its content. */
interface KeptFiles {
  /** Like `files.read`; sampled files stay open. */
  read(path: string): Buffer;
  readKept(path: string): Buffer;
  release(path: string): void;
}

/** @param keepsSampled only for the local host, whose `/proc` is the kernel's */
export function createKeptFiles(files: Pick<FileReader, 'read' | 'open'>, keepsSampled: boolean): KeptFiles {
  const kept = new Map<string, OpenFile>();

  const release = (path: string): void => {
    kept.get(path)?.close();
    kept.delete(path);
  };

  const readOpen = (path: string, file: OpenFile): Buffer => {
    try {
      return file.read() as Buffer;
    } catch (error) {
      // Some are only readable at times, such as the speed of a link that is up.
      if (isGone(error)) release(path);
      throw error;
    }
  };

  const openFirst = (path: string): Buffer => {
    const file = files.open(path);
    kept.set(path, file);
    return readOpen(path, file);
  };

  const readKept = (path: string): Buffer => {
    const file = kept.get(path);
    if (file === undefined) return openFirst(path);
    try {
      return readOpen(path, file);
    } catch (error) {
      if (kept.has(path)) throw error;
      return openFirst(path);
    }
  };

  return {
    read: keepsSampled ? (path) => (SAMPLED.has(path) ? readKept(path) : files.read(path)) : files.read,
    readKept,
    release,
  };
}
