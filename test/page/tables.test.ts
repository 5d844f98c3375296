import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { goTo, useBrowser, useOnePage, whenShown } from '../support/page-browser.ts';
import { pixelsOf } from '../support/page-canvas.ts';
import { column, firstIs, listOf, type TableTools, withoutProcess } from './table-page.ts';
import { processTable } from './process-table.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

const onePage = useOnePage(() => ({ url: agent.url }));
/** In the page of this file; with a size, in another one. */
const show = async (hash = '', size?: { width: number; height: number }): Promise<Page> => {
  const page = size === undefined ? await onePage(hash) : await open({ url: agent.url + hash, ...size });
  await whenShown(page);
  await page.waitForSelector('.virtual-table .row');
  return page;
};
const tools: TableTools = {
  get url() {
    return agent.url;
  },
  open,
  show,
};
describe('processes', () => processTable(tools));

describe('a process', () => {
  const opened = '.process-detail';

  it('opens under its row by a click, and the agent looks closely at it', async () => {
    const page = await show();
    const asked = page.waitForRequest(/processes\/extended\/2003$/);
    await page.click('.row[data-key="2003"]');
    expect((await asked).method()).toBe('POST');
    await page.waitForSelector(opened);
    await expect.poll(() => page.textContent(`${opened} code`)).toContain('qemu-system-x86_64');
    await expect.poll(() => page.getAttribute('.row.open', 'aria-expanded')).toBe('true');
    await expect.poll(() => new URL(page.url()).hash).toBe('#pid=2003');
    const released = page.waitForRequest(/processes\/extended\/disable$/);
    await page.click(`${opened} .close`);
    await released;
    await page.waitForSelector(opened, { state: 'detached' });
    // By the keyboard likewise.
    await page.focus('.virtual-table');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForSelector(opened);
    // Its links and buttons come after the table; from them, too, keys go on where they were.
    await page.locator(`${opened} .close`).focus();
    await page.keyboard.press('Escape');
    await page.waitForSelector(opened, { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treegrid');
  });

  it('says why its cells are coloured, without a tooltip, on a phone too', async () => {
    const page = await open({
      url: agent.url,
      width: 1280,
      height: 900,
      change: (all) => ({
        ...all,
        processlist: (all['processlist'] as object[]).slice(0, 60).map((one, at) => ({
          ...one,
          cpu_percent: at === 0 ? 5800 : 1000 - at,
          status: at % 20 === 0 ? 'Z' : 'S',
          extended_stats: at === 0,
          ...(at === 0 && { cpu_min: 12.3, cpu_max: 5812.4, cpu_mean: 401.2 }),
          ...(at === 0 && { memory_min: 12.1, memory_max: 12.7, memory_mean: 12.4 }),
        })),
      }),
    });
    await page.waitForSelector('.row [data-column="cpu_percent"].is-critical');
    const BUSY = 'Critical: 90.6% of 64 cores, threshold 90.0%';
    const ENDED = 'Critical: zombie: ended, but its parent has not taken notice';
    const current = page.locator('.row.current');
    const hint = () => current.evaluate((row) => getComputedStyle(row, '::after').content);
    await page.focus('.virtual-table');
    await page.keyboard.press('ArrowDown');
    expect(await hint()).toBe(`"${BUSY} · ${ENDED}"`);
    // A phone has no room for the column of the state.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(hint).toBe(`"${BUSY}"`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(hint).toBe(`"${BUSY} · ${ENDED}"`);
    await page.keyboard.press('ArrowDown');
    expect(await hint()).toBe('none');
    // At the lower edge, too: the next row, over which they stand, is in sight.
    for (let count = 0; count < 39; count += 1) await page.keyboard.press('ArrowDown');
    expect(await hint()).toBe(`"${ENDED}"`);
    const [row, table] = [await current.boundingBox(), await page.locator('.virtual-table').boundingBox()];
    expect((row?.y ?? 0) + 2 * (row?.height ?? 0)).toBeLessThanOrEqual(
      (table?.y ?? 0) + (table?.height ?? 0),
    );
    await page.keyboard.press('Home');
    // Opened, its detail says them in their place, those of columns that have no room included.
    await page.locator('.row').first().click();
    const reasons = page.locator('.detail .row-reasons li');
    await page.locator(opened).getByText('Critical: 5800% of one core, threshold 90.0%').waitFor();
    const ranges = page.locator(`${opened} .facts-list > div`, { hasText: /range|average/ });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => reasons.allInnerTexts()).toEqual([BUSY, ENDED]);
      expect(await hint()).toBe('none');
      await expect
        .poll(() => ranges.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
        .toEqual([20, 20, 20, 20]);
    }
  });

  it('that an address names comes into sight', async () => {
    const page = await show('#pid=20015', { width: 1600, height: 1000 });
    const place = async (): Promise<number[]> => {
      const { y = 0, height = 0 } = (await (await page.waitForSelector(opened)).boundingBox()) ?? {};
      return [y, y + height];
    };
    const expectInSight = async (): Promise<void> => {
      await expect.poll(async () => (await place())[1]).toBeLessThanOrEqual(1000);
      expect((await place())[0]).toBeGreaterThan(100);
    };
    await expectInSight();
    // In a page that is open, too: a link, Back, the parent of a process.
    await goTo(page, '');
    await page.waitForSelector(opened, { state: 'detached' });
    await page.locator('.virtual-table').evaluate((table) => table.scrollTo(0, 0));
    await page.waitForSelector('.row[data-index="0"]');
    await goTo(page, '#pid=20015');
    await expectInSight();
  });

  it('that is not there is said so; it is looked at when it is listed, and stays in its place when it ends', async () => {
    let isListed = false;
    const page = await open({
      url: `${agent.url}?refresh=1#pid=999999`,
      expects: /404/,
      change: (all) => (isListed ? all : withoutProcess(all, 2003)),
      before: (fresh) =>
        fresh.route('**/processes/extended/2003', (route) =>
          isListed ? route.continue() : route.fulfill({ status: 404, json: {} }),
        ),
    });
    await whenShown(page);
    await page.waitForSelector('.missing-process:has-text("999999")');
    // Another that is younger than the list of the agent.
    await goTo(page, '#pid=2003');
    await page.waitForSelector('.missing-process:has-text("2003")');
    isListed = true;
    await page.locator(`${opened} .note`, { hasText: 'More comes with the next update' }).waitFor();
    expect(await page.locator('.missing-process').count()).toBe(0);
    await expect.poll(() => page.getAttribute('.row.open', 'aria-rowindex')).toBe('3');
    isListed = false;
    await page.waitForSelector(`${opened} .note:has-text("ended")`);
    await expect.poll(() => page.textContent('.row.open.gone')).toContain('qemu');
    expect(await page.getAttribute('.row.open', 'aria-rowindex')).toBe('3');
  });
});

/** How far down the leftmost point of a sparkline is drawn, as a share of the height; NaN without any. */
async function firstPoint(sparkline: Locator): Promise<number> {
  const { width, height, data } = await pixelsOf(sparkline);
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) if ((data[4 * (y * width + x) + 3] ?? 0) > 128) return y / height;
  return Number.NaN;
}

