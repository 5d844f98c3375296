/** The drawer with the chart of a value, in a real browser, on a recorded machine. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull, isInThisRun, onlyInFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser, useOnePage, type Visit } from '../support/page-browser.ts';
import { pixelsOf } from '../support/page-canvas.ts';

const openPage = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('small-vm');
});
afterAll(() => agent.close());

const onePage = useOnePage(() => ({ url: agent.url, height: 900 }));
const open = (hash: string, width = 1600, more: Partial<Visit> = {}): Promise<Page> =>
  openPage({ url: agent.url + hash, width, height: 900, ...more });

/** A colour of the theme, as `#rrggbb`. */
const tokenOf = (page: Page, name: string): Promise<string> =>
  page.$eval('html', (html, token) => getComputedStyle(html).getPropertyValue(token).trim(), name);

/** Titles of axes are at the outermost pixels of the chart. */
const TITLE_WIDTH = 18;

/** The colour of the title beside the axis on a side of the chart: that of its least transparent pixel. */
async function titleColor(page: Page, side: 'left' | 'right'): Promise<string> {
  const { width, height, data } = await pixelsOf(page.locator('.chart-drawer canvas'));
  const from = side === 'left' ? 0 : width - TITLE_WIDTH;
  let best = 4 * from;
  for (let y = 0; y < height; y += 1)
    for (let x = from; x < from + TITLE_WIDTH; x += 1) {
      const at = 4 * (y * width + x);
      if ((data[at + 3] ?? 0) > (data[best + 3] ?? 0)) best = at;
    }
  return `#${data.subarray(best, best + 3).toString('hex')}`;
}

