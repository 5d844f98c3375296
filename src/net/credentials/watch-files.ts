/** Notices that files were replaced, without holding on to them: they may be renamed over, or not be there yet. */
import { stat } from 'node:fs/promises';

/** Calls back when one of the files differs from what it was. The result ends it. */
export function watchFiles(paths: readonly string[], everyMs: number, onChange: () => void): () => void {
  let last: string | null = null;
  const look = async (): Promise<void> => {
    const marks = (await Promise.all(paths.map(markOf))).join();
    const isChange = last !== null && last !== marks;
    last = marks;
    if (isChange) onChange();
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Differs between two versions of a file; links are followed. */
async function markOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return `${ino}.${size}.${mtimeMs}.${ctimeMs}`;
  } catch {
    return '-';
  }
}
