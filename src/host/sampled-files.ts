import type { OpenFile } from '../core/host.ts';
import type { FileReader } from './file-reader.ts';

/**
 * Read at nearly every sample. They have one content for the whole machine and are never replaced by a file of the same name, which an
 * open one would not notice.
 */
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

/**
 * As `files.read`, with those few files kept open from one sample to the next: to open and close one takes the kernel about as long as
 * to write it. Only for the machine itself, whose `/proc` is that of the kernel.
 */
export function keepSampled(files: Pick<FileReader, 'read' | 'open'>): FileReader['read'] {
  const kept = new Map<string, OpenFile>();

  const openFirst = (path: string): Buffer => {
    const file = files.open(path);
    try {
      const bytes = file.read();
      kept.set(path, file);
      return bytes as Buffer;
    } catch (error) {
      file.close();
      throw error;
    }
  };

  return (path) => {
    if (!SAMPLED.has(path)) return files.read(path);
    const file = kept.get(path);
    if (file === undefined) return openFirst(path);
    try {
      return file.read() as Buffer;
    } catch {
      // Reopening the file gives current contents, whichever error it was.
      kept.delete(path);
      file.close();
      return openFirst(path);
    }
  };
}
