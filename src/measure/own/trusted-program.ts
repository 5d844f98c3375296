/** Which programs may run: those that nobody but root and the user of the agent can replace. */
import type { Stats } from 'node:fs';
import { lstat, readlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

/** Program or file that others can replace. The message is a sentence. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

const OTHERS_WRITE = 0o022;
const ANYBODY_RUNS = 0o111;
/** Limit of the kernel (MAXSYMLINKS in include/linux/namei.h). */
const MOST_LINKS = 40;

/** For tests. */
export interface Look {
  lstat(path: string): Promise<Pick<Stats, 'uid' | 'mode' | 'isFile' | 'isDirectory' | 'isSymbolicLink'>>;
  readLink(path: string): Promise<string>;
}
const DISK: Look = { lstat: (path) => lstat(path), readLink: (path) => readlink(path) };

/**
 * Checks the file and every folder on the way to it, also behind links. Resolves with the path without links. Rejects with a system error, and
 * {@link Untrusted} with the reason and the remedy.
 */
export const trustedProgram = (
  path: string,
  look: Look = DISK,
  user = process.geteuid?.() ?? 0,
): Promise<string> => trusted(path, { look, user, isProgram: true });

/** Like {@link trustedProgram}, for a file that is loaded. */
export const trustedFile = (
  path: string,
  look: Look = DISK,
  user = process.geteuid?.() ?? 0,
): Promise<string> => trusted(path, { look, user, isProgram: false });

interface Rules {
  readonly look: Look;
  readonly user: number;
  readonly isProgram: boolean;
}

async function trusted(path: string, { look, user, isProgram }: Rules): Promise<string> {
  const untrusted = (reason: string) => new Untrusted(`${path} is not run: ${reason}`);
  const refuse = (place: string, found: Pick<Stats, 'uid' | 'mode'>): void => {
    if (found.uid !== 0 && found.uid !== user)
      throw untrusted(`${place} belongs to user ${found.uid}. Run chown root ${place}`);
    if ((found.mode & OTHERS_WRITE) !== 0)
      throw untrusted(`others may write to ${place}. Run chmod go-w ${place}`);
  };
  const rest = namesOf(resolve(path));
  let at = '/';
  let links = 0;
  refuse(at, await look.lstat(at));
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const place = join(at, name);
    const found = await look.lstat(place);
    if (found.isSymbolicLink()) {
      // Its folder is checked, and only writers of the folder can change the link.
      links += 1;
      if (links > MOST_LINKS) throw untrusted('its path is a loop of symbolic links');
      rest.unshift(...namesOf(resolve(dirname(place), await look.readLink(place))));
      at = '/';
      continue;
    }
    refuse(place, found);
    if (rest.length === 0 && !found.isFile()) throw untrusted('it is no file');
    if (rest.length === 0 && isProgram && (found.mode & ANYBODY_RUNS) === 0)
      throw untrusted(`it is no program. Run chmod +x ${place}`);
    at = place;
  }
  return at;
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '');
