import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { forThisTest } from '../support/for-this-test.ts';
import { type PageFleet, type PageFleetSetup, servePageFleet } from '../support/page-fleet.ts';
import { fakeServer, hostileFleet, largeFleet, smallFleet } from '../support/page-fleet-servers.ts';
import { violations } from '../support/page-audit.ts';
import { useBrowser, useOnePage, whenLive, whenShown, WIDTHS } from '../support/page-browser.ts';

const open = useBrowser();
/** Chromium's messages about connections that end. */
const BROKEN = /INCOMPLETE_CHUNKED|ERR_(CONNECTION|EMPTY|SOCKET|FAILED)/;

const ROW = '.fleet-table .row[data-status]';
const names = (page: Page): Promise<string[]> =>
  page.$$eval(`${ROW} .name`, (all) => all.map((one) => one.textContent ?? ''));
const cell = (page: Page, id: string, column: string): Promise<string | null> =>
  page.textContent(`.row[data-key="${id}"] [data-column="${column}"]`);
const hash = (page: Page): string => decodeURIComponent(new URL(page.url()).hash);
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

let fleet: PageFleet;
beforeAll(async () => {
  fleet = await servePageFleet({ servers: smallFleet() });
});
afterAll(() => fleet.close());

const serve = (setup: PageFleetSetup): Promise<PageFleet> => forThisTest(servePageFleet(setup));

async function openFleet(visit: Partial<Parameters<typeof open>[0]> = {}, address = ''): Promise<Page> {
  const page = await open({ url: fleet.fleetUrl + address, ...visit });
  await page.waitForSelector(ROW);
  return page;
}

