/** The drawer with the course of a value, in a real browser, on a recorded machine. */
import { existsSync, readFileSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';

const CHROMIUM = '/usr/bin/chromium';
const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) console.warn(`skipped: charts of the page in a browser (no ${CHROMIUM})`);

describe.skipIf(!hasBrowser)('the chart drawer', () => {
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

  async function open(hash: string, width = 1600): Promise<{ page: Page; problems: string[] }> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const problems: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(agent.url + hash);
    return { page, problems };
  }

  it('opens from a number, shows its figures, and gives the focus back when Escape closes it', async () => {
    const { page, problems } = await open('');
    const number = page.locator('a.value[href*="chart="]').first();
    await number.focus();
    const address = await number.getAttribute('href');
    await page.keyboard.press('Enter');
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('canvas').waitFor();
    expect(new URL(page.url()).hash).toBe(address);
    expect(await drawer.locator('.figures tbody td').allInnerTexts()).toContainEqual(
      expect.stringMatching(/\d/),
    );
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('');
    expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(address);
    expect(problems).toEqual([]);
    await page.close();
  });

  it.each([1600, 390])('has courses side by side, files and a table, %i pixels wide', async (width) => {
    const { page, problems } = await open('#chart=cpu/total&range=300', width);
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('select').selectOption('cpu/user');
    await drawer.locator('.figures tbody tr').nth(1).waitFor();
    expect(page.url()).toContain('chart=cpu/total&chart=cpu/user');
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
    expect(problems).toEqual([]);
    await page.close();
  });

  it('says so when there is nothing to show, also while new samples come', async () => {
    const { page, problems } = await open('#chart=cpu/no%20such%20thing');
    const words = page.getByText('Nothing was recorded in this range.');
    await words.waitFor();
    const { store } = agent.agent;
    store.commit('cpu', { ...(store.latest('cpu').value as object), total: 87.6 }, Date.now());
    await page.locator('.vital').getByText('87.6').first().waitFor();
    expect(await words.isVisible()).toBe(true);
    expect(problems).toEqual([]);
    await page.close();
  });

  it.each([
    ['at once', 200, /\/api\/history\?/],
    ['from an agent that answers for one plugin at a time', 404, /\/api\/4\/\w+\/.*history/],
  ])('gets its past %s', async (_, status, expected) => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('response', (response) => {
      if (response.url().includes('history') && response.status() === 200) asked.push(response.url());
    });
    if (status !== 200)
      await page.route(/\/api\/history\?/, (route) =>
        route.fulfill({ status, json: { detail: 'Not Found' } }),
      );
    await page.goto(`${agent.url}#chart=cpu/total`);
    await page.locator('.chart-drawer .figures td').filter({ hasText: /\d/ }).first().waitFor();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => !expected.test(url) && !url.includes('/history/1'))).toEqual([]);
    await context.close();
  });
});