describe('rows under the pointer', () => {
  it('keep their place until it leaves', async () => {
    let isTurned = false;
    const page = await open({
      url: `${agent.url}?refresh=1`,
      change: (all) => ({
        ...all,
        // The second sample is a minute younger than the first one.
        now: { iso: `2026-01-01T00:0${Number(isTurned)}:00Z`, custom: '' },
        processlist: isTurned
          ? listOf(all).map((one) => (one.pid === 2003 ? { ...one, cpu_percent: 999 } : one))
          : listOf(all),
      }),
    });
    await firstIs(page, 'name', 'java');
    await page.hover('.row[data-key="2001"]');
    isTurned = true;
    await page.waitForSelector('.row[data-key="2003"] [data-column="cpu_percent"]:text-is("999")');
    expect(await column(page, 'name', 2)).toEqual(['java', 'qemu-system-x86_64']);
    await page.mouse.move(10, 10);
    await firstIs(page, 'name', 'qemu-system-x86_64');

    // The sparkline of a process begins before its detail was opened: lower than it is now.
    await page.click('.row[data-key="2003"]');
    const sparkline = page.locator('.process-detail .sparkline').first();
    await expect.poll(() => firstPoint(sparkline)).toBeGreaterThan(0.5);
  });
});

describe('nearly idle rows', () => {
  it('keep their place when they rest, and let pass what works', async () => {
    let shares: Readonly<Record<number, number>> = { 2001: 1.5, 2002: 0.5 };
    const page = await open({
      url: `${agent.url}?refresh=1`,
      change: (all) => ({
        ...all,
        processlist: listOf(all).map((one) => ({ ...one, cpu_percent: shares[one.pid] ?? 0 })),
      }),
    });
    await expect.poll(() => column(page, 'pid', 2)).toEqual(['2001', '2002']);
    shares = { 2002: 0.5, 2003: 51.5 };
    await expect.poll(() => column(page, 'cpu_percent', 3)).toEqual(['51.5', '0.0', '0.5']);
    expect(await column(page, 'pid', 3)).toEqual(['2003', '2001', '2002']);
    // Asked for, the order is that of the moment.
    await page.click('[role="columnheader"]:has-text("PID") button');
    await page.click('[role="columnheader"]:has-text("CPU %") button');
    await expect.poll(() => column(page, 'pid', 2)).toEqual(['2003', '2002']);
  });
});

