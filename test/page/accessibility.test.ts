import { beforeAll, expect, it } from 'vitest';
import { isInThisRun, onlyInFull } from '../support/full-run.ts';
import { type PageAgent, sharedPage } from '../support/page-agent.ts';
import { COLOURS, EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser, useOnePage, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});

type Part = [hash: string, shown: string, part: string];

/**
 * Views that show the most: the address, what has to be on the screen, and the part that is audited, which is what the
 * views before did not show. Low windows: every row in sight takes its time.
 */
const VIEWS: [width: number, height: number, views: Part[]][] = [
  [
    1600,
    640,
    [
      ['#pid=2003&panel=missing', '.process-detail', 'html'],
      ...onlyInFull<Part>(
        'more audits of the page',
        ['#tab=programs&panel=alerts', '.alert-timeline .list', '#main, .alert-timeline'],
        ['#panel=help', 'dialog[open]', 'dialog'],
        ['#tab=containers', '[aria-label="Containers"] .row', '#main'],
        ['#tab=vms', '[aria-label="Virtual machines"] .row', '#main'],
        ['#filter=nonesuch', '#main .empty', '#main'],
        ['#filter=%2F%5B%2F', '.filter-box [aria-invalid="true"]', '#main'],
      ),
    ],
  ],
  ...onlyInFull<(typeof VIEWS)[number]>(
    'more audits of the page',
    [
      390,
      844,
      [
        ['#pid=2003', '.process-detail', 'html'],
        ['#tab=containers', '[aria-label="Containers"] .row', '#main'],
        ['#panel=alerts', '.alert-timeline .list', '.alert-timeline'],
      ],
    ],
    [768, 640, [['#pid=2003', '.process-detail', 'html']]],
  ),
];
/** Light differs from dark in colours alone, whose contrasts are a unit test (`web/style/contrast.test.ts`). */
const LIGHT = isInThisRun('more audits of the page');

const onePage = useOnePage(() => ({ url: agent.url }));

it.each(VIEWS)('passes the audit at %d × %d pixels, dark and light', async (width, height, views) => {
  // Sections are folded by the width at which a page is opened.
  const page = width === 1600 ? await onePage('', { height }) : await open({ url: agent.url, width, height });
  await whenShown(page);
  if (width === 390) await page.click('[data-section="fs"] button');
  for (const [theme, what, audited] of [
    ['dark', EVERYTHING, views],
    ['light', COLOURS, LIGHT ? views : []],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const [hash, shown, part] of audited) {
      await goTo(page, hash);
      await page.waitForSelector(shown);
      await page.waitForSelector(`html[data-theme="${theme}"]`);
      expect(await violations(page, what, part), `${theme} ${hash}`).toEqual([]);
    }
  }
});

it('is usable without a mouse: everything that can be pressed shows its focus', async () => {
  const page = await onePage();
  await whenShown(page);
  // Tab goes on from here: beyond the last part of the page, nothing has the focus.
  await page.locator('.page-header button').first().focus();
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused === null ? 'none' : getComputedStyle(focused).outlineStyle;
    });
    expect(outline).toBe('solid');
  }
});