describe('the fleet', () => {
  it('shows every server, the worst first, with its values or why there are none', async () => {
    const page = await openFleet();
    await expect
      .poll(() => names(page))
      .toEqual([
        'Database',
        'cache1',
        'vault',
        'laptop',
        'old-box',
        'slow1',
        'switch-3',
        'web1.example.org',
        'web2.example.org',
        'web3.example.org',
      ]);
    const database = 'db1:61208';
    expect((await cell(page, database, 'status'))?.trim()).toBe('Online');
    await expect.poll(() => cell(page, database, 'cpu_total')).toBe('96.4%');
    expect(
      await page.$(`.row[data-key="${database}"] [data-column="cpu_total"].is-critical .level-mark`),
    ).not.toBe(null);
    expect(await page.$(`.row[data-key="${database}"] .row-sparkline`)).not.toBe(null);
    await expect
      .poll(() => page.textContent('[data-key="cache1:61208"] .reason'))
      .toBe('nothing listens on 10.0.2.1:61208');
    await expect
      .poll(() => page.textContent('[data-key="switch-3:61208"] .note'))
      .toBe('no agent answers, values are read by SNMP');
    expect(await page.$('[data-key="slow1:61208"] [data-column="cpu_total"].old')).not.toBe(null);
    expect(await page.$('[data-key="old-box:61209"] .old')).toBe(null);
    await expect.poll(() => page.title()).toBe('(1) Fleet · Gander');

    // On paper: one light sheet with all of them, and nothing that can only be pressed.
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 84[12]\S* 59[45]/);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    expect(await names(page)).toHaveLength(10);
    for (const part of ['.fleet-header .button', '.fleet-header .page-tools', '.fleet-tabs'])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
  });

  it('counts, and what is counted filters', async () => {
    const page = await openFleet();
    await page.click('[data-status="OFFLINE"].count-button');
    await page.click('[data-level="critical"].count-button');
    await expect.poll(() => names(page)).toEqual(['Database', 'cache1']);
    await expect.poll(() => hash(page)).toBe('#status=OFFLINE&level=critical');
    await expect.poll(() => page.textContent('.summary .left')).toBe('2 of 10');
    await page.click('.count-button:has-text("servers")');
    await expect.poll(() => names(page)).toHaveLength(10);
  });

  it('searches, and says when nothing matches', async () => {
    const page = await openFleet();
    await page.keyboard.press('/');
    await page.keyboard.type('web us');
    await page.waitForFunction(() => document.querySelectorAll('.row[data-status]').length === 2);
    await expect.poll(() => hash(page)).toBe('#q=web+us');
    await page.keyboard.type('zzz');
    await page.click('.empty button:has-text("Show all 10")');
    await expect.poll(() => names(page)).toHaveLength(10);
  });

  it('sorts by any column, and the browser remembers', async () => {
    const page = await openFleet();
    await page.click('[role="columnheader"]:has-text("Memory") button');
    await page.waitForSelector('[aria-sort="descending"]:has-text("Memory")');
    await expect.poll(() => hash(page)).toBe('#sort=mem_percent');
    const other = await page.context().newPage();
    await other.goto(fleet.fleetUrl);
    await other.waitForSelector('[aria-sort="descending"]:has-text("Memory")');
    await other.close();
  });

  it('groups by tag, and a heading folds its servers away', async () => {
    const page = await openFleet({}, '#group=tag');
    const titles = await page.$$eval('.group-row .title', (all) => all.map((one) => one.textContent));
    expect(titles).toEqual(['db', 'eu', 'cache', 'no tags', 'batch', 'legacy', 'network', 'us', 'web']);
    expect(await page.textContent('.group-row:has(.title:text-is("eu")) .trouble')).toBe(
      '1 offline, 1 critical, 1 protected',
    );
    const rows = (await names(page)).length;
    await page.click('.group-row:has(.title:text-is("eu"))');
    await page.waitForFunction(
      (before) => document.querySelectorAll('.row[data-status]').length === before - 4,
      rows,
    );
    expect(await page.$('.row.gone')).toBe(null);
    await expect.poll(() => hash(page)).toBe('#group=tag&fold=eu');
  });

  it('follows the stream', async () => {
    const own = await serve({ servers: smallFleet() });
    const page = await open({ url: own.fleetUrl, expects: BROKEN });
    await whenLive(page);
    own.push({
      servers: [fakeServer('db1', { status: 'OFFLINE', reason: 'gone' }), fakeServer('new1')],
      removed: ['web1.example.org:61208'],
    });
    await page.waitForSelector('[data-key="new1:61208"]');
    await expect.poll(() => page.textContent('[data-key="db1:61208"] .reason')).toBe('gone');
    expect(await page.$('[data-key="web1.example.org:61208"]')).toBe(null);
    own.cut();
    await page.waitForSelector('.connection.lost');
    await expect.poll(() => names(page)).toContain('cache1');
    await page.waitForSelector('.connection.live');
  });

  it('asks again and again where no stream gets through', async () => {
    const own = await serve({ servers: smallFleet(), hasStream: false });
    const page = await open({ url: `${own.fleetUrl}?refresh=1`, expects: /404/ });
    await page.waitForFunction(() => document.querySelector('.connection')?.textContent === 'every 1 s');
    own.servers.set('late:61208', fakeServer('late'));
    await page.waitForSelector('[data-key="late:61208"]');
    const slow = await open({ url: own.fleetUrl, expects: /404/ });
    await slow.waitForFunction(() => document.querySelector('.connection')?.textContent === 'every 10 s');
  });

  it('without servers says how there come to be some', async () => {
    const own = await serve({ servers: [], isEditable: false });
    const page = await open({ url: own.fleetUrl });
    await page.waitForSelector('.empty-fleet');
    await expect
      .poll(() => page.textContent('.empty-fleet pre'))
      .toMatch(/^\[serverlist\]\nserver_1_name=\S+\nserver_1_protocol=rest$/);
    await expect.poll(() => page.textContent('.fleet-foot')).toContain('--password');
    expect(await violations(page)).toEqual([]);
  });
});

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
    await page.keyboard.press('Escape');
    await page.waitForSelector('.server-detail', { state: 'detached' });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/servers/web1.example.org%3A61208/');
  });

  it('help', async () => {
    const page = await openFleet();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
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
  it('at a server without a page says so', async () => {
    const page = await openFleet({}, '#open=old-box:61209');
    await expect
      .poll(() => page.textContent('.server-detail .instead'))
      .toMatch(/XML-RPC.*gander -c 10\.0\.4\.1 -p 61209/s);
    expect(await page.$('[data-key="old-box:61209"] a')).toBe(null);
    await page.click('[data-key="switch-3:61208"]');
    await page.waitForSelector('.server-detail .instead:has-text("SNMP only")');
    await page.click('[data-key="cache1:61208"]');
    await page.waitForSelector('.server-detail .sentence:has-text("nothing listens")');
  });
});

