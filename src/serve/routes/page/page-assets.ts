/** Files of the web page from `scripts/build.js`: read on first use, then cached. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** A file below `static/`, with its gzip form if the build has one. */
export interface PageFile {
  bytes: Buffer;
  packed: Buffer | null;
  type: string;
  etag: string;
  lastModified: string;
}

/** `index` shows a host, `fleet` all servers. */
export type PageName = 'index' | 'fleet';

export interface PageAssets {
  /** The text of a page, without settings; null: not built. */
  html(name: PageName): Promise<string | null>;
  /** A file below `static/`; null: none with this name. */
  file(name: string): Promise<PageFile | null>;
  /** Null: not built. */
  serviceWorker(): Promise<PageFile | null>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.html': 'text/html; charset=utf-8',
};

/** A file name that cannot leave the folder. */
const isPlainName = (name: string): boolean =>
  /^[\w-][\w.-]*$/.test(name) && TYPES[extname(name)] !== undefined;

/** @param folder folder with `index.html`, `fleet.html`, `service-worker.js` and `static/` */
export function createPageAssets(folder: string): PageAssets {
  const kept = new Map<string, Promise<PageFile | null>>();
  let worker: Promise<PageFile | null> | undefined;
  const pages: Partial<Record<PageName, Promise<string | null>>> = {};
  return {
    html(name) {
      const reading = (pages[name] ??= orNull(() => readFile(join(folder, `${name}.html`), 'utf8')));
      // A failure is not kept: descriptors lack for a while.
      reading.catch(() => delete pages[name]);
      return reading;
    },
    serviceWorker() {
      const reading = (worker ??= orNull(() => readPageFile(join(folder, 'service-worker.js'))));
      reading.catch(() => (worker = undefined));
      return reading;
    },
    async file(name) {
      if (!isPlainName(name)) return null;
      const known = kept.get(name) ?? orNull(() => readPageFile(join(folder, 'static', name)));
      // Missing names are not cached: there are too many.
      if ((await known) !== null) kept.set(name, known);
      return known;
    },
  };
}

async function readPageFile(path: string): Promise<PageFile> {
  const [bytes, packed, { mtime }] = await Promise.all([
    readFile(path),
    orNull(() => readFile(`${path}.gz`)),
    stat(path),
  ]);
  return {
    bytes,
    packed,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
    lastModified: mtime.toUTCString(),
  };
}

/** Null if it is missing or not a file. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'ENOENT' || code === 'EISDIR' || code === 'ENOTDIR') return null;
    throw error;
  }
}
