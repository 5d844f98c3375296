/** Which requests the service worker answers offline, and from which cache. Pure. */

/** Values of the last view; removed with the session. */
export const VIEW_CACHE = 'gander-view';
/** The page itself, without data. */
export const PAGE_CACHE = 'gander-page';

/** Header of cached replies: Unix milliseconds. */
export const KEPT_AT = 'x-gander-kept';

/** Paths that a view needs, below the scope. */
export const VIEW_PATHS = [
  'api/4/all?extra=true',
  'api/4/all/limits?extra=true',
  'api/levels',
  'api/verdict',
] as const;

const FILES = 'static/';

export type Part = 'page' | 'file' | 'view';

/** Null: left to the network. @param scope URL of the page */
export function cachePart(address: string, scope: string): Part | null {
  const plain = address.replace(/#.*$/s, '');
  if (!plain.startsWith(scope)) return null;
  const path = plain.slice(scope.length);
  if (path === '' || path.startsWith('?')) return 'page';
  if (path.startsWith(FILES)) return 'file';
  return VIEW_PATHS.some((one) => one === path) ? 'view' : null;
}
