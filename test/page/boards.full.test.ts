/** Boards on the page, in a real browser, on a recorded machine with a day of history. */
import { keptProblems } from '../support/file-problems.ts';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boardText } from '../../src/api/boards/board.ts';
import { createBoards } from '../../src/api/boards/boards.ts';
import { type Protection, UNPROTECTED } from '../../src/http/server/protection.ts';
import { archivedPast } from '../support/archived-past.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';
import { beginSession } from '../support/page-session.ts';
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

const serve = (boards: string, protection?: Protection): Promise<PageAgent> =>
  servePage('small-vm', {
    isOfNow: true,
    boards: createBoards(boards, keptProblems().problems),
    ...(protection && { protection }),
    past: async (recorded) => (await archivedPast(recorded)).setup,
  });

const folder = mkdtempSync(join(tmpdir(), 'gander-boards-'));
let agent: PageAgent;
beforeAll(async () => {
  agent = await serve(folder, { ...UNPROTECTED, authenticator: fakeAuthenticator() });
});
afterAll(async () => {
  await agent.close();
  rmSync(folder, { recursive: true });
});

/** A page, logged in; its agent has one board. */
function show(hash: string): Promise<Page> {
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  writeFileSync(`${folder}/shop.json`, boardText(SHOP));
  const before = (page: Page) => beginSession(page, agent.url);
  return open({ url: agent.url + hash, width: 1280, height: 900, before });
}
const kept = (name: string): unknown => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'));

const titles = (page: Page): Promise<string[]> => page.locator('.tile h3').allInnerTexts();

describe('a board', () => {
  it('is made from a chart, and found by its title', async () => {
    const page = await show('#chart=mem/percent&chart=cpu/user');
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
    await page.fill('.switcher input', 'web shop');
    await page.locator('.switcher [aria-selected="true"]', { hasText: 'Web shop' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toContain('#board=shop');
    await page.locator('.tile.wide').waitFor();
  });

  it('shows its numbers over its time, says what is not served, and leads to the charts', async () => {
    const page = await show('#board=shop');
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

  it('takes several numbers at once, and is put in order by dragging and by keys', async () => {
    const page = await show('#board=shop');
    await page.getByRole('button', { name: 'Edit' }).click();
    const numbers = page.getByRole('form', { name: 'Add numbers' });
    await numbers.getByLabel('Part of the host').selectOption('mem');
    await numbers.getByLabel('Search numbers').fill('memory');
    for (const name of ['Memory in use', 'Memory available'])
      await numbers.getByLabel(name, { exact: true }).check();
    await numbers.getByRole('button', { name: 'Add 2 numbers' }).click();
    await expect.poll(() => titles(page)).toHaveLength(5);
    const [first, , , fourth, last] = await titles(page);
    await page.locator('.tiles > li').first().dragTo(page.locator('.tiles > li').last());
    await expect.poll(async () => (await titles(page)).at(-1)).toBe(first);
    await page.getByRole('button', { name: `Move ${first} back` }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await titles(page)).slice(2)).toEqual([first, fourth, last]);
    await page.getByText(`${first}: place 3 of 5`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    expect(kept('shop')).toMatchObject({
      tiles: [{ series: 'fs//_percent' }, { series: 'fs//gone_percent' }, { series: 'cpu/total' }, {}, {}],
    });
  });

  it('is put in order, renamed, saved and removed', async () => {
    const page = await show('#board=shop');
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
    const boards = temporaryTree();
    writeFileSync(`${boards}/shop.json`, boardText(SHOP));
    const { url } = await forThisTest(serve(boards));
    const page = await open({ url: `${url}#board=shop`, width: 390, height: 900 });
    await page.locator('.tile.wide').waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await goTo(page, '#board=nosuch');
    await page.getByText('There is no board nosuch.').waitFor();
  });
});
