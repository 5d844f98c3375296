/** Files of the web page from `scripts/build.js`: read on first use, then cached. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { extname, join } from 'node:path';
import { FileError } from '../../core/file-words.ts';
import { nodeDisk } from '../../core/files/disk.ts';
import { ownPath } from '../../core/files/own-path.ts';

/** A file below `static/`, with its gzip form if the build has one. */
export interface PageFile {
  bytes: Buffer;
  packed: Buffer | null;
  type: string;
  etag: string;
  lastModified: string;
}

/** `index` shows a host, `fleet` all servers, `wall` a board or the verdict. */
export type PageName = 'index' | 'fleet' | 'wall';

export interface PageAssets {
  /** Returns the text of a page, without settings; null if it was not built. */
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

/** Of one file. */
const MOST_BYTES = 16 * 1024 * 1024;

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
      const reading = (pages[name] ??= orNull(async () =>
        (await readOwn(join(folder, `${name}.html`))).bytes.toString(),
      ));
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

/** A file, by no link of another user, who may write to a folder that [outputs] webui_root_path names, and no pipe. */
async function readOwn(path: string): Promise<{ bytes: Buffer; mtimeMs: number }> {
  const file = await nodeDisk.open(await ownPath(path), constants.O_RDONLY);
  try {
    const { size, mtimeMs } = await file.stat();
    if (size > MOST_BYTES) throw new FileError('EFBIG', `it is larger than ${MOST_BYTES} bytes`, path);
    const bytes = Buffer.alloc(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return { bytes: bytes.subarray(0, bytesRead), mtimeMs };
  } finally {
    await file.close();
  }
}

async function readPageFile(path: string): Promise<PageFile> {
  const [{ bytes, mtimeMs }, packed] = await Promise.all([
    readOwn(path),
    orNull(() => readOwn(`${path}.gz`)),
  ]);
  return {
    bytes,
    packed: packed && packed.bytes,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
    lastModified: new Date(mtimeMs).toUTCString(),
  };
}

/** Null if it is missing, not a file, or another user's link. */
async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    const { code } = error as { code?: string };
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'EFTYPE', 'ELOOP'].includes(code ?? '')) return null;
    throw error;
  }
}
