/** The drawer of explanations, in a real browser, on a recorded machine with a day of history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../src/explain/explanation.ts';
import { type ArchivedPast, archivedPast } from '../support/archived-past.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { useOnePage } from '../support/page-browser.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SENTENCE = /^CPU at \d+ % from .* to .*, mostly borg\.$/;
let agent: PageAgent;
let past: ArchivedPast;
beforeAll(async () => {
  agent = await servePage('small-vm', {
    isOfNow: true,
    past: async (recorded) => (past = await archivedPast(recorded)).setup,
  });
});
afterAll(() => agent.close());

const onePage = useOnePage(() => ({ url: agent.url, height: 900, expects: /400|404/ }));
const peak = (): number => past.end - 3 * HOUR;
const iso = (time: number): string => new Date(time).toISOString();

describe('Why?', () => {
  it('explains a moment of the past, with links to what it names', async () => {
    const page = await onePage(`#at=${peak()}`);
    const button = page.locator('.past-banner').getByRole('button', { name: 'Why?' });
    await button.click();
    const drawer = page.locator('.why-drawer');
    await expect.poll(() => drawer.locator('.sentence').innerText()).toMatch(SENTENCE);
    const evidence = drawer.locator('.evidence li').filter({ hasText: 'cpu total' });
    await evidence.locator('path').waitFor({ state: 'attached' });
    await expect.poll(() => evidence.locator('path').getAttribute('d')).toMatch(/^M0\.0 .*L120\.0 /);
    await expect
      .poll(() => drawer.getByRole('region', { name: 'Who' }).innerText())
      .toContain('borg: 381 % of a core (usually 0 % of a core)');
    expect(await drawer.getByRole('region', { name: 'Not known' }).innerText()).toContain(
      'No history of latency of disks',
    );
    expect(await violations(page, EVERYTHING, '.why-drawer')).toEqual([]);
    // A reload shows the same.
    expect(new URL(page.url()).hash).toContain(`why=${peak() - 5 * MINUTE}-${peak() + 5 * MINUTE}`);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);

    await button.click();
    await evidence.getByRole('link').click();
    await page.locator('.chart-drawer').waitFor();
    expect(new URL(page.url()).hash).toContain('chart=cpu/total');
    expect(await drawer.count()).toBe(0);
  });

  it('explains the range of a chart', async () => {
    const page = await onePage(
      `#chart=cpu/total&from=${iso(peak() - HOUR / 2)}&to=${iso(peak() + HOUR / 2)}`,
    );
    await page.locator('.chart-drawer').getByRole('button', { name: 'Why?' }).click();
    const drawer = page.locator('.why-drawer');
    await expect.poll(() => drawer.locator('.sentence').innerText()).toMatch(SENTENCE);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(await page.locator('.chart-drawer').isVisible()).toBe(true);
  });

  it('explains an alert', async () => {
    const page = await onePage();
    await page.locator('.alert-timeline .strip').click();
    const row = page.locator('.alert-timeline li').filter({ hasText: 'CPU' }).last();
    await row.getByRole('button', { name: /^Why\? / }).click();
    const drawer = page.locator('.why-drawer');
    await drawer.locator('.sentence').waitFor();
    const [, from, to] = /why=(\d+)-(\d+)/.exec(page.url()) ?? [];
    expect(Number(to) - Number(from)).toBeGreaterThanOrEqual(4 * MINUTE);
  });

  it('says what is wrong with the address, and why there is no answer', async () => {
    const page = await onePage('#why=yesterday');
    const drawer = page.locator('.why-drawer');
    await drawer.getByText('The address names no time to explain.').waitFor();
    await page.keyboard.press('Escape');
    await page.route('**/api/explain?*', (route) =>
      route.fulfill({ status: 400, json: { detail: 'The history is off' } }),
    );
    await page.evaluate((to) => (location.hash = `#why=${to - 60_000}-${to}`), past.end);
    await drawer.getByText('No explanation: ').waitFor();
    expect(await drawer.locator('[role="alert"]').innerText()).toContain('The history is off');
    await page.unroute('**/api/explain?*');
    await drawer.getByRole('button', { name: 'Try again' }).click();
    await drawer.locator('.sentence').waitFor();
  });

  it('says that it found no cause, on a phone too, and leads to further causes', async () => {
    const page = await onePage(`#why=${peak() + HOUR}-${peak() + HOUR + 10 * MINUTE}`);
    const sentence = page.locator('.why-drawer .sentence');
    await expect.poll(() => sentence.innerText()).toMatch(/^No cause found from /);
    await page.setViewportSize({ width: 390, height: 844 });
    const room = await page.locator('.why-drawer').evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(room).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.route('**/api/explain?*', async (route) => {
      const found = (await (await route.fetch()).json()) as Explanation;
      const other = { ...found.verdict, sentence: 'A second cause.' };
      await route.fulfill({ json: { ...found, others: [other] } });
    });
    await page.evaluate((at) => (location.hash = `#why=${at - 300_000}-${at + 300_000}`), peak());
    await page.getByRole('link', { name: 'A second cause.' }).click();
    await page.locator('.chart-drawer').waitFor();
    expect(new URL(page.url()).hash).toContain('chart=cpu/total');
    await page.unroute('**/api/explain?*');
  });
});
