import { lstatSync, readlinkSync } from 'node:fs';
import { posix } from 'node:path';
import { systemError } from './system-error.ts';

/** Maps paths of the monitored host to local ones. */
export interface Paths {
  /** True for identical paths. */
  readonly isLocal: boolean;
  /** Returns the real path of a file or directory, with symbolic links resolved as on the monitored host. */
  find(path: string): string;
  /** Like {@link find}, for a symbolic link itself: resolves its parent directories only. */
  findLink(path: string): string;
  /** Returns the real path without file system access, hence safe for hanging mounts. */
  place(path: string): string;
}

/** Variables that locate the monitored host from a container, by the gopsutil and Telegraf convention. */
interface PathVariables {
  HOST_ROOT?: string | undefined;
  HOST_PROC?: string | undefined;
  HOST_SYS?: string | undefined;
  HOST_ETC?: string | undefined;
}

/** Limit of the kernel (MAXSYMLINKS in include/linux/namei.h). */
const MAX_LINKS = 40;

/**
 * Maps the watched host's paths below `root`; `HOST_PROC`, `HOST_SYS` and `HOST_ETC` override these three, `HOST_ROOT` the default
 * root. Neither `..` nor symbolic links lead outside.
 */
export function createPaths(root: string | undefined, variables: PathVariables): Paths {
  const base = posix.resolve(given(root) ?? given(variables.HOST_ROOT) ?? '/');
  const tops = new Map<string, string>();
  for (const [top, place] of [
    ['proc', variables.HOST_PROC],
    ['sys', variables.HOST_SYS],
    ['etc', variables.HOST_ETC],
  ] as const) {
    tops.set(top, posix.resolve(given(place) ?? posix.join(base, top)));
  }
  const isLocal = base === '/' && [...tops].every(([top, place]) => place === `/${top}`);
  const itself = (path: string): string => path;
  if (isLocal) return { isLocal, find: itself, findLink: itself, place: itself };

  const proc = tops.get('proc') ?? '/proc';
  const place = (path: string): string => {
    const { top, rest } = split(path);
    const below = tops.get(top);
    if (below === undefined) return posix.join(base, top, rest);
    return posix.join(below, top === 'proc' && proc !== '/proc' ? ofFirstProcess(proc, rest) : rest);
  };
  return {
    isLocal,
    place,
    find(path) {
      const absolute = normal(path);
      return place(isKernelPath(absolute) ? absolute : resolveLinks(absolute, place));
    },
    findLink(path) {
      const absolute = normal(path);
      if (isKernelPath(absolute)) return place(absolute);
      return place(posix.join(resolveLinks(posix.dirname(absolute), place), posix.basename(absolute)));
    },
  };
}

/**
 * `net` and `self` in procfs refer to the reading process, with our network and mounts. The watched host's are those of PID 1.
 * Recorded trees have plain directories in their place.
 */
function ofFirstProcess(proc: string, rest: string): string {
  const [first, ...more] = rest.split('/');
  if (first !== 'net' && first !== 'self') return rest;
  const mapped = posix.join('1', ...(first === 'net' ? ['net'] : []), ...more);
  return kindOf(posix.join(proc, 'self')) === 'link' || kindOf(posix.join(proc, mapped)) !== 'none'
    ? mapped
    : rest;
}

/** Resolves links relative to the monitored host's root, above which `..` does not go. */
function resolveLinks(path: string, place: (path: string) => string): string {
  let done = '/';
  let links = 0;
  const todo = normal(path).split('/').filter(Boolean).reverse();
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    const next = posix.join(done, name);
    if (kindOf(place(next)) !== 'link') {
      done = next;
      continue;
    }
    if (++links > MAX_LINKS) throw systemError('ELOOP', 'too many symbolic links encountered', 'open', path);
    const target = readlinkSync(place(next));
    if (target.startsWith('/')) done = '/';
    todo.push(...target.split('/').filter(Boolean).reverse());
  }
  return done;
}

function kindOf(path: string): 'none' | 'link' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'none';
    return stats.isSymbolicLink() ? 'link' : 'other';
  } catch {
    // Paths that cannot be examined are opened as they are named; opening reports the reason.
    return 'none';
  }
}

/** Links below /proc and /sys stay there (or are magic, like /proc/1/root), and are read thousands of times. */
function isKernelPath(path: string): boolean {
  return path.startsWith('/proc/') || path.startsWith('/sys/');
}

function split(path: string): { top: string; rest: string } {
  const absolute = normal(path).slice(1);
  const slash = absolute.indexOf('/');
  return slash === -1
    ? { top: absolute, rest: '' }
    : { top: absolute.slice(0, slash), rest: absolute.slice(slash + 1) };
}

/** Absolute, without `.`, `..`, double or trailing slashes; `..` above the root is the root. */
function normal(path: string): string {
  return posix.join('/', path).replace(/(?<=.)\/$/, '');
}

function given(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
