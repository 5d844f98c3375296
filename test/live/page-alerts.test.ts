/** Alerts along the bottom of the page, in a real browser, on a recorded machine. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';

const CHROMIUM = '/usr/bin/chromium';
const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.warn(`skipped: alerts of the page in a browser (no ${CHROMIUM})`);

const event = (type: string, state: string, ago: number, end: number) => {
  const now = Math.floor(Date.now() / 1000);
  const figures = { min: 70, max: 99, avg: 85, sum: 850, count: 10 };
  const words = { top: ['<b>cc1</b>', 'ld'], desc: '', sort: 'cpu_percent', global_msg: '' };
  return { begin: now - ago, end: end < 0 ? -1 : now - end, state, type, ...figures, ...words };
};

describe.skipIf(!hasBrowser)('alerts', () => {
  let browser: Browser;
  let agent: PageAgent;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    agent = await servePage('big-server');
  });
  afterAll(async () => {
    await browser.close();
    await agent.close();
  });

  it.each([1600, 390])(
    'are bars, a list with what can be done, and gone when cleared, %i pixels wide',
    async (width) => {
      const { store } = agent.agent;
      store.commit(
        'alert',
        [event('CPU_TOTAL', 'CRITICAL', 900, -1), event('FS_/', 'WARNING', 5400, 3000)],
        Date.now(),
      );
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(agent.url);
      const strip = page.locator('.alert-timeline .strip');
      await strip.getByText('1 ongoing').waitFor();
      expect(await page.locator('.event-bar').count()).toBe(2);
      expect(await page.title()).toMatch(/^\(1\) /);
      await strip.click();
      const list = page.locator('.alert-timeline .list');
      expect(await list.innerText()).toContain('CPU_TOTAL');
      expect(await list.innerText()).toContain('<b>cc1</b>, ld');
      expect(await list.locator('a').getAttribute('href')).toContain('chart=cpu/total');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await list.getByRole('button', { name: 'Clear ended' }).click();
      await list.getByText('CPU_TOTAL').waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      expect(problems).toEqual([]);
      await page.close();
    },
  );
});