describe('other tables', () => {
  it('programs lead to their processes', async () => {
    const page = await show('#sort=nprocs');
    await page.keyboard.press('j');
    await page.waitForSelector('[data-tab="programs"][aria-selected="true"]');
    await firstIs(page, 'name', 'postgres');
    await expect.poll(() => page.textContent('[data-tab="programs"] .count')).toBe('324');
    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Threads').uncheck();
    await expect.poll(() => page.locator('.row [data-column="num_threads"]').count()).toBe(0);
    await page.keyboard.press('Escape');
    const choice = page.locator('.column-choice');
    await choice.locator('fieldset').waitFor({ state: 'detached' });
    expect(await choice.locator('summary').evaluate((one) => one === document.activeElement)).toBe(true);
    // It closes when one turns to something else, too.
    await page.keyboard.press('Enter');
    await choice.locator('fieldset').waitFor();
    await page.mouse.click(5, 5);
    await choice.locator('fieldset').waitFor({ state: 'detached' });
    expect(await choice.getAttribute('open')).toBe(null);
    await page.click('.row[data-key="postgres"]');
    await page.waitForSelector('.filter-box output:text-is("81 of 600")');
  });

  it('containers say what they use, and in which pod they are', async () => {
    const page = await show();
    await page.keyboard.press('D');
    await firstIs(page, 'name', 'metrics');
    await page.waitForSelector('.row [data-column="pod_name"]:has-text("shop")');
    // One that has ended is below the others, whatever the order.
    await page.waitForSelector('.row:nth-child(5):has-text("import"):has-text("exited 137")');
    await page.click('[role="columnheader"]:has-text("Name") button');
    await firstIs(page, 'name', 'front');
    await page.waitForSelector('.row:nth-child(5):has-text("OOM-killed")');
    await page.click('.row:has-text("shop-db")');
    await page.waitForSelector('.process-detail:has-text("postgres:17")');
    await page.click('text=Its processes');
    await page.waitForSelector('[data-tab="processes"][aria-selected="true"]');
    await firstIs(page, 'name', 'postgres:');
    await page.waitForSelector('.filter-box output:text-is("1 of 600")');
  });

  it.runIf(isInThisRun('the table of virtual machines by hand'))(
    'virtual machines have one too',
    async () => {
      const page = await show();
      await page.keyboard.press('V');
      await page.waitForSelector('[aria-label="Virtual machines"] .row');
      await expect.poll(() => page.textContent('[data-tab="vms"] .count')).toBe('2');
    },
  );
});

describe('on a phone', () => {
  it('rows have two lines, with the same order and filter, and nothing is cut off', async () => {
    const page = await show('', { width: 390, height: 844 });
    expect(await page.$$eval('.row:first-child .sub', (all) => all.map((one) => one.textContent))).toContain(
      '2002 · user1 · sleeping',
    );
    await page.selectOption('.sort-choice select', 'username');
    await page.fill('.filter-box input', 'nginx');
    await page.waitForSelector('.filter-box output:text-is("65 of 600")');
    const box = await (await page.waitForSelector('.row:first-child')).boundingBox();
    expect(box?.height).toBe(46);
    await page.click('.row:first-child');
    await page.waitForSelector('.process-detail');
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
