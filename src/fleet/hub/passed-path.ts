/**
 * Paths of a server that the hub forwards: only known ones that show statistics. They are parsed and rebuilt, so the server receives
 * the checked text, regardless of escapes.
 */

export interface PassedPath {
  /** Path and query below the server's root. */
  path: string;
  /** Limits may hold secrets of the server. */
  holdsLimits: boolean;
}

/** Paths beside plugins: below a version of the API, and outside. */
const WORDS = new Set(['all', 'pluginslist', 'processes', 'status']);
const VERSIONS = new Set(['2', '3', '4']);
const UNVERSIONED = new Set([
  'archive',
  'boards',
  'explain',
  'forecasts',
  'history',
  'levels',
  'plugins',
  'pools',
  'processes',
  'stream',
  'values',
  'verdict',
]);
/** Below `/api/history`: what is answered as JSON. */
const PAST = new Set(['events', 'moment', 'range', 'series', 'top']);
/** Names that plugins have or had elsewhere. */
const OTHER_NAMES = new Set(['docker', 'psutilversion']);
/** Actions that a reader may carry out at a server. */
const ACTIONS = /^\/api\/[234]\/(events\/clear\/(all|warning)|processes\/extended\/(\d{1,10}|disable))$/;

/** Paths that take {@link EXTRA}. */
const LISTS = new Set(['all', 'pluginslist']);
const EXTRA = 'extra=true';

const LONGEST = 4096;

/**
 * @param target received path and query: `/api/4/cpu`
 * @param plugins all plugin names
 * @returns null: not forwarded
 */
export function passedPath(
  method: 'GET' | 'POST',
  target: string,
  plugins: ReadonlySet<string>,
): PassedPath | null {
  const [raw = '', query = ''] = target.split('?', 2);
  const segments = segmentsOf(raw);
  if (segments === null) return null;
  const [empty, root, word = '', name = ''] = segments;
  const path = segments.map(encodeURIComponent).join('/');
  if (empty !== '' || root !== 'api') return null;
  if (method === 'POST') return ACTIONS.test(path) ? { path, holdsLimits: false } : null;
  const isDeclaration = word === 'plugins' && segments.length === 4 && plugins.has(name);
  const isPast = word === 'history' && segments.length === 4 && PAST.has(name);
  if (isDeclaration || isPast || (UNVERSIONED.has(word) && segments.length === 3))
    return { path: withQuery(path, query), holdsLimits: false };
  const isKnown = WORDS.has(name) || plugins.has(name) || OTHER_NAMES.has(name);
  if (!VERSIONS.has(word) || !isKnown) return null;
  // Servers of others do not know the parameter, and answer without it.
  const isExtra = LISTS.has(name) && new URLSearchParams(query.slice(0, LONGEST)).get('extra') === 'true';
  return { path: isExtra ? `${path}?${EXTRA}` : path, holdsLimits: segments.some(isLimits) };
}

/** Null for what servers understand in more than one way. */
function segmentsOf(path: string): string[] | null {
  if (path.length > LONGEST) return null;
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.every(isPlain) ? segments : null;
  } catch {
    return null;
  }
}

/** Mount points hold slashes, names of interfaces and programs nearly anything. */
const isPlain = (segment: string): boolean =>
  !/[%?#;\\\p{Cc}]/u.test(segment) && segment.split('/').every((part) => !/^\.{1,2}$/.test(part.trim()));

const isLimits = (segment: string): boolean =>
  segment.split('/').some((part) => part.trim().toLowerCase() === 'limits');

function withQuery(path: string, query: string): string {
  const normal = new URLSearchParams(query.slice(0, LONGEST)).toString();
  return normal === '' ? path : `${path}?${normal}`;
}
