/** Detects replaced files by polling; they may be renamed over, or may not exist yet. */
import { type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { orNull } from '../../core/or-null.ts';

/** Calls back when one of the files, or their list, has changed. Returns a function that stops it. */
export function watchFiles(
  pathsNow: () => readonly string[],
  everyMs: number,
  onChange: () => void,
): () => void {
  // At once: what is replaced from now on is a change, however late the first poll comes.
  let last = pathsNow()
    .map((path) => markOf(orNull(() => statSync(path))))
    .join();
  const poll = async (): Promise<void> => {
    const stats = await Promise.all(pathsNow().map((path) => stat(path).catch(() => null)));
    const marks = stats.map(markOf).join();
    if (marks === last) return;
    last = marks;
    onChange();
  };
  const timer = setInterval(() => void poll(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Differs between two versions of a file; links are followed. */
const markOf = (stats: Stats | null): string =>
  stats === null ? '-' : `${stats.ino}.${stats.size}.${stats.mtimeMs}.${stats.ctimeMs}`;
