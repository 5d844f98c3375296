/** Which requests of the page the service worker answers without a network, and from which cache. Pure. */

/** Values of the last view: removed with the session. */
export const VIEW_CACHE = 'gander-view';
/** The page itself, which holds no data. */
export const PAGE_CACHE = 'gander-page';

/** Header of answers that are not of now: milliseconds since 1970. */
export const KEPT_AT = 'x-gander-kept';

/** What the page needs to show a view, below the scope. */
export const VIEW_PATHS = [
  'api/4/all?extra=true',
  'api/4/all/limits?extra=true',
  'api/levels',
  'api/verdict',
] as const;

const FILES = 'static/';

export type Part = 'page' | 'file' | 'view';

/** Null: it is left to the network. @param scope address of the page */
export function partOf(address: string, scope: string): Part | null {
  const plain = address.replace(/#.*$/s, '');
  if (!plain.startsWith(scope)) return null;
  const path = plain.slice(scope.length);
  if (path === '' || path.startsWith('?')) return 'page';
  if (path.startsWith(FILES)) return 'file';
  return VIEW_PATHS.some((one) => one === path) ? 'view' : null;
}
