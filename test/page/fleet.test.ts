import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFull, isInThisRun, onlyInFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageFleet, servePageFleet } from '../support/page-fleet.ts';
import { hostileFleet, largeFleet, smallFleet } from '../support/page-fleet-servers.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { useBrowser, useOnePage, whenShown, WIDTHS } from '../support/page-browser.ts';
import { type FleetTools, hash, names, overflow, ROW, serve } from './fleet-page.ts';
import { serversInAList, waysToLook } from './fleet-list.ts';

const open = useBrowser();
let fleet: PageFleet;
beforeAll(async () => {
  fleet = await servePageFleet({ servers: smallFleet() });
});
afterAll(() => fleet.close());

const onePage = useOnePage(() => ({ url: fleet.fleetUrl, height: 800 }));
/** The fleet in the page of this file. */
async function showFleet(address = ''): Promise<Page> {
  const page = await onePage(address);
  await page.waitForSelector(ROW);
  return page;
}

async function openFleet(visit: Partial<Parameters<typeof open>[0]> = {}, address = ''): Promise<Page> {
  const page = await open({ url: fleet.fleetUrl + address, ...visit });
  await page.waitForSelector(ROW);
  return page;
}

const tools: FleetTools = {
  get url() {
    return fleet.fleetUrl;
  },
  open,
  openFleet,
  showFleet,
};
describe('the fleet', () => serversInAList(tools));
describe('ways to look at the servers', () => waysToLook(tools));

