/** Embeds the settings in the page. */
import type { PageSettings } from '../../http/route/page-settings.ts';

const META = '<meta name="gander" content="" />';

/** Range of seconds between updates. */
const REFRESH = { min: 1, max: 3600 } as const;

/** Parses the parameter `refresh` of the page's address; null if invalid. */
export function refreshOf(parameter: unknown): number | null {
  if (typeof parameter !== 'string' || !/^\d+(\.\d+)?$/.test(parameter)) return null;
  return Math.min(REFRESH.max, Math.max(REFRESH.min, Number(parameter)));
}

/**
 * A page with its settings. Public data are preloaded beside the script, which saves a round trip. `preloads`: addresses relative to
 * the page.
 */
export function pageWith(html: string, settings: PageSettings, preloads: readonly string[]): string {
  const meta = `<meta name="gander" content="${escapeHtml(JSON.stringify(settings))}" />`;
  return html.replace(META, () => (settings.access === 'open' ? meta + linksTo(preloads) : meta));
}

/** Adapts the page to `servers/<id>/`: its files are the hub's, two levels up. */
export const belowHub = (html: string): string => html.replaceAll('"./static/', '"../../static/');

const linksTo = (paths: readonly string[]): string =>
  paths.map((path) => `<link rel="preload" as="fetch" href="${path}" crossorigin="anonymous" />`).join('');

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
