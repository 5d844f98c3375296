/** A host for scrapes: kernel files stay open, which makes most reads ten times cheaper. */
import { isGone } from '../../core/files/error-code.ts';
import type { Host } from '../../core/host.ts';
import { textIn } from '../../core/text-in.ts';
import { descriptorBudget } from '../../measure/sources/processes/descriptors.ts';

/** A host whose kernel files stay open from one scrape to the next. */
export interface ScrapedHost extends Host {
  /** Like {@link Host.readText}, but reopens the file: for the index that distinguishes devices of one name. */
  readAnew(path: string): string | null;
  /** Closes files below a folder whose name now refers to something else. */
  forget(folder: string): void;
}

export interface ScrapedFiles {
  readonly host: ScrapedHost;
  /** Ends a scrape and closes files that it did not read. */
  sweep(): void;
}

/** Each costs the kernel more than a page. */
const MOST = 256;
/** Share of the process scan's descriptors. */
const SHARE = 1 / 8;

/** Other files may be replaced, which an open file does not notice. */
const isKernelFile = (path: string): boolean => path.startsWith('/proc/') || path.startsWith('/sys/');

export function createScrapedFiles(host: Host): ScrapedFiles {
  const most = Math.min(MOST, Math.floor(descriptorBudget(host) * SHARE));
  /** Last scrape that read each file. */
  const scrapes = new Map<string, number>();
  let scrape = 0;

  const drop = (path: string): void => {
    host.release(path);
    scrapes.delete(path);
  };

  const read = (path: string): Uint8Array => {
    if (!isKernelFile(path) || (scrapes.size >= most && !scrapes.has(path))) return host.read(path);
    scrapes.set(path, scrape);
    try {
      return host.readKept(path);
    } catch (error) {
      if (isGone(error)) scrapes.delete(path);
      throw error;
    }
  };

  return {
    host: {
      ...host,
      read,
      readText: (path) => textIn(read, path),
      readAnew: (path) => host.readText(path),
      forget(folder) {
        for (const path of scrapes.keys()) if (path.startsWith(`${folder}/`)) drop(path);
      },
    },
    sweep() {
      for (const [path, last] of scrapes) if (last !== scrape) drop(path);
      scrape += 1;
    },
  };
}
