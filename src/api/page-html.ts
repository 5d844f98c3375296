/** Puts what the page has to know into it. */
import type { PageSettings } from './page-routes.ts';

const META = '<meta name="gander" content="" />';

/** Seconds between updates that a page can be asked for. */
const REFRESH = { min: 1, max: 3600 } as const;

/** The parameter `refresh` of the page's address; null for what is no number of seconds. */
export function refreshOf(parameter: unknown): number | null {
  if (typeof parameter !== 'string' || !/^\d+(\.\d+)?$/.test(parameter)) return null;
  return Math.min(REFRESH.max, Math.max(REFRESH.min, Number(parameter)));
}

/**
 * The page with its settings. What nobody has to log in for is fetched while the script is loading: the page is complete
 * one round trip earlier.
 */
export function pageWith(html: string, settings: PageSettings): string {
  const meta = `<meta name="gander" content="${escapeHtml(JSON.stringify(settings))}" />`;
  return html.replace(META, () => (settings.access === 'open' ? meta + PRELOADS : meta));
}

const PRELOADS = ['api/4/all', 'api/4/all/limits']
  .map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin="anonymous" />`)
  .join('');

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
