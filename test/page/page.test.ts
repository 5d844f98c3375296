import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { SECTION_LISTS } from '../../src/show/display/section-lists.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { isFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, servePage, sharedPage } from '../support/page-agent.ts';
import { goTo, useBrowser, whenLive, whenShown } from '../support/page-browser.ts';
import { givePast } from '../support/page-past.ts';
import { showHost } from '../support/recorded-terminal.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});

/** Rows of sections that a terminal does not show with the same values. */
async function missingOnTerminal(page: Page, terminal: readonly string[]): Promise<string[][]> {
  const places = Object.keys(SECTION_LISTS).map((name) => `[data-section="${name}"]`);
  const rows = await page
    .locator(`:is(${places.join()}) tbody tr:has(> .number)`)
    .evaluateAll((all) =>
      all.map((row) => [
        row.querySelector('bdi')?.textContent ?? '',
        ...[...row.querySelectorAll(':scope > .number')].map((cell) =>
          [...cell.querySelectorAll('.digits, .unit, bdi')].map(({ textContent }) => textContent).join(' '),
        ),
      ]),
    );
  expect(rows.length).toBeGreaterThan(40);
  const squeezed = terminal.map((line) => line.slice(0, 52).replaceAll(/\s+/g, ' '));
  // The terminal has room for two values and for the beginning of a name.
  return rows.filter(([name = '', first = '', second = '']) => {
    const values = `${first} ${second}`.replaceAll(/\s+/g, ' ').replaceAll('−', '-').trim();
    return !squeezed.some((line) => line.includes(name.slice(0, 12)) && line.includes(values));
  });
}

describe('the page', () => {
  it('shows the machine, its vital signs, sections and the processes in sight, and follows the stream', async () => {
    // Most other tests show pages without a prefix.
    const { url } = await forThisTest(servePage('big-server', { prefix: '/a/b' }));
    const page = await open({ url });
    await whenShown(page);
    await expect.poll(() => page.title()).toMatch(/big-server · Gander$/);
    await expect.poll(() => page.textContent('.page-header .host')).toBe('big-server');
    await expect.poll(() => page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
    await expect.poll(() => page.textContent('[data-vital="mem"] .large .digits')).toBe('50.2');
    // These follow the first frame.
    for (const name of ['network', 'diskio', 'fs', 'connections', 'irq'])
      await page.locator(`[data-section="${name}"]`).waitFor({ state: 'attached' });
    await expect.poll(() => page.textContent('[data-tab="processes"] .count')).toBe('600');
    await expect.poll(() => page.textContent('.virtual-table .rows .row')).toContain('java');
    await whenLive(page);
    const rows = await page.$$eval('.virtual-table .rows .row', (all) => all.length);
    expect(rows).toBeGreaterThan(10);
    expect(rows).toBeLessThan(80);
    await page.focus('.virtual-table');
    await page.keyboard.press('End');
    await page.waitForSelector('.virtual-table .row[aria-rowindex="601"].current');
    const argv = ['--enable-irq'];
    const { screen } = await showHost('big-server', { isOnlyRead: true, width: 200, height: 400, argv });
    expect(await missingOnTerminal(page, screen().split('\n'))).toEqual([]);
  });

  itInFull('shows no values of now under the date of a moment that has no history', async () => {
    const page = await open({ url: `${agent.url}#at=1795000000000`, expects: /404|503/ });
    const banner = page.locator('.past-banner');
    await banner.getByText('The past cannot be shown: there is no history on disk').waitFor();
    await banner.getByText('These are the values of now.').waitFor();
    expect(await page.locator('.time-picker > button').innerText()).toMatch(/^Time:\s+Live/);
    await banner.getByRole('button', { name: 'Live' }).click();
    await banner.waitFor({ state: 'detached' });
  });
});

/** Parts that load after the first frame are ready, including the printed sheets. */
const whenComplete = (page: Page): Promise<unknown> =>
  page.locator('[data-section="network"]').waitFor({ state: 'attached' });

describe('on paper', () => {
  itInFull('is two light sheets, and a chart can be sent by its link', async () => {
    const page = await open({
      url: `${agent.url}#chart=cpu/total`,
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
      before: (tab) => givePast(tab),
    });
    await whenShown(page);
    await page.locator('.chart-drawer').getByRole('button', { name: 'Copy link' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${agent.url}#chart=cpu/total`);
    // Next to each of several charts: only that one.
    const third = 'network/bond0_bytes_recv_rate_per_sec';
    await goTo(page, `#chart=cpu/total&chart=load/min1&chart=${third}`);
    await page.getByRole('button', { name: 'Copy link to this chart' }).nth(1).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${agent.url}#chart=${third}`);
    await goTo(page, '#chart=cpu/total');
    await whenComplete(page);
    if (isFull) {
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(2);
    }
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const sheet = page.locator('.print-sheet');
    await sheet.getByText('Disk sdb is failing').first().waitFor();
    expect(await sheet.locator('tbody tr').count()).toBe(30);
    expect(await sheet.locator('figure .line[d^="M"]').count()).toBeGreaterThan(3);
    await sheet.locator('figure', { hasText: 'CPU total' }).locator('b', { hasText: /\d ?%/ }).waitFor();
    for (const value of await sheet.locator('figure b').allInnerTexts()) expect(value).toMatch(/\d/);
    expect((await sheet.locator('li .level-mark svg').first().boundingBox())?.height).toBe(9);
    // What stands is told once, and not among what has ended.
    const told = (await sheet.locator('li').allInnerTexts()).filter((text) => text.includes('md127'));
    expect(told).toEqual([expect.stringMatching(/^Array md127 is inactive for /)]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    expect(
      await page.locator('.page > :visible').evaluateAll((all) => all.map((one) => one.className)),
    ).toEqual(['print-sheet']);
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await sheet.waitFor({ state: 'detached' });
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
  });
});

describe('the address', () => {
  itInFull('brings another browser the same view', async () => {
    const look = encodeURIComponent(JSON.stringify({ theme: 'light', hidden: ['fs'], evil: 1, bits: 'x' }));
    const page = await open({ url: `${agent.url}?look=${look}#sort=memory_percent` });
    await whenShown(page);
    await expect.poll(() => page.getAttribute('html', 'data-theme')).toBe('light');
    expect(await page.$('[data-section="fs"]')).toBe(null);
    await page.waitForSelector('[aria-sort="descending"]:has-text("Mem")');
  });
});

describe('below a prefix', () => {
  itInFull('works the same', async () => {
    const prefixed = await forThisTest(servePage('small-vm', { prefix: '/a/b' }));
    const page = await open({ url: prefixed.url });
    await whenShown(page);
    await expect.poll(() => page.title()).toContain('Gander');
    await whenComplete(page);
    // Two sheets, though all of a small machine would fit into one.
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(2);
  });
});
