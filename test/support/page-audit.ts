/** Findings of axe on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { isFull } from './full-run.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** All that WCAG 2.2 AA and good practice ask for. */
export const EVERYTHING = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
} as const;
/** The checks that differ between themes. */
export const COLOURS = { type: 'rule', values: ['color-contrast'] } as const;

interface Audited {
  axe: { run(part: string, options: object): Promise<AxeResults>; configure(spec: object): void };
}

/** Addresses of views (`#chart=…`) are no places on the page: links to them out of view are no skip links. */
const SKIP_LINKS = { rules: [{ id: 'skip-link', selector: 'a[href^="#"]:not([href*="="])' }] };

/** Contrasts are a unit test (`web/style/contrast.test.ts`); finding what is behind every text takes most of an audit. */
const WITHOUT_CONTRASTS = { 'color-contrast': { enabled: false } } as const;

/** One line each; of the elements that a selector finds, or of all of the page. */
export async function violations(
  page: Page,
  what: typeof EVERYTHING | typeof COLOURS = EVERYTHING,
  part = 'html',
): Promise<string[]> {
  if (await page.evaluate(`typeof axe === 'undefined'`)) {
    await page.evaluate(AXE);
    await page.evaluate((spec) => (globalThis as unknown as Audited).axe.configure(spec), SKIP_LINKS);
  }
  const { violations: found } = await page.evaluate<AxeResults, [string, object]>(
    ([where, options]) => (globalThis as unknown as Audited).axe.run(where, options),
    // Only a rule about orientations, which none of these is, would read style sheets.
    [
      part,
      {
        runOnly: what,
        resultTypes: ['violations'],
        preload: false,
        ...(!isFull && { rules: WITHOUT_CONTRASTS }),
      },
    ],
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
}
