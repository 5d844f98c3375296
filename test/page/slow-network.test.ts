import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyInFull } from '../support/full-run.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useBrowser, whenLive, whenShown, WHOLE } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

describe('over a slow network', () => {
  const PHONES = onlyInFull('more of the page on a phone', 390);
  it.each([1600, ...PHONES])('shows something at once, and nothing jumps (%d pixels)', async (width) => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const page = await open({
      url: agent.url,
      width,
      // The prefetched reply came too late.
      expects: /preload/,
      context: {},
      before: async (fresh) => {
        await fresh.addInitScript(WATCH_SHIFTS);
        const session = await fresh.context().newCDPSession(fresh);
        await session.send('Network.enable');
        await session.send('Network.emulateNetworkConditions', SLOW);
        await fresh.route(WHOLE, async (route) => {
          await held;
          await route.continue();
        });
      },
    });
    await page.waitForSelector('.page.waiting .page-header .connection:has-text("connecting")');
    await expect.poll(() => page.isVisible('.connection')).toBe(true);
    // Missing values are not drawn twice.
    expect(await page.$('.vital, .rail, .virtual-table')).toBe(null);
    release();
    await whenShown(page);
    await whenLive(page);
    await page.waitForFunction(() => performance.now() - (window as unknown as Shifts).lastShift > 700);
    expect(await page.evaluate(() => (window as unknown as Shifts).shifted)).toBeLessThan(0.02);
  });
});

/** 3 Mbit/s, and a fifth of a second each way. */
const SLOW = { offline: false, latency: 200, downloadThroughput: 400_000, uploadThroughput: 400_000 };

interface Shifts {
  /** Score of all layout shifts so far (Layout Instability API). */
  shifted: number;
  lastShift: number;
}
const WATCH_SHIFTS = `
  window.shifted = 0;
  window.lastShift = performance.now();
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value;
    window.lastShift = performance.now();
  }).observe({ type: 'layout-shift', buffered: true });
`;
