/** Ways in which a file can be bad. None depends on the user: root can read files of all users. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes of a file that is too big for each reader. It is sparse. */
const TOO_BIG = 2 ** 31;

/** Makes the file at a path bad. */
export const BAD_FILES: Readonly<Record<string, (path: string, good: string) => void>> = {
  empty: (path) => writeFileSync(path, ''),
  truncated: (path, good) => writeFileSync(path, good.slice(0, Math.ceil(good.length / 2))),
  garbage: (path) => writeFileSync(path, Buffer.from('\0\xff{"]=\n[[', 'latin1')),
  'a folder': (path) => mkdirSync(`${path}/full`, { recursive: true }),
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a loop of links': (path) => symlinkSync(path, path),
  'too big': (path) => {
    writeFileSync(path, '');
    truncateSync(path, TOO_BIG);
  },
};

/** Puts a bad file in the place of another. @param good the content that it would have */
export function makeBad(way: string, path: string, good: string): void {
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { recursive: true, force: true });
  BAD_FILES[way]?.(path, good);
}
