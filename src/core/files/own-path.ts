/**
 * Where a configured path leads. In folders that everybody can write to, such as /tmp, links of others would choose the file that is
 * read or written. The kernel refuses them too, where fs.protected_symlinks is set (proc(5)).
 */
import { lstatSync, readlinkSync, type Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FileError } from '../file-words.ts';

/** Limit of the kernel (MAXSYMLINKS in include/linux/namei.h). */
const MOST_LINKS = 40;
const EVERYBODY_WRITES = 0o002;
/** For devices only: /dev/stdout may link to a file, and descriptors have no path. */
const OF_DEVICES = /^\/(?:dev|proc)\/(?!shm\/)/;

/** True for `/dev/stdout` and similar: system links, below which nothing is replaced. */
export const isDevicePath = (path: string): boolean => OF_DEVICES.test(resolve(path));

type Found = Pick<Stats, 'uid' | 'mode' | 'isSymbolicLink'>;

/** Resolves the links of a path, as far as it exists. Rejects with a system error, `ELOOP` for a link that another user owns. */
export async function ownPath(path: string): Promise<string> {
  const steps = walk(path);
  let step = steps.next();
  while (!step.done) {
    const { read, place } = step.value;
    step = steps.next(read ? await readlink(place) : await lstat(place).catch(orAbsent));
  }
  return step.value;
}

/** Synchronous {@link ownPath}. */
export function ownPathSync(path: string): string {
  const steps = walk(path);
  let step = steps.next();
  while (!step.done) {
    const { read, place } = step.value;
    step = steps.next(read ? readlinkSync(place) : (lstatSync(place, { throwIfNoEntry: false }) ?? null));
  }
  return step.value;
}

/** Throws `EPERM` for a file, pipe or device that another user has placed there, or given a second name. */
export function refuseForeign(found: Pick<Stats, 'uid' | 'nlink' | 'isFile'>, path: string): void {
  const { uid, nlink } = found;
  if (!isOwn(uid)) throw new FileError('EPERM', 'it belongs to another user', path);
  if (nlink > 1 && found.isFile()) throw new FileError('EPERM', 'it has a second name (a hard link)', path);
}

const isOwn = (uid: number): boolean => uid === process.geteuid?.() || uid === 0;

/** A request of the walk: the target of a link, or the entry at a place (null: none). */
interface Step {
  readonly read: boolean;
  readonly place: string;
}

function* walk(path: string): Generator<Step, string, string | Found | null> {
  const whole = resolve(path);
  if (isDevicePath(whole)) return whole;
  const rest = namesOf(whole);
  let at = '/';
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const place = join(at, name);
    const found = (yield { read: false, place }) as Found | null;
    if (found?.isSymbolicLink() !== true) {
      at = place;
      continue;
    }
    links += 1;
    if (links > MOST_LINKS)
      throw new FileError('ELOOP', 'a symbolic link, or a loop of links, is in its place', path);
    const folder = (yield { read: false, place: at }) as Found | null;
    if (folder !== null && (folder.mode & EVERYBODY_WRITES) !== 0 && !isOwn(found.uid))
      throw new FileError(
        'ELOOP',
        `${place} is a link of another user in a folder that everybody can write to: name its target`,
        path,
      );
    const target = resolve(dirname(place), (yield { read: true, place }) as string);
    if (isDevicePath(target)) return [target, ...rest].join('/');
    rest.unshift(...namesOf(target));
    at = '/';
  }
  return at;
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');

function orAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
