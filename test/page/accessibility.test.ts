import { afterAll, beforeAll, expect, it } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { COLOURS, EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

/** Dark gets the whole audit; light differs from it in colours alone. */
const THEMES = [
  ['dark', EVERYTHING],
  ['light', COLOURS],
] as const;
/**
 * Views that show the most: the address, what has to be on the screen, and the part that is audited, which is what the
 * views before did not show. Low windows: every row in sight takes its time.
 */
const VIEWS: [width: number, height: number, views: [hash: string, shown: string, part: string][]][] = [
  [
    1600,
    640,
    [
      ['#pid=2003&panel=missing', '.process-detail', 'html'],
      ['#tab=programs&panel=alerts', '.alert-timeline .list', '#main, .alert-timeline'],
      ['#tab=containers', '[aria-label="Containers"] .row', '#main'],
      ['#tab=vms', '[aria-label="Virtual machines"] .row', '#main'],
      ['#filter=nonesuch', '#main .empty', '#main'],
      ['#filter=%2F%5B%2F', '.filter-box [aria-invalid="true"]', '#main'],
      ['#panel=help', 'dialog[open]', 'dialog'],
    ],
  ],
  [
    390,
    844,
    [
      ['#pid=2003', '.process-detail', 'html'],
      ['#tab=containers', '[aria-label="Containers"] .row', '#main'],
      ['#panel=alerts', '.alert-timeline .list', '.alert-timeline'],
    ],
  ],
];
if (isInThisRun('the audit of the page at 768 pixels'))
  VIEWS.push([768, 640, [['#pid=2003', '.process-detail', 'html']]]);

it.each(VIEWS)('passes the audit at %d × %d pixels, dark and light', async (width, height, views) => {
  const page = await open({ url: agent.url, width, height });
  await whenShown(page);
  if (width === 390) await page.click('[data-section="fs"] button');
  for (const [theme, what] of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [hash, shown, part] of views) {
      await goTo(page, hash);
      await page.waitForSelector(shown);
      await page.waitForSelector(`html[data-theme="${theme}"]`);
      expect(await violations(page, what, part), `${theme} ${hash}`).toEqual([]);
    }
  }
});

it('is usable without a mouse: everything that can be pressed shows its focus', async () => {
  const page = await open({ url: agent.url });
  await whenShown(page);
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused === null ? 'none' : getComputedStyle(focused).outlineStyle;
    });
    expect(outline).toBe('solid');
  }
});
