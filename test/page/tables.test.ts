import type { Json } from '../../src/core/served.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull, isInThisRun } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { goTo, type Look, type Snapshot, useOnePage, whenShown } from '../support/page-browser.ts';
import { firstIs, listOf, type TableTools } from './table-page.ts';
import { processTable } from './process-table.ts';
import { changingProcesses } from './changing-processes.ts';

let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

const onePage = useOnePage(() => ({ url: agent.url }));
const show = async (hash = '', look: Look = {}): Promise<Page> => {
  const page = await onePage(hash, look);
  await whenShown(page);
  await page.waitForSelector('.virtual-table .row');
  return page;
};

let processes: Parameters<TableTools['told']>[0] = listOf;
/** Sixty processes are more than a window shows; each poll of all of them costs a tenth of a second. */
let polls = 0;
const change = (all: Snapshot): Snapshot => {
  // Ten seconds later each time.
  const now = { iso: new Date(Date.UTC(2026, 0, 1) + (polls += 1) * 10_000).toISOString(), custom: '' };
  return { ...all, now, processlist: processes({ processlist: listOf(all).slice(0, 60) }) as Json };
};
const changingPage = useOnePage(() => ({
  url: `${agent.url}?refresh=${isFull ? 1 : 60}`,
  expects: /404/,
  change,
}));
const told: TableTools['told'] = async (next, hash = '', look = {}) => {
  processes = next;
  const page = await changingPage(hash, look);
  await whenShown(page);
  return page;
};
const tools: TableTools = { show, told };

describe('a process', () => {
  const opened = '.process-detail';

  // The first of the file: its page is opened with this address.
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
    // Its links and buttons come after the table; from them, too, keys continue where they were.
    await page.locator(`${opened} .close`).focus();
    await page.keyboard.press('Escape');
    await page.waitForSelector(opened, { state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treegrid');
  });
});

describe('processes', () => processTable(tools));

describe('other tables', () => {
  itInFull('programs lead to their processes', async () => {
    const page = await show('#sort=nprocs');
    await page.keyboard.press('J');
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
    // It also closes when the focus moves elsewhere.
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
    // An ended one is below the others in any order.
    await page.waitForSelector('.row:nth-child(5):has-text("import"):has-text("exited 137")');
    await page.click('[role="columnheader"]:has-text("Name") button');
    await firstIs(page, 'name', 'front');
    await page.waitForSelector('.row:nth-child(5):has-text("OOM-killed")');
    await page.click('.row:has-text("shop-db")');
    await page.waitForSelector('.process-detail:has-text("postgres:17")');
    if (!isFull) return;
    // Figures lead to their charts: in the row, and below it by keys, too.
    const cellLink = page.locator('.row:has-text("shop-db") [data-column="memory_percent"] a');
    await cellLink.click();
    await page.waitForSelector('.chart-drawer');
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain('chart=containers/shop-db_memory_usage');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.chart-drawer', { state: 'detached' });
    await page.locator('.process-detail').getByRole('link', { name: /^CPU / }).click();
    await page.waitForSelector('.chart-drawer');
    expect(decodeURIComponent(new URL(page.url()).hash)).toContain('chart=containers/shop-db_cpu_percent');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.switcher input:focus');
    await page.keyboard.type('shop-db');
    await page.waitForSelector('.switcher [aria-selected="true"]:has-text("container")');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.chart-drawer:has-text("shop-db")');
    await page.keyboard.press('Escape');
    await page.click('text=Show processes');
    await page.waitForSelector('[data-tab="processes"][aria-selected="true"]');
    await firstIs(page, 'name', 'postgres:');
    await page.waitForSelector('.filter-box output:text-is("1 of 600")');
  });

  it.runIf(isInThisRun('more of the page'))('virtual machines have one too', async () => {
    const page = await show();
    await page.keyboard.press('V');
    await page.waitForSelector('[aria-label="Virtual machines"] .row');
    await expect.poll(() => page.textContent('[data-tab="vms"] .count')).toBe('2');
  });
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

describe('processes that change', () => changingProcesses(tools));
