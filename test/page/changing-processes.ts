/** Processes that change while they are shown. Part of tables.test.ts. */
import type { Locator } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import { goTo } from '../support/page-browser.ts';
import { pixelsOf } from '../support/page-canvas.ts';
import { column, firstIs, listOf, type TableTools } from './table-page.ts';
import { itInFull } from '../support/it-in-full.ts';

const OPENED = '.process-detail';

/** How far down the leftmost point of a sparkline is drawn, as a share of the height; NaN without any. */
async function firstPoint(sparkline: Locator): Promise<number> {
  const { width, height, data } = await pixelsOf(sparkline);
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) if ((data[4 * (y * width + x) + 3] ?? 0) > 128) return y / height;
  return Number.NaN;
}

export function changingProcesses({ told }: TableTools): void {
  itInFull('keep the place of their rows under the pointer until it leaves', async () => {
    let isTurned = false;
    // The page's first, so the sparkline begins here.
    const page = await told((all) =>
      listOf(all).map((one) => (isTurned && one.pid === 2003 ? { ...one, cpu_percent: 999 } : one)),
    );
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

  itInFull('say why their cells are coloured, without a tooltip, on a phone too', async () => {
    const page = await told(
      (all) =>
        listOf(all).map((one, at) => ({
          ...one,
          cpu_percent: at === 0 ? 5800 : 1000 - at,
          status: at % 20 === 0 ? 'Z' : 'S',
          extended_stats: at === 0,
          ...(at === 0 && { cpu_min: 12.3, cpu_max: 5812.4, cpu_mean: 401.2 }),
          ...(at === 0 && { memory_min: 12.1, memory_max: 12.7, memory_mean: 12.4 }),
        })),
      '',
      { width: 1280, height: 900 },
    );
    await page.waitForSelector('.row [data-column="cpu_percent"].is-critical');
    const BUSY = 'Critical: 90.6 % of 64 cores, threshold 90.0 %';
    const ENDED = 'Critical: zombie: ended, but not yet collected by its parent';
    const current = page.locator('.row.current');
    const hint = () => current.evaluate((row) => getComputedStyle(row, '::after').content);
    await page.focus('.virtual-table');
    await page.keyboard.press('Home');
    await expect.poll(hint).toBe(`"${BUSY} · ${ENDED}"`);
    // The column of the state does not fit on a phone.
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(hint).toBe(`"${BUSY}"`);
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(hint).toBe(`"${BUSY} · ${ENDED}"`);
    await page.keyboard.press('ArrowDown');
    expect(await hint()).toBe('none');
    // At the lower edge, too: the covered next row is visible.
    await page.setViewportSize({ width: 1280, height: 640 });
    for (let count = 0; count < 19; count += 1) await page.keyboard.press('ArrowDown');
    expect(await hint()).toBe(`"${ENDED}"`);
    const [row, table] = [await current.boundingBox(), await page.locator('.virtual-table').boundingBox()];
    expect((row?.y ?? 0) + 2 * (row?.height ?? 0)).toBeLessThanOrEqual(
      (table?.y ?? 0) + (table?.height ?? 0),
    );
    await page.keyboard.press('Home');
    // Opened, its detail has the reasons instead, including those of hidden columns.
    await page.locator('.row').first().click();
    const reasons = page.locator('.detail .row-reasons li');
    await page.locator(OPENED).getByText('Critical: 5800 % of one core, threshold 90.0 %').waitFor();
    const ranges = page.locator(`${OPENED} .facts-list > div`, { hasText: /range|average/ });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => reasons.allInnerTexts()).toEqual([BUSY, ENDED]);
      expect(await hint()).toBe('none');
      await expect
        .poll(() => ranges.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height)))
        .toEqual([20, 20, 20, 20]);
    }
  });

  itInFull(
    'that are not there are said so; one is looked at when it is listed, and stays in its place when it ends',
    async () => {
      let isListed = false;
      const page = await told(
        (all) => listOf(all).filter(({ pid }) => isListed || pid !== 2003),
        '#pid=999999',
      );
      await page.route('**/processes/extended/2003', (route) =>
        isListed ? route.continue() : route.fulfill({ status: 404, json: {} }),
      );
      onTestFinished(() => page.unroute('**/processes/extended/2003'));
      await page.waitForSelector('.missing-process:has-text("999999")');
      await page.waitForSelector('.row[data-key="2003"]', { state: 'detached' });
      // A process that is newer than the agent's list.
      await goTo(page, '#pid=2003');
      await page.waitForSelector('.missing-process:has-text("2003")');
      isListed = true;
      await page.locator(`${OPENED} .note`, { hasText: 'More comes with the next update' }).waitFor();
      expect(await page.locator('.missing-process').count()).toBe(0);
      await expect.poll(() => page.getAttribute('.row.open', 'aria-rowindex')).toBe('3');
      isListed = false;
      await page.waitForSelector(`${OPENED} .note:has-text("ended")`);
      await expect.poll(() => page.textContent('.row.open.gone')).toContain('qemu');
      expect(await page.getAttribute('.row.open', 'aria-rowindex')).toBe('3');
    },
  );

  itInFull(
    'say why they are coloured, stand still on demand, and are copied as a row and as JSON',
    async () => {
      let percent = 6000;
      const page = await told(
        (all) =>
          listOf(all).map((one) =>
            one.pid === 2002
              ? { ...one, cpu_percent: percent, status: 'D', nice: -20 }
              : one.pid === 2003
                ? { ...one, status: 'Z' }
                : one,
          ),
        '#pid=2002',
        // Columns of less interest need room.
        { width: 1920, height: 1000 },
      );
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const cell = page.locator('.row[data-key="2002"] [data-column="cpu_percent"]');
      await expect
        .poll(() => cell.getAttribute('title'))
        .toMatch(/^Critical: 93.8 % of 64 cores, threshold 90.0 %/);
      // A zombie has a level; waiting for a disk and a priority have none.
      await page.waitForSelector('.row[data-key="2003"] [data-column="status"].is-critical');
      for (const [key, text] of [
        ['status', 'D'],
        ['nice', '−20'],
      ]) {
        const other = page.locator(`.row[data-key="2002"] [data-column="${key}"]`);
        expect(await other.innerText()).toBe(text);
        expect(await other.getAttribute('class')).not.toContain('is-');
      }
      const detail = page.locator('.process-detail');
      await detail
        .locator('figure:has(b.is-critical)')
        .first()
        .getByText('Critical: 6000 % of one core, threshold 90.0 %')
        .waitFor();
      const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
      await detail.getByRole('button', { name: 'Row' }).click();
      await expect.poll(copied).toMatch(/^CPU %\t.*\tPID\t.*\n6000\t.*\t2002\t/);
      await detail.getByRole('button', { name: 'JSON' }).click();
      await expect.poll(async () => JSON.parse(await copied()) as unknown).toMatchObject({ pid: 2002 });

      await page.keyboard.press('x');
      await page.getByRole('button', { name: /^Frozen at .* · Resume$/ }).waitFor();
      percent = 10;
      const answered = (): Promise<unknown> => page.waitForResponse(/api\/4\/all\?/);
      await answered();
      await answered();
      expect(await cell.locator('.text').textContent()).toBe('6000');
      await page.getByRole('button', { name: /Resume$/ }).click();
      await expect.poll(() => cell.textContent()).toBe('10.0');

      await page.getByText('Columns', { exact: true }).click();
      await page.getByLabel('Virtual size').uncheck();
      await expect.poll(() => page.locator('.row [data-column="vms"]').count()).toBe(0);
    },
  );

  itInFull('stand in the order of what is shown, nearly idle or not', async () => {
    let shares: Readonly<Record<number, number>> = { 2001: 1.5, 2002: 0.5 };
    const page = await told((all) =>
      listOf(all).map((one) => ({ ...one, cpu_percent: shares[one.pid] ?? 0 })),
    );
    await page.waitForSelector('.row[data-key="2001"] [data-column="cpu_percent"]:text-is("1.5")');
    shares = { 2002: 0.5, 2003: 51.5 };
    await expect.poll(() => column(page, 'cpu_percent', 3)).toEqual(['51.5', '0.5', '0.0']);
    expect(await column(page, 'pid', 2)).toEqual(['2003', '2002']);
  });

  itInFull(
    'are filtered by expressions that may take for ever, which keep the page from nothing',
    async () => {
      const long = 'x'.repeat(60);
      const slow = { name: long, cmdline: [long], username: 'root' };
      // Matches by its command line; marking would search its user, too.
      const marked = { name: 'java', cmdline: [`${long}y`], username: long };
      const page = await told((all) => {
        const [first, second, ...others] = listOf(all);
        return [{ ...first, ...marked }, { ...second, ...slow }, ...others];
      });
      await page.waitForSelector(`.row:has-text("${long}")`);
      const [input, count] = [page.locator('.filter-box input'), page.locator('.filter-box output')];
      await input.fill('/(x+x+)+y$/');
      await count.getByText('Takes too long').waitFor();
      await page.getByText('This expression was aborted after half a second').waitFor();
      await input.fill('name:ja.a /(x+x+)+y/');
      await count.getByText('1 of 60').waitFor();
      // If marking takes too long, the rows and the next filter still work.
      await input.fill('/ng.nx/');
      await count.getByText(/^\d\d of 60$/).waitFor();
      await expect
        .poll(() => page.evaluate(() => [...(CSS.highlights.get('filter-match') ?? [])].length))
        .toBeGreaterThan(5);
    },
  );
}
