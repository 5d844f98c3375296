/** Settings that the agent embeds in the page. */
import type { PageSettings } from '../../src/serve/route/page-settings.ts';

export type { PageSettings } from '../../src/serve/route/page-settings.ts';

const FALLBACK: PageSettings = { version: '', run: '', refresh: 2, access: 'open', defaults: {} };

/** The settings of a page; those of a page without any where they cannot be read. */
export function readSettings(page: Document): PageSettings {
  const text = page.querySelector('meta[name="gander"]')?.getAttribute('content') ?? '';
  try {
    return { ...FALLBACK, ...(JSON.parse(text) as Partial<PageSettings>) };
  } catch {
    return FALLBACK;
  }
}
