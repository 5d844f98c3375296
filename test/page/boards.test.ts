/** Boards on the page, in a real browser, on a recorded machine with a day of history. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { boardText } from '../../src/core/board.ts';
import { createBoards } from '../../src/run/parts/boards.ts';
import { UNPROTECTED } from '../../src/serve/http/protection.ts';
import { archivedPast } from '../support/archived-past.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator, PASSWORD } from '../support/guarded-api.ts';
import { servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const open = useBrowser();
const SHOP = {
  title: 'Web shop',
  range: 21_600,
  tiles: [
    { series: 'cpu/total', size: 'wide' as const },
    { series: 'fs//_percent', size: 'small' as const },
    { series: 'fs//gone_percent', size: 'small' as const },
  ],
};

/** A page, logged in if there is a password, and its boards' folder. */
async function rig(hash: string, { hasPassword = true, width = 1280 } = {}) {
  const folder = temporaryTree();
  writeFileSync(`${folder}/shop.json`, boardText(SHOP));
  const { url } = await forThisTest(
    servePage('small-vm', {
      isOfNow: true,
      boards: createBoards(folder),
      ...(hasPassword && { protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() } }),
      past: async (recorded) => (await archivedPast(recorded)).setup,
    }),
  );
  const page = await open({ url: url + hash, width, height: 900, expects: /401/ });
  if (hasPassword) {
    await page.fill('.login input[name="password"]', PASSWORD);
    await page.keyboard.press('Enter');
  }
  const kept = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));
  return { page, kept };
}

const titles = (page: Page): Promise<string[]> => page.locator('.tile h3').allInnerTexts();

describe('a board', () => {
  it('is made from a chart, and found by its title', async () => {
    const { page, kept } = await rig('#chart=mem/percent&chart=cpu/user');
    const drawer = page.locator('.chart-drawer');
    const choice = drawer.getByLabel('Add to a board');
    await choice.selectOption('Web shop');
    await drawer.getByText('Added to Web shop').waitFor();
    expect(kept('shop')).toMatchObject({
      tiles: [...SHOP.tiles, { series: 'mem/percent' }, { series: 'cpu/user' }],
    });
    await choice.selectOption('New board…');
    await drawer.getByLabel('Title of the new board').fill('Küche');
    await page.keyboard.press('Enter');
    await drawer.getByRole('link', { name: 'Küche' }).click();
    await expect.poll(() => titles(page)).toEqual(['Memory in use', 'CPU user']);
    expect(kept('kuche')).toEqual({
      title: 'Küche',
      range: 0,
      tiles: [
        { series: 'mem/percent', size: 'small' },
        { series: 'cpu/user', size: 'small' },
      ],
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('web shop');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#board=shop');
    await page.locator('.tile.wide').waitFor();
  });

  it('shows its numbers over its time, says what is not served, and leads to the charts', async () => {
    const { page } = await rig('#board=shop');
    await expect.poll(() => page.locator('.tile.wide .tile-chart .line').count()).toBe(1);
    await page.locator('.tile .value[href*="cpu/total"] .digits').filter({ hasText: /\d/ }).waitFor();
    await page.locator('.tile').nth(2).getByText('not served at present').waitFor();
    expect(await page.locator('.rail').count()).toBe(0);
    expect(await violations(page, EVERYTHING)).toEqual([]);
    await page.getByLabel('Time').selectOption('Last minutes');
    await page.locator('.tile.wide canvas.sparkline').waitFor();
    await page.locator('.tile.wide a.chart').click();
    await page.locator('.chart-drawer .limits').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator('.rail').waitFor();
  });

  it('is put in order, renamed, saved and removed', async () => {
    const { page, kept } = await rig('#board=shop');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Move CPU total on' }).click();
    await page.getByRole('button', { name: 'Make CPU total wide' }).click();
    await page.getByRole('button', { name: /^Remove .*gone/ }).click();
    await page.getByLabel('Title').fill('Shop');
    await page.getByLabel('Time').selectOption('24 h');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Shop' }).waitFor();
    expect(kept('shop')).toEqual({
      title: 'Shop',
      range: 86_400,
      tiles: [
        { series: 'fs//_percent', size: 'small' },
        { series: 'cpu/total', size: 'small' },
      ],
    });
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Remove board' }).click();
    await page.getByRole('button', { name: 'Really remove' }).click();
    await page.locator('.rail').waitFor();
    expect(() => kept('shop')).toThrow('ENOENT');
  });

  it('is looked at by everybody where there is no password, on a phone, too', async () => {
    const { page } = await rig('#board=shop', { hasPassword: false, width: 390 });
    await page.locator('.tile.wide').waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await goTo(page, '#board=nosuch');
    await page.getByText('There is no board nosuch.').waitFor();
  });
});
