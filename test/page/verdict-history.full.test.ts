/** The line of verdicts where nothing is wrong, in a real browser. */
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, hasChromium } from '../support/chromium.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useBrowser } from '../support/page-browser.ts';
import { iconOf, UNEXPLAINED } from './level-signs.ts';

if (!hasChromium) console.warn(`skipped: a machine that is well in a browser (no ${CHROMIUM})`);

describe.skipIf(!hasChromium)('a machine that is well', () => {
  let agent: PageAgent;
  beforeAll(async () => {
    agent = await servePage('small-vm', { isOfNow: true });
  });
  afterAll(() => agent.close());
  const open = useBrowser();

  it('says so, and when it was not; so does its icon', async () => {
    const now = Math.floor(Date.now() / 1000);
    const event = {
      begin: now - 7244,
      end: now - 7200,
      state: 'CRITICAL',
      type: 'CPU_TOTAL',
      max: 99,
      min: 90,
      top: [],
    };
    let load = {};
    let share = 1;
    let fs: object[] = [];
    const page = await open({
      url: agent.url,
      height: 2400,
      change: (all) => ({
        ...all,
        cpu: { total: 2, user: share, cpucore: 2 },
        load,
        diskio: [],
        fs,
        alert: [event],
      }),
    });
    const line = page.locator('.verdict-line');
    await line.getByText('All within limits. Last alert 2 h ago: CPU, 44 s.').waitFor();
    expect(await page.locator('.alert-badge').count()).toBe(0);
    expect(await iconOf(page)).toMatch(/\/icon-[^/]+\.svg$/);

    // A load over its thresholds has the colour; that of one minute has none of its own.
    load = { min1: 30, min5: 3, min15: 1, cpucore: 2 };
    share = 51.5;
    fs = [{ key: 'mnt_point', mnt_point: '/', percent: 72, size: 100, used: 72, free: 28, options: 'rw' }];
    const over = page.locator('[data-vital="load"] .value[class*="is-"]');
    await expect.poll(() => over.locator('.digits').allInnerTexts()).toEqual(['3.00']);
    expect(await over.getAttribute('title')).toMatch(/^Warning: .*threshold/);
    const chartOf = (value: Locator) => value.locator('xpath=ancestor::a').getAttribute('href');
    expect(await chartOf(over.last())).toBe('#chart=load/min1&chart=load/min5&chart=load/min15');
    // Of the CPU's shares, too.
    const user = page.locator('[data-vital="cpu"] dd .value.is-careful');
    expect(await user.getAttribute('title')).toBe('Careful: user 51.5 %, threshold 50.0 %');
    expect(await chartOf(user)).toBe(
      '#chart=cpu/user&chart=cpu/system&chart=cpu/nice&chart=cpu/steal&chart=cpu/irq&chart=cpu/iowait',
    );
    // By keyboard from that link, since each is too small for its own.
    await page.keyboard.press('Tab');
    await user.locator('xpath=ancestor::a').focus();
    expect(await user.evaluate((one) => getComputedStyle(one, '::after').content)).toContain('user 51.5 %');
    // The reason appears in the cell of the value, not at the edge of the page.
    expect(
      await user.evaluate((one) => one.closest('[data-vital]')?.contains((one as HTMLElement).offsetParent)),
    ).toBe(true);
    // A short name takes no more room than it needs.
    const name = line.locator('.finding bdi', { hasText: /^\/$/ });
    expect((await name.boundingBox())?.width).toBeLessThan(10);
    // A host without a first result is no problem, although its published level is careful.
    const gateway = page.locator('[data-section="ports"]');
    await gateway.getByText('not checked yet').waitFor();
    expect(await gateway.locator('.level-mark, [class*="is-careful"]').count()).toBe(0);
    // A cell of a table states its reason once.
    const zombie = page.locator('.row [data-column="status"].is-critical').first();
    expect(await zombie.getAttribute('title')).toBe(
      'Critical: zombie: ended, but not yet collected by its parent',
    );
    const unexplained = page.locator(`:is(.vital, .rail) ${UNEXPLAINED}`);
    expect(await unexplained.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual([]);
    await expect.poll(() => iconOf(page)).toContain('fill="#f0883a"');
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  });
});
