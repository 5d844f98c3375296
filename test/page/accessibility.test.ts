import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
/** Low windows: what is checked takes its time for every row in sight. */
const VIEWS = [
  [
    1600,
    640,
    ['', '#pid=2003', '#tab=programs', '#tab=containers', '#tab=vms', '#filter=nonesuch', '#filter=%5B'],
  ],
  [1600, 640, ['#panel=help', '#panel=missing', '#panel=alerts', '#chart=cpu/total']],
  [768, 900, ['', '#pid=2003']],
  [390, 844, ['', '#pid=2003', '#tab=containers', '#panel=alerts']],
] as const;

describe.each(THEMES)('%s', (theme, what) => {
  it.each(VIEWS)('passes the audit at %d × %d pixels: %j', async (width, height, views) => {
    const page = await open({ url: agent.url, width, height, theme });
    await whenShown(page);
    if (width === 390) await page.click('[data-section="fs"] button');
    for (const view of views) {
      await goTo(page, view);
      expect(await violations(page, what), view).toEqual([]);
    }
  });
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
