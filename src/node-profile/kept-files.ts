/** Files of the kernel that every scrape reads: kept open, most cost a tenth. */
import type { Host } from '../core/host.ts';
import { isShortage } from '../core/shortage.ts';
import { descriptorBudget, Descriptors, type KeptFile } from '../sources/processes/descriptors.ts';

/** A host whose kernel files stay open from one scrape to the next. */
export interface ScrapedHost extends Host {
  /** As {@link Host.readText}, from a file that is opened for it: for the number by which a device is told from another of its name. */
  readAnew(path: string): string | null;
  /** Closes files below a folder: its name has come to mean another thing. */
  forget(folder: string): void;
}

export interface KeptFiles {
  readonly host: ScrapedHost;
  /** Ends a scrape: closes those that it has not read. */
  sweep(): void;
}

/** The kernel needs a page and more for each. */
const MOST = 256;
/** Of the descriptors that the process scan may have. */
const SHARE = 1 / 8;

/** Any other may be replaced by a file of the same name, which an open one does not notice. */
const isKernelFile = (path: string): boolean => path.startsWith('/proc/') || path.startsWith('/sys/');

/** The device behind the file has been removed; there may be another one in its place. */
const GONE: ReadonlySet<unknown> = new Set(['ENODEV', 'ENOENT', 'ENXIO', 'ESRCH']);
const isGone = (error: unknown): boolean => GONE.has((error as { code?: unknown } | null)?.code);

interface Entry {
  readonly file: KeptFile;
  /** The last in which it was read. */
  scrape: number;
}

export function createKeptFiles(host: Host): KeptFiles {
  const descriptors = new Descriptors(host, Math.min(MOST, Math.floor(descriptorBudget(host) * SHARE)));
  const entries = new Map<string, Entry>();
  let scrape = 0;

  const drop = (path: string, { file }: Entry): void => {
    file.close();
    entries.delete(path);
  };

  const readEntry = (path: string, entry: Entry): Uint8Array => {
    entry.scrape = scrape;
    try {
      return entry.file.read();
    } catch (error) {
      // Some can be read at times only: the speed of a link that is up.
      if (isGone(error)) drop(path, entry);
      throw error;
    }
  };

  const readNew = (path: string): Uint8Array => {
    const entry = { file: descriptors.file(path), scrape };
    entries.set(path, entry);
    return readEntry(path, entry);
  };

  const read = (path: string): Uint8Array => {
    if (!isKernelFile(path)) return host.read(path);
    const entry = entries.get(path);
    if (entry === undefined) return readNew(path);
    try {
      return readEntry(path, entry);
    } catch (error) {
      if (isGone(error)) return readNew(path);
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
        for (const [path, entry] of entries) if (path.startsWith(`${folder}/`)) drop(path, entry);
      },
    },
    sweep() {
      for (const [path, entry] of entries) if (entry.scrape !== scrape) drop(path, entry);
      scrape += 1;
    },
  };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textIn(read: (path: string) => Uint8Array, path: string): string | null {
  try {
    const text = decoder.decode(read(path));
    return text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;
  } catch (error) {
    if (isShortage(error)) throw error;
    return null;
  }
}
