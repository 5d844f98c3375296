import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { json } from '../support/tree.ts';
import type { TreeEntry, Tree } from '../support/tree.ts';
import { HOST_FILES, PROCESS_FILES, expandPattern, listFolder } from './files.ts';
import { scrubFile, scrubText } from './scrub.ts';
import type { Identity } from './scrub.ts';

const STATFS_TIMEOUT_MS = 2000;

/** The machine at this moment, scrubbed: a tree of files plus time.json, addresses.json and statfs.json. */
export async function takeSnapshot(identity: Identity): Promise<Tree> {
  const time = { now: Date.now(), monotonic: performance.now() };
  const raw: Tree = new Map([...readHostFiles(), ...readProcesses(), ...readSwapOfOne()]);
  const tree: Tree = new Map();
  for (const [path, entry] of raw) {
    tree.set(path, typeof entry === 'string' ? scrubFile(path, entry, identity) : entry);
  }
  tree.set('time.json', json(time));
  tree.set('addresses.json', json(listAddresses(identity)));
  tree.set('statfs.json', json(await measureMounts(readBytes('/proc/self/mounts') ?? '', identity)));
  return tree;
}

/** Content as a byte string; null: missing, denied or gone. */
export function readBytes(path: string): string | null {
  const entry = readEntry(path);
  return typeof entry === 'string' ? entry : null;
}

/** Null: missing, gone, or not a file. */
function readEntry(path: string): TreeEntry | null {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['EACCES', 'EPERM'].includes(code) ? { isRefused: true } : null;
  }
}

function readAll(paths: readonly string[]): [string, TreeEntry][] {
  return paths.flatMap((path) => {
    const entry = readEntry(path);
    return entry === null ? [] : [[path.slice(1), entry] as [string, TreeEntry]];
  });
}

function readHostFiles(): [string, TreeEntry][] {
  return readAll(HOST_FILES.flatMap(expandPattern));
}

/** The recorder itself is left out: it exists only because of the recording. */
function readProcesses(): [string, TreeEntry][] {
  const pids = listFolder('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.flatMap((pid) => {
    const files = readAll(PROCESS_FILES.map((name) => `/proc/${pid}/${name}`));
    return files[0]?.[0].endsWith('/stat') ? files : [];
  });
}

/** `smaps` is large, and only its Swap lines are read; the first process with one is enough. */
function readSwapOfOne(): [string, TreeEntry][] {
  for (const pid of listFolder('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(name) !== process.pid,
  )) {
    const lines = readBytes(`/proc/${pid}/smaps`)?.match(/^Swap:.*\n/gm);
    if (lines) return [[`proc/${pid}/smaps`, lines.join('')]];
  }
  return [];
}

function listAddresses(identity: Identity): object[] {
  return Object.entries(networkInterfaces()).flatMap(([interfaceName, addresses = []]) =>
    addresses.map(({ address, family, netmask }) => ({
      interfaceName,
      family: family === 'IPv4' ? 4 : 6,
      address: scrubText(address, identity),
      netmask,
    })),
  );
}

async function measureMounts(mounts: string, identity: Identity): Promise<object> {
  const points = [...mounts.matchAll(/^\S+ (\S+) /gm)].map(([, field = '']) => decodeOctal(field));
  const rows = await Promise.all(
    [...new Set(points)].map(async (point) => ({ point, capacity: await measure(point) })),
  );
  const answered = rows.filter(({ capacity }) => capacity !== null);
  return Object.fromEntries(answered.map(({ point, capacity }) => [scrubText(point, identity), capacity]));
}

/** Blank, tab, newline and backslash of a mount point are written as three octal digits (proc(5)). */
function decodeOctal(field: string): string {
  const bytes = field.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Null: the mount fails or does not reply in time. */
async function measure(point: string): Promise<object | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, STATFS_TIMEOUT_MS, null).unref());
  const answer = statfs(point).then(
    ({ bsize, blocks, bfree, bavail, files, ffree }) => ({
      blockSize: bsize,
      blocks,
      blocksFree: bfree,
      blocksAvailable: bavail,
      files,
      filesFree: ffree,
    }),
    () => null,
  );
  return Promise.race([answer, late]);
}
