import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { type PageAgent, sharedPage } from '../support/page-agent.ts';
import { useBrowser } from '../support/page-browser.ts';
import { itInFull } from '../support/it-in-full.ts';

let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});
const visit = useBrowser();

interface FirstFrame {
  rows: number;
  vitals: number;
  sections: number;
  drawn: number;
  asked: string[];
}

/** Records the frame that renders the first rows: names, and requests so far. */
const KEEP = `{
  const count = (selector) => document.querySelectorAll(selector).length;
  const look = () => {
    if (count('.virtual-table .row') === 0) return requestAnimationFrame(look);
    window.firstFrame = {
      rows: count('.virtual-table .row'),
      vitals: count('.vital-cell .digits'),
      sections: count('.rail .section'),
      drawn: window.drawn ?? 0,
      asked: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    };
  };
  requestAnimationFrame(look);
  const context = HTMLCanvasElement.prototype.getContext;
  HTMLCanvasElement.prototype.getContext = function (...args) {
    window.drawn = (window.drawn ?? 0) + 1;
    return context.apply(this, args);
  };
}`;

const open = (width: number) =>
  visit({ url: agent.url, width, context: {}, before: (page) => page.addInitScript(KEEP) });

it('has a dozen rows and the vital signs; what is beside and below them follows', async () => {
  const page = await open(1600);
  await page.waitForSelector('.rail .section');
  const first = await page.evaluate<FirstFrame>('window.firstFrame');
  expect(first.vitals).toBeGreaterThan(5);
  expect(first.rows).toBe(12);
  expect([first.sections, first.drawn]).toEqual([0, 0]);
  expect(first.asked).toContain('/api/4/all');
  const rest = /archive|api.*stream|processes|history|deferred/;
  expect(first.asked.filter((path) => rest.test(path))).toEqual([]);
  await expect.poll(() => page.locator('.virtual-table .row').count()).toBeGreaterThan(20);
  await expect.poll(() => page.evaluate('window.drawn')).toBeGreaterThan(5);
  expect(await page.locator('.rail .section').count()).toBeGreaterThan(5);
});

/** Records the names of read replies. */
const READ = `{
  window.read = [];
  const { json } = Response.prototype;
  Response.prototype.json = function () {
    window.read.push(new URL(this.url).pathname);
    return json.call(this);
  };
}`;

/** Delays replies for a file of the page until released. */
async function held(page: Page, file: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(file, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

itInFull('has replies read while its scripts are still on their way', async () => {
  const page = await visit({ url: agent.url, context: {} });
  const release = await held(page, '**/static/index-*.js');
  await page.addInitScript(READ);
  await page.reload({ waitUntil: 'commit' });
  const read = (): Promise<string[]> => page.evaluate<string[]>('window.read');
  await expect.poll(read).toHaveLength(4);
  release();
  await page.waitForSelector('.virtual-table .row');
  const asked = ['/api/4/all', '/api/4/all/limits', '/api/levels', '/api/verdict'];
  expect((await read()).filter((path) => asked.includes(path)).sort()).toEqual(asked);
});

itInFull(
  'has what follows before anybody could want it, and once more after it could not be loaded',
  async () => {
    const page = await visit({
      url: agent.url,
      width: 1600,
      context: {},
      expects: /ERR_FAILED/,
      before: (page) => page.route('**/static/deferred-*.js', (route) => route.abort()),
    });
    const said = page.locator('.rail').getByText('This part of the page could not be loaded.');
    await said.waitFor();
    expect(await page.locator('.virtual-table .row').count()).toBeGreaterThan(5);
    await page.unroute('**/static/deferred-*.js');
    await page.locator('.rail').getByRole('button', { name: 'Load the page again' }).click();
    await page.waitForSelector('.rail .section');
    expect(await said.count()).toBe(0);
    // From here on the page needs no more files, even if the agent ends.
    await page.route('**/static/**', (route) => route.abort());
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.virtual-table .row').first().click();
    await page.waitForSelector('.process-detail');
  },
);

itInFull('is whole where the sections are above the table: nothing may move it down later', async () => {
  const page = await open(900);
  await page.waitForSelector('.virtual-table .row');
  await expect.poll(() => page.evaluate('window.firstFrame')).toBeTruthy();
  const first = await page.evaluate<FirstFrame>('window.firstFrame');
  // The agent first describes plugins without their own section.
  expect(first.sections).toBeGreaterThan(5);
});
