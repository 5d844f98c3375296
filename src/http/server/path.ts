/** Raw paths: the router's parameters do not distinguish `%2F` from `/`, which matters for mount points. */
import { badPath, pathTooLong } from './errors.ts';

/** Longer than any mount point in practice. */
const MAX_PATH_LENGTH = 8192;

/** Returns the undecoded path of a request target, which may be in absolute form. */
export function rawPath(target: string | undefined): string {
  const path = (target ?? '/').replace(/[?#].*$/s, '');
  return path.startsWith('/') ? path : path.replace(/^[a-z]+:\/\/[^/]*/i, '');
}

/** Number of path segments before the part below a root. */
export const depthOf = (root: string): number => root.split('/').length - 1;

/** Returns the decoded segments of a path after the first `skip` ones. Throws for a long path and for malformed encoding. */
export function segmentsOf(path: string, skip: number): string[] {
  if (path.length > MAX_PATH_LENGTH) throw pathTooLong();
  return path
    .split('/')
    .slice(1 + skip)
    .map(decode);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badPath();
  }
}