describe('the chart drawer', () => {
  it('opens from a number, shows its figures, and gives the focus back when Escape closes it', async () => {
    const page = await onePage();
    const number = page.locator('a.value[href*="chart="]').first();
    await number.focus();
    const address = await number.getAttribute('href');
    await page.keyboard.press('Enter');
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('canvas').waitFor();
    // A date that is centred under the right end of the axis is not cut off.
    const rightOf = (part: string): Promise<number> =>
      drawer.locator(part).evaluate((element) => element.getBoundingClientRect().right);
    // The chart takes its size after its first drawing.
    await expect
      .poll(async () => (await rightOf('canvas')) - (await rightOf('.u-over')))
      .toBeGreaterThanOrEqual(35);
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
    await drawer.locator('.figures tbody td').filter({ hasText: /\d/ }).first().waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => new URL(page.url()).hash).toBe('');
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(address);
  });

  it.each([1600, ...onlyInFull('more of the page on a phone', 390)])(
    'has several series, files and a table, %i pixels wide',
    async (width) => {
      const page = await onePage('#chart=cpu/total&from=-5m', { width });
      const drawer = page.locator('.chart-drawer');
      await drawer.locator('select').selectOption('cpu/user');
      await drawer.locator('.figures tbody tr').nth(1).waitFor();
      await expect.poll(() => page.url()).toContain('chart=cpu/total&chart=cpu/user');
      const headings = await drawer.locator('.figures thead th.number').allInnerTexts();
      expect(headings).toEqual(['Here', 'min', 'avg', 'max', 'p95']);
      await drawer.locator('summary').click();
      await drawer.locator('.values tbody tr').first().waitFor();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        drawer.getByRole('button', { name: 'CSV' }).click(),
      ]);
      const lines = readFileSync(await file.path(), 'utf8').split('\r\n');
      expect(lines[0]).toBe('time,cpu/total,cpu/user');
      expect(lines[1]).toMatch(/^\d{4}-.*Z,[\d.]+,[\d.]+$/);
      const [picture] = await Promise.all([
        page.waitForEvent('download'),
        drawer.getByRole('button', { name: 'PNG' }).click(),
      ]);
      expect(
        readFileSync(await picture.path())
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      // The time of a chart is kept with it.
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      expect(new URL(page.url()).hash).toBe('');
    },
  );

  itInFull('says so when there is nothing to show, also while new samples come', async () => {
    // The time of an existing series, and the series of others.
    const page = await onePage('#chart=cpu/total&from=2020-01-01T00:00Z&to=2020-01-02T00:00Z');
    await page.getByText('Nothing was recorded in this range.').waitFor();
    await page.getByText(/^No history is written to disk/).waitFor();
    await goTo(page, '#chart=network/%E2%80%AE_bytes_all&chart=cpu/no%20such%20thing');
    const words = page.getByText(
      'This machine has no such series: network/⟨202E⟩_bytes_all, cpu/no such thing.',
    );
    await words.waitFor();
    expect(await page.getByText(/^No history is written to disk/).count()).toBe(0);
    const { store } = agent.agent;
    store.commit('load', { ...(store.latest('load').value as object), min1: 87.6 }, Date.now());
    await page.locator('.vital').getByText('87.6').first().waitFor();
    expect(await words.isVisible()).toBe(true);
  });

  itInFull.each([
    ['at once', 200, /\/api\/history\?/],
    ['from an agent that answers for one plugin at a time', 404, /\/api\/4\/\w+\/.*history/],
  ])('gets its past %s', async (_, status, expected) => {
    const asked: string[] = [];
    const page = await open('#chart=cpu/total', 1280, {
      expects: /status of 404/,
      before: async (tab) => {
        tab.on('response', (response) => {
          if (response.url().includes('history') && response.status() === 200) asked.push(response.url());
        });
        if (status !== 200)
          await tab.route(/\/api\/history\?/, (route) =>
            route.fulfill({ status, json: { detail: 'Not Found' } }),
          );
      },
    });
    await page.locator('.chart-drawer .figures td').filter({ hasText: /\d/ }).first().waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => !expected.test(url) && !url.includes('/history/1'))).toEqual([]);
  });

  it('keeps the keyboard in, and goes on with another number that is pressed beside it', async () => {
    const page = await onePage();
    await page.locator('.vital a.value[href*="mem/percent"]').first().click();
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('canvas').waitFor();
    expect(await drawer.getAttribute('aria-modal')).toBe('true');
    const isWithin = () => page.evaluate("document.activeElement.closest('.chart-drawer') !== null");
    // From the first to the last and back; through all of them in the full run.
    for (const key of ['Shift+Tab', 'Tab', ...Array.from({ length: isFull ? 30 : 3 }, () => 'Tab')]) {
      await page.keyboard.press(key);
      expect(await isWithin(), key).toBe(true);
    }
    const other = page.locator('.rail a.value[href*="chart="]').first();
    const address = await other.getAttribute('href');
    await other.click();
    await expect.poll(() => new URL(page.url()).hash).toBe(address);
    await expect.poll(isWithin).toBe(true);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(address);
  });

  const LIMITS: readonly (readonly [id: string, words: string | RegExp])[] = [
    ['cpu/total', 'Thresholds of CPU total: careful 65.0 % warning 75.0 % critical 85.0 %'],
    [
      'network/bond0_bytes_recv_rate_per_sec',
      'Thresholds of Network bond0 received: careful 14.7 Gb/s warning 16.8 Gb/s critical 18.9 Gb/s',
    ],
    ['fs//_percent', /^Thresholds of File system \/ in use: careful 50.0 %/],
    ['load/min5', 'Thresholds of Load over 5 min: careful 44.8 warning 64.0 critical 320'],
  ];
  it.runIf(isInThisRun('more of the page'))('knows the limits of every kind of series', async () => {
    const big = await forThisTest(servePage('big-server'));
    const page = await openPage({ url: `${big.url}#chart=mem/percent` });
    const limits = page.locator('.chart-drawer .limits');
    const text = async () => (await limits.innerText()).replaceAll(/\s+/g, ' ').replaceAll(' :', ':');
    for (const [id, words] of LIMITS) {
      await goTo(page, `#chart=${id}`);
      await expect.poll(text).toEqual(typeof words === 'string' ? words : expect.stringMatching(words));
    }
  });

  it('tells the thresholds of each series, and those that are alike once', async () => {
    const page = await onePage('#chart=cpu/total&chart=mem/percent&chart=cpu/user&chart=load/min5');
    const texts = async () =>
      (await page.locator('.chart-drawer .limits').allInnerTexts()).map((one) =>
        one.replaceAll(/\s+/g, ' ').replaceAll(' :', ':'),
      );
    await expect
      .poll(texts)
      .toEqual([
        expect.stringMatching(/^Thresholds of CPU total: careful/),
        expect.stringMatching(/^Thresholds of Memory in use, CPU user: careful/),
        expect.stringMatching(/^Thresholds of Load over 5 min: careful/),
      ]);
  });

  itInFull('shows no number before its unit is known', async () => {
    let answer = (): void => undefined;
    const wait = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const page = await open('#chart=fs//_percent', 1600, {
      before: (tab) =>
        tab.route('**/unit', async (route) => {
          await wait;
          await route.continue();
        }),
    });
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('.u-over').waitFor();
    await page.locator('.vital .digits').filter({ hasText: /\d/ }).first().waitFor();
    expect(await drawer.locator('.limits, .figures td').filter({ hasText: /\d/ }).count()).toBe(0);
    answer();
    await drawer
      .locator('.limits')
      .filter({ hasText: /50\.0 %/ })
      .waitFor();
    await drawer.locator('.figures td').filter({ hasText: /\d %$/ }).first().waitFor();
  });

  itInFull.each([
    [390, 'light'],
    [1600, 'dark'],
  ] as const)('passes the audit and fills a phone, %i pixels wide, %s', async (width, theme) => {
    const page = await onePage('#chart=cpu/total&chart=load/min5', { width, theme });
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('canvas').waitFor();
    if (width === 390)
      await expect.poll(() => drawer.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 900 });
    for (const [side, name] of [
      ['left', '--series-1'],
      ['right', '--series-2'],
    ] as const)
      await expect.poll(() => titleColor(page, side)).toBe(await tokenOf(page, name));
    await drawer.locator('summary').click();
    await drawer.locator('.values tbody tr').first().waitFor();
    expect(await violations(page, EVERYTHING, '.chart-drawer')).toEqual([]);
    // The next chart begins without its table.
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });
});
