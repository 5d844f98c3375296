/** Settings embedded in the page by the agent. */
import type { PageSettings } from '../../src/http/route/page-settings.ts';

export type { PageSettings } from '../../src/http/route/page-settings.ts';

const FALLBACK: PageSettings = { version: '', run: '', refresh: 2, access: 'open', defaults: {} };

/** Returns the page's settings; defaults if they cannot be read. */
export function readSettings(page: Document): PageSettings {
  const text = page.querySelector('meta[name="gander"]')?.getAttribute('content') ?? '';
  try {
    return { ...FALLBACK, ...(JSON.parse(text) as Partial<PageSettings>) };
  } catch {
    return FALLBACK;
  }
}
