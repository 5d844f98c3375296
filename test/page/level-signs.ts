/** Signs of levels on the page: coloured text and the icon. */
import type { Page } from 'playwright-core';

/** Coloured text without a reason. */
export const UNEXPLAINED =
  ':is(.is-careful, .is-warning, .is-critical):not(svg, .bar, .tick, [data-why], [data-why] *)';

/** The address of the page's icon; a drawn icon contains its colours. */
export const iconOf = (page: Page): Promise<string> =>
  page.$eval('link[rel="icon"]', (link) => decodeURIComponent((link as HTMLLinkElement).href));