describe('keys', () => {
  it('go through the list, look closely, and open', async () => {
    const page = await openFleet({ expects: /404/ });
    await page.keyboard.press('3');
    await page.waitForSelector('[aria-sort="descending"]:has-text("Status")');
    expect((await names(page))[0]).toBe('laptop');
    await page.keyboard.press('2');
    await page.waitForSelector('[aria-sort="ascending"]:has-text("Status")');
    await page.keyboard.press('1');
    await page.waitForFunction(() => location.hash === '#sort=list');
    expect((await names(page)).slice(0, 2)).toEqual(['Database', 'web1.example.org']);
    for (const key of ['j', 'j', 'k', 'ArrowDown']) await page.keyboard.press(key);
    await page.waitForSelector('.row.current[data-key="web1.example.org:61208"]');
    await page.keyboard.press('Space');
    await page.waitForSelector('.server-detail');
    await expect.poll(() => page.textContent('.server-detail')).toContain('from the configuration');
    // Inside it, too, keys continue where they were.
    await page.locator('.server-detail button').first().focus();
    await page.keyboard.press('Escape');
    await page.waitForSelector('.server-detail', { state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/servers/web1.example.org%3A61208/');
  });

  itInFull('help', async () => {
    const page = await showFleet();
    const tab = page.getByRole('tab', { name: 'Servers' });
    await tab.focus();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    expect(await tab.evaluate((button) => button === document.activeElement)).toBe(true);
    await expect.poll(() => hash(page)).toBe('');
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.switcher');
    expect(await page.evaluate(() => history.length)).toBe(entries);
  });
});

describe('a close look', () => {
  itInFull('at a server without a page says so', async () => {
    const page = await showFleet('#open=old-box:61209');
    await expect
      .poll(() => page.textContent('.server-detail .instead'))
      .toMatch(/XML-RPC.*gander -c 10\.0\.4\.1 -p 61209/s);
    expect(await page.$('[data-key="old-box:61209"] a')).toBe(null);
    await page.click('[data-key="switch-3:61208"]');
    await page.waitForSelector('.server-detail .instead:has-text("SNMP only")');
    await page.click('[data-key="cache1:61208"]');
    await page.waitForSelector('.server-detail .sentence:has-text("connection refused")');
  });
});

describe('a server’s own page', () => {
  itInFull('opens through the hub; Back finds the list as it was', async () => {
    const servers = largeFleet().map((one) =>
      one.id === 'node-0260:61208' ? { ...one, type: 'STORED' as const, stored: true } : one,
    );
    const own = await serve({ servers });
    const page = await open({ url: `${own.fleetUrl}#sort=name&q=node`, expects: /404/ });
    await page.waitForSelector(ROW);
    await page.$eval('.virtual-table', (list) => list.scrollTo(0, 6000));
    const link = page.locator('[data-key="node-0260:61208"] a.name');
    // Its values come from a database, as the list and its page say.
    await expect.poll(() => page.textContent('[data-key="node-0260:61208"] .note')).toBe('from the database');
    expect(await page.$('[data-key="node-0261:61208"] .note')).toBe(null);
    await link.click();
    await whenShown(page);
    await expect.poll(() => page.textContent('.page-header .of-database')).toBe('from the database');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/servers/node-0260%3A61208/');
    await expect.poll(() => page.textContent('.page-header .host')).toBe('recorded-host');
    // Its name on the hub, on a phone that alone, and the next of the list as it was left.
    await expect.poll(() => page.textContent('.page-header .alias')).toBe('node-0260');
    await page.setViewportSize({ width: 390, height: 720 });
    expect((await page.locator('.page-header .host').boundingBox())?.width).toBe(1);
    await page.setViewportSize({ width: 1600, height: 720 });
    const after = page.locator('.fleet-ways .after');
    await expect.poll(() => after.getAttribute('href')).toContain('servers/node-0261%3A61208/');
    await page.goBack();
    await link.waitFor();
    await expect.poll(() => page.$eval('.virtual-table', (list) => list.scrollTop)).toBe(6000);
    await expect.poll(() => page.inputValue('.fleet-search')).toBe('node');
  });

  itInFull('has a switcher, and a button that finds the list as it was', async () => {
    const own = await serve({ servers: largeFleet() });
    const page = await open({ url: `${own.fleetUrl}#sort=name&q=node`, expects: /404/ });
    await page.waitForSelector(ROW);
    await page.$eval('.virtual-table', (list) => list.scrollTo(0, 6000));
    const link = page.locator('[data-key="node-0260:61208"] a.name');
    await link.click();
    await whenShown(page);
    // The switcher lists what is on the page when it opens.
    await page.waitForSelector('[data-section]');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Host, section, process or setting').waitFor();
    for (const [typed, kind, title] of [
      ['node-0262', 'host', 'node-0262'],
      ['disks', 'section', 'Disks'],
      ['tail 9358', 'process', 'tail 9358'],
      ['tree of', 'setting', 'tree of processes'],
    ] as const) {
      await page.fill('.switcher input', typed);
      const first = page.locator('.switcher [aria-selected="true"]');
      await expect.poll(() => first.locator('.kind, bdi:not(.hint)').allInnerTexts()).toEqual([kind, title]);
    }
    // Escape empties a field with text first.
    await page.fill('.switcher input', '');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.switcher', { state: 'detached' });
    await page.click('.to-fleet');
    await link.waitFor();
    await expect.poll(() => hash(page)).toBe('#q=node&sort=name');
    await expect.poll(() => page.$eval('.virtual-table', (list) => list.scrollTop)).toBe(6000);
  });

  it.runIf(isInThisRun('more of the page'))('of another make is asked again and again', async () => {
    const own = await serve({
      servers: smallFleet(),
      make: 'other',
      prefix: '/pre',
      machine: 'big-server',
    });
    const page = await open({ url: own.fleetUrl, expects: /404/ });
    await page.click('[data-key="db1:61208"] a.name');
    await whenShown(page);
    await page.waitForFunction(() => document.querySelector('.connection')?.textContent?.startsWith('every'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/pre/servers/db1%3A61208/');
    await expect.poll(() => page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
  });

  itInFull('that is not there says why, and leads back', async () => {
    const page = await open({ url: `${fleet.url}servers/none/`, expects: /404/ });
    await page.waitForSelector('.no-answer:has-text("There is no such server")');
    // A heading and a landmark, as on every page.
    expect(await violations(page)).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([
      'This server does not answer',
    ]);
    await page.click('.no-answer a');
    await page.waitForSelector(ROW);
  });

  itInFull('that does not answer has its last values, and leads to its history', async () => {
    const page = await open({
      url: `${fleet.url}servers/cache1%3A61208/`,
      expects: /502/,
      before: (page) =>
        page.route('**/servers/cache1*/api/**', (route) =>
          route.fulfill({ status: 502, json: { detail: 'Bad Gateway' } }),
        ),
    });
    const said = page.locator('.no-answer');
    await said.getByRole('heading', { name: 'cache1' }).waitFor();
    await said.getByText('connection refused by 10.0.2.1:61208').waitFor();
    expect(await said.innerText()).toMatch(/^Offline since 2026-11-2\d .+, for \d/im);
    expect(await said.locator('caption').innerText()).toBe('Last values, 5 min 12 s old');
    expect(await said.locator('th').allInnerTexts()).toEqual(['System', 'Load 5 min', 'CPU', 'Memory']);
    expect(await said.locator('tr', { hasText: 'CPU' }).innerText()).toMatch(/\d ?%$/);
    await said.getByRole('link', { name: 'Its history' }).click();
    await page.locator('.server-detail').getByText('connection refused by 10.0.2.1:61208').waitFor();
    expect(new URL(page.url()).hash).toContain('open=cache1');
  });
});

describe('the list of servers', () => {
  it('takes another, errors in place', async () => {
    const own = await serve({ servers: smallFleet() });
    const page = await open({ url: own.fleetUrl, expects: /409/ });
    await page.waitForSelector(ROW);
    await page.click('.fleet-header button:has-text("Add")');
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'name');
    await page.click('.add-form button');
    await page.waitForSelector('#name-problem:has-text("needed")');
    await page.fill('[name="name"]', 'db1');
    await page.click('.add-form button');
    await page.waitForSelector('[role="alert"]:has-text("on the list already")');
    await page.fill('[name="name"]', 'db9');
    await page.fill('[name="tags"]', 'db, eu');
    await page.fill('[name="server-password"]', 'hush');
    if (isFull) expect(await violations(page, EVERYTHING, 'dialog')).toEqual([]);
    await page.click('.add-form button');
    await page.waitForSelector('[data-key="db9:61208"]');
    expect(own.added.at(-1)).toEqual({
      name: 'db9',
      port: 61_208,
      protocol: 'rest',
      alias: null,
      tags: ['db', 'eu'],
      password: 'hush',
    });
    await page.click('.server-detail button:has-text("Remove")');
    await page.click('.asking button:has-text("Keep")');
    await page.click('.server-detail button:has-text("Remove")');
    await page.click('.asking .danger');
    await page.waitForFunction(() => document.querySelector('[data-key="db9:61208"]:not(.gone)') === null);
    expect(own.servers.has('db9:61208')).toBe(false);
  });
});

const AUDITED: (readonly [width: number, theme: 'dark' | 'light', address: string])[] = [
  ...onlyInFull<(typeof AUDITED)[number]>(
    'more audits of the page',
    [1600, 'dark', '#group=tag&open=web3.example.org:61208'],
    [390, 'dark', '#group=status&open=old-box:61209'],
    [1600, 'dark', '#panel=help'],
    [1600, 'light', '#open=cache1:61208'],
    [768, 'dark', ''],
    [390, 'light', ''],
  ),
];
it.each(AUDITED)('passes the audit at %d pixels, %s %s', async (width, theme, address) => {
  const page = await onePage(address, { width, theme });
  await page.waitForSelector(`html[data-theme="${theme}"] ${ROW}`);
  for (const part of [/open=/.test(address) && '.server-detail', /help/.test(address) && 'dialog[open]'])
    if (part !== false) await page.waitForSelector(part);
  expect(await violations(page)).toEqual([]);
});

it('fits into any width', async () => {
  const page = await onePage('#group=tag&open=web3.example.org:61208');
  await page.waitForSelector('.server-detail');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
    // The list is another one on narrow screens.
    await expect.poll(() => overflow(page), { message: `${width}` }).toBeLessThanOrEqual(0);
  }
});

const PHONES = onlyInFull('more of the page on a phone', 390);
describe.each([1600, ...PHONES])('bad input at %d pixels', (width) => {
  it('is text, whatever is in it', async () => {
    const own = await serve({ servers: hostileFleet() });
    const page = await open({ url: `${own.fleetUrl}#group=tag`, width });
    await page.waitForSelector(ROW);
    for (const key of ['j', 'j', 'j', 'Space', 'End', 'Space']) await page.keyboard.press(key);
    await page.waitForSelector('.server-detail');
    expect(await page.evaluate(() => (window as { evil?: number }).evil)).toBe(undefined);
    expect(await page.$$('#app script, #app img')).toEqual([]);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    expect(await page.textContent('body')).not.toMatch(/NaN|undefined|\[object|Infinity/);
    const links = await page.$$eval('.fleet-table a', (all) =>
      all.map((one) => (one as HTMLAnchorElement).pathname),
    );
    for (const path of links) expect(path).toMatch(/^\/servers\/[^/]+\/$/);
  });
});
