import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { type Snapshot, useBrowser, useOnePage, whenShown } from '../support/page-browser.ts';
import { pixelsOf } from '../support/page-canvas.ts';

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
/** The text of a cell, without a unit: of plain ones it is all that there is. */
const textIn = (key: string): string => `:is([data-column="${key}"].plain, [data-column="${key}"] .text)`;
/** The text of a column of the first rows. */
const column = (page: Page, key: string, count = 5): Promise<string[]> =>
  page.$$eval(
    `.virtual-table .row ${textIn(key)}`,
    (cells, most) => cells.slice(0, most).map((cell) => cell.textContent ?? ''),
    count,
  );
const firstIs = (page: Page, key: string, text: string): Promise<unknown> =>
  page.waitForSelector(`.virtual-table .rows > .row:first-child ${textIn(key)}:text-is("${text}")`);

describe('processes', () => {
  it('say why they are coloured, stand still on demand, and are copied as a row and as JSON', async () => {
    let percent = 6000;
    const page = await open({
      url: `${agent.url}#pid=2002`,
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
      change: (all) => ({
        ...all,
        processlist: (all['processlist'] as Snapshot[]).map((one) =>
          one['pid'] === 2002
            ? { ...one, cpu_percent: percent, status: 'D', nice: -20 }
            : one['pid'] === 2003
              ? { ...one, status: 'Z' }
              : one,
        ),
      }),
    });
    const cell = page.locator('.row[data-key="2002"] [data-column="cpu_percent"]');
    await expect
      .poll(() => cell.getAttribute('title'))
      .toMatch(/^Critical: 93.8% of 64 cores, threshold 90.0%/);
    // A zombie has a level; waiting for a disk, as every process does at times, and a priority have none.
    await page.waitForSelector('.row[data-key="2003"] [data-column="status"].is-critical');
    for (const [key, text] of [
      ['status', 'D'],
      ['nice', '-20'],
    ]) {
      const other = page.locator(`.row[data-key="2002"] [data-column="${key}"]`);
      expect(await other.innerText()).toBe(text);
      expect(await other.getAttribute('class')).not.toContain('is-');
    }
    const detail = page.locator('.process-detail');
    await expect
      .poll(() => detail.locator('b.is-critical').first().getAttribute('title'))
      .toBe('Critical: 6000% of one core, threshold 90.0%');
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await detail.getByRole('button', { name: 'Row' }).click();
    await expect.poll(copied).toMatch(/^CPU %\t.*\tPID\t.*\n6000\t.*\t2002\t/);
    await detail.getByRole('button', { name: 'JSON' }).click();
    await expect.poll(async () => JSON.parse(await copied()) as unknown).toMatchObject({ pid: 2002 });

    await page.keyboard.press('x');
    await page.getByRole('button', { name: /^Frozen at .* · Resume$/ }).waitFor();
    percent = 10;
    const answered = (): Promise<unknown> => page.waitForResponse(/api\/4\/all$/);
    await answered();
    await answered();
    expect(await cell.locator('.text').textContent()).toBe('6000');
    await page.getByRole('button', { name: /Resume$/ }).click();
    await expect.poll(() => cell.textContent()).toBe('10.0');

    await page.getByText('Columns', { exact: true }).click();
    await page.getByLabel('Memory that is mapped, resident or not').uncheck();
    await expect.poll(() => page.locator('.row [data-column="vms"]').count()).toBe(0);
  });

  it('are ordered by CPU, of one core or of all; S shows the folder of commands', async () => {
    const page = await show();
    await expect.poll(() => column(page, 'name', 3)).toEqual(['java', 'qemu-system-x86_64', 'solver']);
    await expect
      .poll(() => column(page, 'cpu_percent', 6))
      .toEqual(['400', '200', '150', '100', '75.0', '50.0']);
    // Four cores of sixty-four are no trouble of the machine.
    expect(await page.$$('.row [data-column="cpu_percent"][class*="is-"]')).toEqual([]);
    await page.keyboard.press('S');
    await page.waitForSelector('.row [data-column="name"] .soft:text-is("/usr/bin/")');
    await page.keyboard.press('0');
    await firstIs(page, 'cpu_percent', '6.3');
    for (const key of ['S', '0']) await page.keyboard.press(key);
    await firstIs(page, 'cpu_percent', '400');
  });

  it('are ordered by keys, and by a click on any heading; a second one turns it round', async () => {
    const page = await show();
    for (const [key, first, direction] of [
      ['m', 'java', 'descending'],
      ['i', 'rsync', 'descending'],
      ['Y', 'java', 'descending'],
      ['p', 'nameless', 'ascending'],
    ] as const) {
      await page.keyboard.press(key);
      await firstIs(page, 'name', first);
      await page.waitForSelector(`.head .sorted[aria-sort="${direction}"]`);
    }
    for (const heading of await page.$$('.head [role="columnheader"] button')) {
      await heading.click();
      expect(await page.$$eval('[aria-sort]', (all) => all.length)).toBe(1);
    }
    await page.click('.head button:has-text("PID")');
    await expect.poll(() => column(page, 'pid', 3)).toEqual(['1', '2', '3']);
    await page.click('.head button:has-text("PID")');
    await expect.poll(() => page.getAttribute('.head .sorted', 'aria-sort')).toBe('descending');
    await expect.poll(() => new URL(page.url()).hash).toBe('#sort=-pid');
    const pids = (await column(page, 'pid', 20)).map(Number);
    expect(pids).toEqual(pids.toSorted((a, b) => b - a));
  });

  it('stand below their parents or in groups, and say where they come from', async () => {
    const page = await show();
    const leads = async () =>
      (
        await page.$$eval('.row [data-column="name"]', (all) => all.map((one) => one.textContent ?? ''))
      ).slice(0, 3);
    await page.keyboard.press('t');
    await expect
      .poll(leads)
      .toEqual(['systemd', expect.stringMatching(/^├─ java/), expect.stringMatching(/^│ └─ sh/)]);
    await expect.poll(() => new URL(page.url()).hash).toBe('#form=tree');
    await page.click('.row[data-key="3016"]');
    await page.locator('.process-origin', { hasText: /Started \d{4}-/ }).waitFor();
    await page.locator('.process-origin').getByRole('button', { name: 'java 2002' }).click();
    await page.waitForSelector('.process-detail[aria-label="Process 2002"]');
    await page.locator('.process-origin').getByRole('button', { name: '1 child' }).click();
    await page.waitForSelector('.filter-box output:text-is("1 of 600")');
    await page.keyboard.press('E');
    await page.keyboard.press('Escape');

    await page.keyboard.press('g');
    await page.click('.row:has-text("no unit")');
    const group = page.locator('.row', { hasText: 'container metrics' });
    await group.getByText('1 process').waitFor();
    await page.waitForSelector('.row[data-key="2008"]');
    await group.click();
    await page.waitForSelector('.row[data-key="2008"]', { state: 'detached' });
  });

  it('are filtered by what people type, marked, and the address keeps it', async () => {
    const page = await show();
    await page.keyboard.press('/');
    await page.keyboard.type('SLEEP root');
    await page.waitForSelector('.row .text:text-is("sleep")');
    await expect.poll(async () => new Set(await column(page, 'username', 20))).toEqual(new Set(['root']));
    const marked = async () =>
      new Set(await page.evaluate(() => [...(CSS.highlights.get('filter-match') ?? [])].map(String)));
    await expect.poll(marked).toEqual(new Set(['sleep', 'root']));
    await page.fill('.filter-box input', 'username:postgres');
    await page.waitForSelector('.filter-box output:text-is("81 of 600")');
    await expect.poll(() => new URL(page.url()).hash).toBe('#filter=username:postgres');
    await page.fill('.filter-box input', '/[/');
    await page.waitForSelector('.filter-box input[aria-invalid="true"]');
    await page.fill('.filter-box input', 'ngin');
    await page.waitForSelector('.filter-box output:text-is("65 of 600")');
    await page.keyboard.press('Escape');
    await firstIs(page, 'name', 'java');
  });

  it('go through the rows by keys, however far', async () => {
    const page = await show();
    await page.focus('.virtual-table');
    const current = () => page.getAttribute('.row.current', 'aria-rowindex');
    for (const [key, expected] of [
      ['ArrowDown', '2'],
      ['ArrowDown', '3'],
      ['ArrowUp', '2'],
      ['End', '601'],
      ['Home', '2'],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForSelector(`.row.current[aria-rowindex="${expected}"]`);
    }
    await page.keyboard.press('PageDown');
    expect(Number(await current())).toBeGreaterThan(10);
    const named = await page.getAttribute('.virtual-table', 'aria-activedescendant');
    expect(named).toBe(await page.getAttribute('.row.current', 'id'));
    await expect.poll(() => page.getAttribute('.virtual-table', 'aria-rowcount')).toBe('601');
  });
});

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
    await page.keyboard.press('Escape');
    await page.waitForSelector(opened, { state: 'detached' });
  });

  it('that an address names comes into sight', async () => {
    const page = await show('#pid=20015', { width: 1600, height: 1000 });
    const box = await (await page.waitForSelector(opened)).boundingBox();
    expect(box?.y).toBeGreaterThan(100);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(1000);
  });

  it('that is not there is said so', async () => {
    const page = await open({ url: `${agent.url}#pid=999999`, expects: /404/ });
    await whenShown(page);
    await page.waitForSelector('.missing-process:has-text("999999")');
  });

  it('stays where it was when it ends', async () => {
    let hasEnded = false;
    const page = await open({
      url: `${agent.url}?refresh=1#pid=2003`,
      change: (all) => (hasEnded ? withoutProcess(all, 2003) : all),
    });
    await page.waitForSelector(opened);
    hasEnded = true;
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

const listOf = (all: Snapshot): { pid: number; cpu_percent: number }[] =>
  all['processlist'] as { pid: number; cpu_percent: number }[];
const withoutProcess = (all: Snapshot, pid: number): Snapshot => ({
  ...all,
  processlist: listOf(all).filter((one) => one.pid !== pid),
});

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
    await page.click('.row[data-key="postgres"]');
    await page.waitForSelector('.filter-box output:text-is("81 of 600")');
  });

  it('containers say what they use, and in which pod they are', async () => {
    const page = await show();
    await page.keyboard.press('D');
    await firstIs(page, 'name', 'metrics');
    await page.waitForSelector('.row [data-column="pod_name"]:has-text("shop")');
    await page.click('.row:has-text("shop-db")');
    await page.waitForSelector('.process-detail:has-text("postgres:17")');
    await page.click('text=Its processes');
    await page.waitForSelector('[data-tab="processes"][aria-selected="true"]');
    await firstIs(page, 'name', 'postgres:');
    await page.waitForSelector('.filter-box output:text-is("1 of 600")');
  });

  it('virtual machines have one too', async () => {
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
