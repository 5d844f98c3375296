/** The list of servers and the other views. Part of fleet.test.ts, whose fleet it shows. */
import { expect, it } from 'vitest';
import { fakeServer, smallFleet } from '../support/page-fleet-servers.ts';
import { pixelsOf } from '../support/page-canvas.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { whenLive } from '../support/page-browser.ts';
import { BROKEN, cell, type FleetTools, hash, names, overflow, ROW, serve } from './fleet-page.ts';
import { isFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';

export function serversInAList(tools: FleetTools): void {
  const { open, openFleet, showFleet } = tools;
  it('shows every server, the worst first, with its values or why there are none', async () => {
    const page = await showFleet();
    await expect
      .poll(() => names(page))
      .toEqual([
        'cache1',
        'Database',
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
    expect((await cell(page, database, 'status'))?.trim()).toBe('Critical');
    await expect.poll(() => cell(page, database, 'cpu_total')).toBe('96.4%');
    expect(
      await page.$(`.row[data-key="${database}"] [data-column="cpu_total"].is-critical .level-mark`),
    ).not.toBe(null);
    expect(await page.$(`.row[data-key="${database}"] .row-sparkline`)).not.toBe(null);
    await expect
      .poll(() => page.textContent('[data-key="cache1:61208"] .reason'))
      .toBe('connection refused by 10.0.2.1:61208');
    await expect
      .poll(() => page.textContent('[data-key="switch-3:61208"] .note'))
      .toBe('no agent answers, values are read by SNMP');
    expect(await page.$('[data-key="slow1:61208"] [data-column="cpu_total"].old')).not.toBe(null);
    expect(await page.$('[data-key="old-box:61209"] .old')).toBe(null);
    await expect.poll(() => page.title()).toBe('(1) Fleet · Gander');

    // On paper: one light sheet with everything, without controls.
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBe(1);
    expect(pdf).toMatch(/\/MediaBox\s*\[0 0 84[12]\S* 59[45]/);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    expect(await names(page)).toHaveLength(10);
    for (const part of ['.fleet-header .button', '.page-tools', '.fleet-tabs', '.csv', '.fleet-search'])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.emulateMedia({ media: null });
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
  });

  it('counts, and what is counted filters', async () => {
    const page = await showFleet();
    await page.click('[data-status="OFFLINE"].count-button');
    await page.click('[data-level="critical"].count-button');
    await expect.poll(() => names(page)).toEqual(['cache1', 'Database']);
    await expect.poll(() => hash(page)).toBe('#status=OFFLINE&level=critical');
    await expect.poll(() => page.textContent('.summary .left')).toBe('2 of 10');
    await page.click('.count-button:has-text("servers")');
    await expect.poll(() => names(page)).toHaveLength(10);
  });

  it('searches, and says when nothing matches', async () => {
    const page = await showFleet();
    await page.keyboard.press('/');
    await page.keyboard.type('web us');
    await page.waitForFunction(() => document.querySelectorAll('.row[data-status]').length === 2);
    await expect.poll(() => hash(page)).toBe('#q=web+us');
    await page.keyboard.type('zzz');
    await page.click('.empty button:has-text("Show all 10")');
    await expect.poll(() => names(page)).toHaveLength(10);
  });

  itInFull('sorts by any column, and the browser remembers', async () => {
    const page = await openFleet();
    await page.click('[role="columnheader"]:has-text("Memory") button');
    await page.waitForSelector('[aria-sort="descending"]:has-text("Memory")');
    await expect.poll(() => hash(page)).toBe('#sort=mem_percent');
    const other = await page.context().newPage();
    await other.goto(tools.url);
    await other.waitForSelector('[aria-sort="descending"]:has-text("Memory")');
    await other.close();
  });

  it('groups by tag, and a heading folds its servers away', async () => {
    const page = await showFleet('#group=tag');
    const titles = await page.$$eval('.group-row .title', (all) => all.map((one) => one.textContent));
    expect(titles).toEqual(['cache', 'eu', 'db', 'no tags', 'batch', 'legacy', 'network', 'us', 'web']);
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

  itInFull('asks again and again where no stream gets through', async () => {
    const own = await serve({ servers: smallFleet(), hasStream: false });
    const page = await open({ url: `${own.fleetUrl}?refresh=1`, expects: /404/ });
    await page.locator('.connection').getByText('every 1 s', { exact: true }).waitFor();
    own.servers.set('late:61208', fakeServer('late'));
    await page.waitForSelector('[data-key="late:61208"]');
  });

  itInFull('without servers says how there come to be some, and why it takes none', async () => {
    const own = await serve({ servers: [], isEditable: false, hasStream: false });
    const page = await open({ url: own.fleetUrl, expects: /404/ });
    await page.waitForSelector('.empty-fleet');
    await expect
      .poll(() => page.textContent('.empty-fleet pre'))
      .toMatch(/^\[serverlist\]\nserver_1_name=\S+\nserver_1_protocol=rest$/);
    await expect.poll(() => page.textContent('.fleet-foot')).toContain('--password');
    expect(await violations(page)).toEqual([]);
    // Without an interval in the address it polls at the hub's pace.
    await page.locator('.connection').getByText('every 10 s', { exact: true }).waitFor();
    const add = page.getByRole('button', { name: 'Add a server' });
    expect([await add.isDisabled(), await add.getAttribute('title')]).toEqual([
      true,
      expect.stringContaining('--password') as string,
    ]);
    await page.keyboard.press('i');
    await page.waitForSelector('dialog[open]:has-text("--password")');
    expect(await page.$('dialog input')).toBe(null);
  });
}

export function waysToLook({ open, openFleet }: FleetTools): void {
  itInFull('have the times of the hub, however far its clock is from that of the browser', async () => {
    const servers = [fakeServer('web1', { since: '2020-02-02T06:00:00.000Z' })];
    const own = await serve({ servers, hubTime: () => Date.UTC(2020, 1, 2, 8) });
    const event = { type: 'CPU_TOTAL', state: 'CRITICAL', begin: Date.UTC(2020, 1, 2, 7) / 1000, end: -1 };
    let events = [event];
    const page = await open({
      url: own.fleetUrl,
      expects: /404|503/,
      before: (fresh) => fresh.route('**/history/events?*', (route) => route.fulfill({ json: { events } })),
    });
    await expect.poll(() => cell(page, 'web1:61208', 'since')).toBe('2 h');
    await page.getByRole('tab', { name: 'Alerts' }).click();
    await page.getByText('ongoing, 1 h').waitFor();
    await page.getByText('1 alert on 1 of 1 servers').waitFor();
    events = Array.from({ length: 301 }, (_, at) => ({
      ...event,
      // Equal ones share a line.
      type: `LOAD_${at}`,
      begin: event.begin + at,
      end: event.begin + at,
    }));
    await page.locator('.fleet-alerts select').selectOption('3 h');
    await page.getByText('301 alerts on 1 of 1 servers').waitFor();
    await page.getByText('These are the last 300.').waitFor();
    await page.getByRole('tab', { name: 'Heat map' }).click();
    await page.getByText('2020-02-02 08:00').waitFor();
  });

  itInFull('say so where their file does not come', async () => {
    const page = await openFleet({ expects: /status of 404|Unable to preload|Failed to fetch/ });
    await page.route('**/static/FleetMap-*', (route) => route.fulfill({ status: 404, json: {} }));
    await page.getByRole('tab', { name: 'Heat map' }).click();
    await page.getByText('This part of the page could not be loaded.').waitFor();
    await page.unroute('**/static/FleetMap-*');
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.waitForSelector('.fleet-map');
  });

  itInFull('are by time, and have links with what they show', async () => {
    const own = await serve({ servers: smallFleet(), machine: 'big-server' });
    const page = await open({
      url: own.fleetUrl,
      expects: /404|503/,
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
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
    // Names have the width of a line.
    const name = page.locator('.fleet-alerts tbody td.cut').first();
    expect((await name.boundingBox())?.width).toBeGreaterThan(200);
    await page.setViewportSize({ width: 1600, height: 400 });
    const last = page.locator('.fleet-alerts tbody tr').last();
    await last.scrollIntoViewIfNeeded();
    expect((await last.boundingBox())?.y).toBeLessThan(400);
    await page.setViewportSize({ width: 1600, height: 1000 });

    await page.getByRole('tab', { name: 'Compare' }).click();
    await expect.poll(() => page.locator('.fleet-compare .line[d^="M"]').count()).toBeGreaterThan(5);
    await expect
      .poll(() => page.locator('.fleet-compare td.number').first().innerText())
      .toMatch(/^[\d.]+ %$/);
    // Begins with comparable ones.
    const compared = await page.locator('.fleet-compare tbody bdi').allInnerTexts();
    expect(compared.indexOf('cache1')).toBeGreaterThan(compared.indexOf('switch-3'));
    // A link includes them although they were not selected.
    const copied = async (): Promise<URLSearchParams> => {
      await page.getByRole('button', { name: 'Copy link to this chart' }).click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      return new URLSearchParams(new URL(link).hash.slice(1));
    };
    expect(hash(page)).not.toContain('with=');
    expect((await copied()).getAll('with')).toHaveLength(compared.length);
    await page.getByRole('button', { name: 'Remove vault' }).click();
    await expect.poll(() => hash(page)).toMatch(/tab=compare&with=/);

    // And the column, whatever is first in the list of others.
    const inChart = () => page.locator('.fleet-compare tbody bdi').allInnerTexts();
    await page.goto(`${own.fleetUrl}#tab=compare&span=86400&q=web1`);
    await expect.poll(inChart).toEqual(['web1.example.org']);
    const link = await copied();
    link.delete('q');
    expect([...link.keys()]).toEqual(['tab', 'with', 'metric', 'span']);
    await page.goto(`${own.fleetUrl}#${link}`);
    await expect.poll(inChart).toEqual(['web1.example.org']);
    await expect.poll(() => page.locator('.fleet-compare select').nth(1).inputValue()).toBe('86400');
    await page.goto(`${own.fleetUrl}#tab=map`);
    await page.waitForSelector('.fleet-map canvas');
    expect([...(await copied()).keys()]).toEqual(['tab', 'metric']);
    expect(asked.filter((url) => url.includes('servers/history/range'))).toEqual([]);
  });

  it('are by reason, beside each other, as a picture, and by name', async () => {
    const gone = (at: number) =>
      fakeServer(`rack9-${at}`, { status: 'OFFLINE', reason: `connection refused by rack9-${at}:61208` });
    const own = await serve({ servers: [...smallFleet(), gone(1), gone(2), gone(3)] });
    const page = await open({ url: own.fleetUrl, expects: /404|503/ });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.waitForSelector(ROW);
    // One line for a reason; keys work without focus.
    const reason = page.locator('.group-row', {
      hasText: /Offline since [\d-]+ [\d:]+: connection refused by …/,
    });
    await reason.getByText('rack9-1, rack9-2, rack9-3').waitFor();
    expect(await page.locator('.row[data-key^="rack9"]').count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.waitForSelector('.row.current');
    await reason.click();
    await page.waitForSelector('.row[data-key="rack9-2:61208"]');
    await expect.poll(() => cell(page, 'rack9-2:61208', 'since')).toMatch(/\d+ d/);
    // Chosen in the list, compared with a colour each.
    for (const name of ['web1.example.org', 'Database']) await page.getByLabel(`Compare ${name}`).check();
    await page.getByText('2 servers chosen').waitFor();
    await page.locator('.chosen').getByRole('button', { name: 'Compare' }).click();
    await expect.poll(() => page.locator('.fleet-compare .line').count()).toBe(2);
    const colors = await page
      .locator('.fleet-compare .line')
      .evaluateAll((all) => new Set(all.map((one) => getComputedStyle(one).stroke)).size);
    expect(colors).toBe(2);
    expect(await page.locator('.fleet-compare .axis').allInnerTexts()).toEqual([
      '100 %',
      '50.0 %',
      '0.0 %',
      ...Array<string>(3).fill(expect.stringMatching(/\d\d:\d\d$/) as string),
    ]);
    await page.getByRole('tab', { name: 'Servers' }).click();
    await page.locator('.chosen').getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.locator('.chosen').count()).toBe(0);
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('servers.csv');

    await page.getByRole('tab', { name: 'Heat map' }).click();
    await page.hover('.fleet-map canvas', { position: { x: 20, y: 3 } });
    const words = page.locator('.fleet-map .pointed');
    await words.getByText(/^cache1 · .* · [\d.]+ %$/).waitFor();
    await page.hover('.fleet-map canvas', { position: { x: 20, y: 85 } });
    await words.getByText(/^Database · .* · [\d.]+ % · now critical$/).waitFor();
    // At the right edge, colours show the server's levels; the past has one colour.
    const picture = await pixelsOf(page.locator('.fleet-map canvas'));
    const at = (y: number): string =>
      `#${picture.data.subarray((y * picture.width + picture.width - 4) * 4).toString('hex', 0, 3)}`;
    const critical = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--critical'),
    );
    expect([at(3), at(85)]).toEqual(['#000000', critical.trim()]);
    expect(picture.data[(85 * picture.width + 20) * 4 + 3]).toBeGreaterThan(0);

    // A hub without history gets no requests for it.
    expect(asked.filter((url) => url.includes('servers/history/range'))).toEqual([]);

    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Host, section or setting', { exact: true }).waitFor();
    await page.keyboard.type('compare');
    await page.locator('.switcher [aria-selected="true"]', { hasText: 'section' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.fleet-compare');
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.switcher input:focus');
    await page.keyboard.type('vault');
    await page.waitForSelector('.switcher [role="option"][aria-selected="true"]:has-text("vault")');
    await page.keyboard.press('Enter');
    await page.locator('.give-password').waitFor();
    // A place on the same page adds no entry to the browser's history.
    expect(await page.evaluate(() => history.length)).toBe(entries);
    if (isFull) expect(await violations(page, EVERYTHING, '.server-detail')).toEqual([]);
    await page.getByText('Columns', { exact: true }).click();
    await page
      .locator('.column-choice')
      .getByRole('checkbox', { name: /Memory in use/ })
      .uncheck();
    await expect.poll(() => page.locator('.row [data-column="mem_percent"]').count()).toBe(0);
  });
}