describe('a server’s own page', () => {
  it('opens through the hub; Back finds the list as it was', async () => {
    const own = await serve({ servers: largeFleet(), machine: 'big-server' });
    const page = await open({ url: `${own.fleetUrl}#sort=name&q=node`, expects: /404/ });
    await page.waitForSelector(ROW);
    await page.$eval('.virtual-table', (list) => list.scrollTo(0, 6000));
    const link = page.locator('[data-key="node-0260:61208"] a.name');
    await link.click();
    await whenShown(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/servers/node-0260%3A61208/');
    await expect.poll(() => page.textContent('.page-header .host')).toBe('big-server');
    // Its name on the hub, and the next of the list as it was left.
    await expect.poll(() => page.textContent('.page-header .alias')).toBe('node-0260');
    const after = page.locator('.fleet-ways .after');
    await expect.poll(() => after.getAttribute('href')).toContain('servers/node-0261%3A61208/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('disks');
    await page.waitForSelector('.switcher [role="option"] >> text=Disks');
    await page.keyboard.press('Escape');
    await page.goBack();
    await link.waitFor();
    await expect.poll(() => page.$eval('.virtual-table', (list) => list.scrollTop)).toBe(6000);
    await expect.poll(() => page.inputValue('.fleet-search')).toBe('node');
    await link.click();
    await whenShown(page);
    await page.click('.to-fleet');
    await link.waitFor();
    await expect.poll(() => hash(page)).toBe('#q=node&sort=name');
    await expect.poll(() => page.$eval('.virtual-table', (list) => list.scrollTop)).toBe(6000);
  });

  it('says when its values come from a database, as the list does', async () => {
    const stored = fakeServer('stored1', { type: 'STORED', stored: true });
    const own = await serve({ servers: [...smallFleet(), stored] });
    const page = await open({ url: own.fleetUrl, expects: /404/ });
    await expect.poll(() => page.textContent('[data-key="stored1:61208"] .note')).toBe('from the database');
    expect(await page.$('[data-key="db1:61208"] .note')).toBe(null);
    await page.click('[data-key="stored1:61208"] a.name');
    await whenShown(page);
    await expect.poll(() => page.textContent('.page-header .of-database')).toBe('from the database');
  });

  it('of another make is asked again and again', async () => {
    const own = await serve({ servers: smallFleet(), make: 'other', prefix: '/pre', machine: 'big-server' });
    const page = await open({ url: own.fleetUrl, expects: /404/ });
    await page.click('[data-key="db1:61208"] a.name');
    await whenShown(page);
    await page.waitForFunction(() => document.querySelector('.connection')?.textContent?.startsWith('every'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/pre/servers/db1%3A61208/');
    await expect.poll(() => page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
  });

  it('that is not there says why, and leads back', async () => {
    const page = await open({ url: `${fleet.url}servers/none/`, expects: /404/ });
    await page.waitForSelector('.no-answer:has-text("There is no such server")');
    await page.click('.no-answer a');
    await page.waitForSelector(ROW);
  });
});

describe('ways to look at the servers', () => {
  it('are by reason, by time, beside each other, as a picture, and by name', async () => {
    const gone = (at: number) =>
      fakeServer(`rack9-${at}`, { status: 'OFFLINE', reason: `nothing listens on rack9-${at}:61208` });
    const own = await serve({ servers: [...smallFleet(), gone(1), gone(2), gone(3)], machine: 'big-server' });
    const page = await open({ url: own.fleetUrl, expects: /404|503/ });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForSelector(ROW);
    // One line for a reason; keys work before anything has the focus.
    const reason = page.locator('.group-row', { hasText: 'Offline: nothing listens on …' });
    await reason.getByText('rack9-1, rack9-2, rack9-3').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.row.current[data-key="db1:61208"]');
    await reason.click();
    await page.waitForSelector('.row[data-key="rack9-2:61208"]');
    await expect.poll(() => cell(page, 'rack9-2:61208', 'since')).toMatch(/\d+ d/);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('servers.csv');

    await page.getByRole('tab', { name: 'Alerts' }).click();
    await page
      .locator('.fleet-alerts [role="status"]', { hasText: /\d+ alerts on 5 of 5 servers/ })
      .waitFor();
    await page.locator('.fleet-alerts tbody a', { hasText: 'Database' }).first().waitFor();
    // An array is critical, another degraded: the worse one is on top.
    expect(await page.locator('.fleet-alerts .lane').first().locator('i').last().getAttribute('class')).toBe(
      'is-critical',
    );
    const lasted = page.locator('.fleet-alerts td.number');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await lasted.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))).toEqual(
      [],
    );
    await page.setViewportSize({ width: 1600, height: 400 });
    const last = page.locator('.fleet-alerts tbody tr').last();
    await last.scrollIntoViewIfNeeded();
    expect((await last.boundingBox())?.y).toBeLessThan(400);
    await page.setViewportSize({ width: 1600, height: 1000 });

    await page.getByRole('tab', { name: 'Compare' }).click();
    await expect.poll(() => page.locator('.fleet-compare .line[d^="M"]').count()).toBeGreaterThan(5);
    await page.getByRole('button', { name: 'Remove vault' }).click();
    await expect.poll(() => hash(page)).toMatch(/tab=compare&with=/);

    await page.getByRole('tab', { name: 'Heat map' }).click();
    await page.hover('.fleet-map canvas', { position: { x: 20, y: 3 } });
    await page.locator('.fleet-map .pointed', { hasText: /^cache1 · .* · [\d.]+ %/ }).waitFor();

    // A hub that keeps no history is not asked for it.
    expect(asked.filter((url) => url.includes('servers/history/range'))).toEqual([]);

    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('vault');
    await page.waitForSelector('.switcher [role="option"][aria-selected="true"]:has-text("vault")');
    await page.keyboard.press('Enter');
    await page.locator('.give-password').waitFor();
    // A place on the same page is no step of the browser's history.
    expect(await page.evaluate(() => history.length)).toBe(entries);
    expect(await violations(page)).toEqual([]);
    await page.getByText('Columns', { exact: true }).click();
    await page
      .locator('.column-choice')
      .getByRole('checkbox', { name: /Memory in use/ })
      .uncheck();
    await expect.poll(() => page.locator('.row [data-column="mem_percent"]').count()).toBe(0);
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
    expect(await violations(page)).toEqual([]);
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

  it('says why it takes none', async () => {
    const own = await serve({ servers: smallFleet(), isEditable: false });
    const page = await open({ url: own.fleetUrl });
    await page.waitForSelector(ROW);
    await expect.poll(() => page.textContent('.fleet-foot')).toContain('--password');
    const add = page.getByRole('button', { name: 'Add a server' });
    expect([await add.isDisabled(), await add.getAttribute('title')]).toEqual([
      true,
      expect.stringContaining('--password') as string,
    ]);
    await page.keyboard.press('i');
    await page.waitForSelector('dialog[open]:has-text("--password")');
    expect(await page.$('dialog input')).toBe(null);
  });
});

const onePage = useOnePage(() => ({ url: fleet.fleetUrl, height: 800 }));

it.each([
  [1600, 'dark', '#group=tag&open=web3.example.org:61208'],
  [768, 'dark', ''],
  [390, 'dark', '#group=status&open=old-box:61209'],
  [1600, 'dark', '#panel=help'],
  [1600, 'light', '#open=cache1:61208'],
  [390, 'light', ''],
] as const)('passes the audit at %d pixels, %s %s', async (width, theme, address) => {
  const page = await onePage(address);
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme: theme });
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
    expect(await overflow(page), String(width)).toBeLessThanOrEqual(0);
  }
});

describe.each([1600, 390])('bad input at %d pixels', (width) => {
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
