/** The table of processes. Part of tables.test.ts, whose agent it shows. */
import { expect, it } from 'vitest';
import { itInFull } from '../support/it-in-full.ts';
import { column, firstIs, type TableTools } from './table-page.ts';

export function processTable(tools: TableTools): void {
  const { show } = tools;
  itInFull('are ordered by CPU, of one core or of all; S shows the folder of commands', async () => {
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
    const sorted = await page.$$eval('.head [role="columnheader"] button', async (headings) => {
      const counts: number[] = [];
      for (const heading of headings) {
        (heading as HTMLElement).click();
        await new Promise(requestAnimationFrame);
        counts.push(document.querySelectorAll('[aria-sort]').length);
      }
      return counts;
    });
    expect(sorted.length).toBeGreaterThan(8);
    expect(new Set(sorted)).toEqual(new Set([1]));
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

  itInFull('are filtered by command line and PID, and marked in columns that are shown', async () => {
    const page = await show();
    await page.fill('.filter-box input', 'xmx64');
    await page.waitForSelector('.filter-box output:text-is("1 of 600")');
    await page.fill('.filter-box input', '2003 qemu');
    await page.waitForSelector('.filter-box output:text-is("1 of 600")');
    await firstIs(page, 'pid', '2003');
    // Numbers in hidden columns are not marked.
    await page.fill('.filter-box input', '0');
    const columnsOfMarks = (): Promise<(string | undefined)[]> =>
      page.evaluate(() =>
        [...(CSS.highlights.get('filter-match') ?? [])].map(
          ({ startContainer: { parentElement } }) =>
            parentElement?.closest<HTMLElement>('[data-column]')?.dataset['column'],
        ),
      );
    await expect.poll(async () => new Set(await columnsOfMarks())).toEqual(new Set(['pid', 'name']));
    await page.fill('.filter-box input', '');
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
}
