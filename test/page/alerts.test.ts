/** Alerts along the bottom of the page, in a real browser, on a recorded machine. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { createSilences } from '../../src/alerts/silences/silences.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { isFull } from '../support/full-run.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { beginSession } from '../support/page-session.ts';
import { goTo, useBrowser, WHOLE } from '../support/page-browser.ts';

const open = useBrowser();

const event = (type: string, state: AlertEvent['state'], ago: number, end: number): AlertEvent => {
  const now = Math.floor(Date.now() / 1000);
  const figures = { min: 70, max: 99, avg: 85, sum: 850, count: 10 };
  const words = { top: ['<b>cc1\u202E</b>', 'ld'], desc: '', sort: 'cpu_percent' as const, global_msg: '' };
  return { begin: now - ago, end: end < 0 ? -1 : now - end, state, type, ...figures, ...words };
};

describe('alerts', () => {
  let agent: PageAgent;
  beforeAll(async () => {
    agent = await servePage('big-server', { isOfNow: true });
  });
  afterAll(() => agent.close());

  it('are bars, a list with what can be done, and gone when cleared, on a phone too', async () => {
    const { store } = agent.agent;
    store.commit('alert', [], Date.now());
    const page = await open({ url: agent.url, height: 900 });
    const strip = page.locator('.alert-timeline .strip');
    // Values above their thresholds that raise no event are alerts, too.
    await strip.getByText(/^\d+ alerts$/).waitFor();
    const before = Number.parseInt(await strip.innerText(), 10);
    // The announcer is loaded after the first frame and announces only later alerts.
    await page.locator('p.unseen[role="status"]').waitFor({ state: 'attached' });
    store.commit(
      'alert',
      [event('CPU_TOTAL', 'CRITICAL', 300, -1), event('FS_/', 'WARNING', 5400, 3000)],
      Date.now(),
    );
    await strip.getByText(`${before + 1} alerts`).waitFor();
    await page
      .getByRole('status')
      .getByText(/^New alert: CPU at \d/)
      .waitFor({ state: 'attached' });
    // Its name does not contain the hundreds of bars.
    expect(await strip.ariaSnapshot()).toMatch(/^- button "critical \d+ alerts 3 h":/);
    await expect.poll(() => page.title()).toMatch(new RegExp(`^\\(${before + 1}\\) `));
    await strip.click();
    const list = page.locator('.alert-timeline .list');
    // As many rows as the header counts.
    expect(await list.locator('li.standing').count()).toBe(before + 1);
    expect(await page.locator('.alert-badge').innerText()).toMatch(new RegExp(`^${before + 1}\\b`));
    expect(await list.innerText()).toMatch(/CPU at \d/);
    const links = await list.locator('ul a').all();
    const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
    expect(addresses).toContainEqual(expect.stringMatching(/^#chart=cpu\/total&at=\d+$/));
    expect(addresses.at(-1)).toMatch(/^#chart=fs\/\/_percent&from=-6h&at=\d+$/);
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(await overflow()).toBeLessThanOrEqual(0);
    // Where the strip is amid the page, the panel begins within the window nevertheless.
    await page.setViewportSize({ width: 768, height: 900 });
    const topOf = async () => (await list.boundingBox())?.y ?? -1;
    await expect.poll(topOf).toBeGreaterThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(() => list.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 900 });
    expect(await overflow()).toBeLessThanOrEqual(0);
    await list.getByRole('button', { name: 'Clear all' }).click();
    await list.getByRole('list', { name: 'Ended alerts' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  itInFull(
    'lead to the moment they began, in charts of items too, and say nothing that is no number',
    async () => {
      const { store } = agent.agent;
      const states = { min: 0, max: 0, avg: 0 };
      store.commit(
        'alert',
        [
          event('NETWORK_BOND0_RX', 'WARNING', 300, 100),
          event('SENSORS_TEMPERATURE_CORE_CORE 0', 'WARNING', 400, 150),
          { ...event('RAID_MD127', 'CRITICAL', 500, -1), ...states },
          event('SOMETHING_NEW', 'WARNING', 600, 500),
        ],
        Date.now(),
      );
      const page = await open({ url: `${agent.url}#panel=alerts`, height: 900 });
      const list = page.locator('.alert-timeline .list');
      await list.locator('ul').getByText('SOMETHING_NEW').waitFor();
      const rowsOf = async (name: string) =>
        (await list.getByRole('list', { name }).locator('.what').allInnerTexts()).map((row) =>
          row.replaceAll(/\s+/g, ' ').trim(),
        );
      // The event of its state has the same cause.
      expect(await rowsOf('Alerts at present')).toContain(
        'Array md127 is inactive critical , with 1 more of the same cause',
      );
      const array = list.locator('li.standing', { hasText: 'Array md127' });
      await expect.poll(() => array.locator('.when').innerText()).toMatch(/^for \d/);
      expect(await array.locator('.top').count()).toBe(0);
      expect(await array.getByTitle('RAID_DEGRADED_MD127').count()).toBe(1);
      expect(await array.getByTitle(/RAID_MD127/).count()).toBe(1);
      expect(await rowsOf('Ended alerts')).toEqual([
        'Network bond0 received 70.0 % – 99.0 %, avg 85.0 % of the link speed',
        'Sensor Core 0 70 °C – 99 °C, avg 85 °C',
        'SOMETHING_NEW 70 – 99, avg 85',
      ]);
      // An ended alert has only its shape.
      const color = (row: string): Promise<string> =>
        list
          .locator('ul > li', { hasText: row })
          .locator('svg')
          .evaluate((mark) => getComputedStyle(mark).color);
      expect(await color('SOMETHING_NEW')).toBe(
        await list
          .locator('.when')
          .first()
          .evaluate((one) => getComputedStyle(one).color),
      );
      expect(await color('Array md127')).not.toBe(await color('SOMETHING_NEW'));
      await list.locator('ul').getByText('Network bond0 received').click();
      const drawer = page.locator('.chart-drawer');
      await drawer.getByRole('heading', { name: 'Network bond0 received' }).waitFor();
      await expect.poll(() => page.url()).toMatch(/#chart=network\/bond0_bytes_recv_rate_per_sec&at=\d+$/);
      await list.waitFor({ state: 'detached' });

      // An agent without a journal lists ten.
      expect(await page.locator('.strip .cut-off').count()).toBe(0);
      const ten = Array.from({ length: 10 }, (_, at) =>
        event('MEM', 'WARNING', 600 * (at + 1), 600 * at + 300),
      );
      store.commit('alert', ten, Date.now());
      const cut = page.locator('.strip .cut-off');
      await expect
        .poll(() => cut.getAttribute('title'))
        .toBe('Older ones are not here: this agent keeps the last 10 only');
      // 100 minutes of three hours are here.
      const [all, gone] = [await cut.boundingBox(), await cut.locator('span').boundingBox()];
      expect((gone?.width ?? 0) / (all?.width ?? 1)).toBeCloseTo(80 / 180, 1);
      await goTo(page, '#panel=alerts');
      await list.getByText(/Older than .*: not here, this agent keeps the last 10 only\./).waitFor();
    },
  );

  itInFull('of units are in their section, those that have failed first', async () => {
    const unit = (name: string, more: object) => ({
      name,
      description: `About ${name}`,
      active_state: 'active',
      sub_state: 'running',
      cpu_percent: 1.5,
      memory: 2 ** 20,
      ...more,
    });
    const own = await forThisTest(servePage('small-vm'));
    const timer = unit('a.timer', { sub_state: 'waiting', cpu_percent: null, memory: null });
    const running = [unit('b.service', {}), unit('c.service', { memory: 2 ** 21 }), timer];
    own.agent.store.commit('units', running, Date.now());
    const page = await open({ url: own.url });
    const section = page.locator('[data-section="units"]');
    // All is well: one line.
    await section.getByText('none failed').waitFor();
    expect(await section.getByRole('row').count()).toBe(0);
    const failed = { active_state: 'failed', sub_state: 'failed', result: 'exit-code', exit_code: 3 };
    own.agent.store.commit('units', [...running, unit('z.service', failed)], Date.now());
    await section.getByText('1 failed').waitFor();
    const rows = await section.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/).filter(Boolean).join(' '))).toEqual([
      expect.stringMatching(/^\W*z\.service .*exit code 3$/) as string,
      'c.service 1.5% 2.00MiB',
      'b.service 1.5% 1.00MiB',
      'a.timer waiting',
    ]);
  });

  itInFull('are episodes where they are equal, of any time that the journal knows', async () => {
    const now = Math.floor(Date.now() / 1000);
    const silences = createSilences({
      clock: createFakeClock(),
      save: () => Promise.resolve(),
    });
    const own = await forThisTest(
      servePage('small-vm', {
        isOfNow: true,
        silences,
        async pastEvents(from) {
          const cpu = Array.from({ length: 240 }, (_, index) =>
            event('CPU_STEAL', 'CRITICAL', 600 + index * 15, 595 + index * 15),
          );
          const raid = event('RAID_MD9', 'WARNING', 40_000, 39_000);
          const all = [...cpu, raid].filter(({ end }) => end * 1000 > from);
          const saved = { plugin: '', field: '', identity: null, stat: '' };
          return { events: all.map((one, id) => ({ ...saved, id, event: one })), marks: [] };
        },
      }),
    );
    own.agent.store.commit('alert', [event('MEM', 'CRITICAL', 60, -1)], now * 1000);
    const page = await open({ url: `${own.url}#panel=alerts` });
    const list = page.locator('.alert-timeline .list');
    const cpu = list.locator('li.many');
    await cpu.getByText(/^\s*240 times since \d.+, 20 min in all, worst 99.0 %$/).waitFor();
    expect(await list.locator('.each').count()).toBe(0);
    await cpu.getByRole('button', { name: 'All 240' }).click();
    await expect.poll(() => list.locator('.each > li').count()).toBe(240);
    const lanes = list.locator('.alert-lanes .lane');
    const lanesNow = (): Promise<string[]> => lanes.locator('.name').allInnerTexts();
    await expect.poll(lanesNow).toEqual(expect.arrayContaining(['Memory', 'CPU steal']));
    expect(await lanesNow()).not.toContain('RAID md9');
    await list.getByRole('button', { name: '24 h' }).click();
    await expect.poll(lanesNow).toContain('RAID md9');
    // The busiest programs have nothing to do with a broken array.
    const raid = list.getByRole('list', { name: 'Ended alerts' }).locator('li', { hasText: 'RAID md9' });
    expect(await raid.innerText()).not.toContain('cc1');
  });

  itInFull('are silenced with a note and an end where a password is set', async () => {
    const clock = createFakeClock(Date.now());
    const silences = createSilences({ clock, save: () => Promise.resolve() });
    const own = await forThisTest(
      servePage('small-vm', {
        isOfNow: true,
        silences,
        pastEvents: () => Promise.resolve({ events: [], marks: [] }),
        protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() },
      }),
    );
    const { store } = own.agent;
    store.commit('alert', [event('MEM', 'WARNING', 60, -1)], Date.now());
    const page = await open({
      url: `${own.url}#panel=alerts`,
      before: (fresh) => beginSession(fresh, own.url),
    });
    const list = page.locator('.alert-timeline .list');
    const column = async () => (await list.locator('.when').first().boundingBox())?.x;
    await list.getByRole('button', { name: 'Silence Memory' }).waitFor();
    const before = await column();
    await list.getByRole('button', { name: 'Silence Memory' }).click();
    await list.locator('.silence-form select').selectOption('for 8 hours');
    await list.getByLabel('Note').fill('<i>known</i>');
    await page.keyboard.press('Enter');
    await list.getByText(/^silenced until .+: <i>known<\/i>$/).waitFor();
    expect(await column()).toBe(before);
    expect(silences.list()).toMatchObject([{ type: 'MEM', note: '<i>known</i>' }]);
    expect(silences.list()[0]?.until).toBeGreaterThan(Date.now() + 7.9 * 3_600_000);
    await list.getByRole('button', { name: 'End' }).click();
    // "Until it is over" is the initial choice; Escape closes the form, not the list.
    await list.getByRole('button', { name: 'Silence Memory' }).click();
    await page.keyboard.press('Escape');
    await list.locator('.silence-form').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Silence Memory' }).click();
    await page.keyboard.press('Enter');
    await list.getByText('acknowledged', { exact: true }).waitFor();
    expect(silences.list()).toMatchObject([{ type: 'MEM', until: null }]);
    if (!isFull) return;
    // Maintenance comes again every week, for one alert or all of this host.
    await list.getByRole('button', { name: 'End' }).click();
    await list.getByRole('button', { name: 'Silence Memory' }).click();
    const form = list.locator('.silence-form');
    await form.locator('select').selectOption('every week (maintenance)');
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await form.getByLabel(day).uncheck();
    await form.getByLabel('from').fill('23:30');
    await form.getByLabel('to', { exact: true }).fill('01:00');
    await form.getByLabel('What').selectOption('all alerts of this host');
    await form.getByLabel('Note').fill('updates');
    await form.getByRole('button', { name: 'Silence', exact: true }).click();
    await form.waitFor({ state: 'detached' });
    const zone = await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(silences.list()).toMatchObject([
      { type: '*', note: 'updates', schedule: { days: [6, 7], from: '23:30', to: '01:00', zone } },
    ]);
  });

  itInFull('has the reason of a stop', async () => {
    const own = await forThisTest(servePage('small-vm'));
    const streams: ServerResponse[] = [];
    own.api.server.on('request', ({ url }, response) => {
      if (url?.includes('/api/stream?')) streams.push(response);
    });
    const page = await open({ url: own.url, width: 390, height: 900, expects: /ERR_|INCOMPLETE/ });
    // The page is live before it has a stream, by which the agent tells its reason. The stream with processes is the last: the
    // parts that show them may come after the first one.
    await expect
      .poll(() => streams.at(-1))
      .toMatchObject({
        headersSent: true,
        closed: false,
        req: { url: expect.stringContaining('&processes=') },
      });
    // The next attempt would have another reason, so it gets no reply.
    await page.route(WHOLE, () => {});
    // Stops like the agent, without its time limit for pending requests.
    const stopped = own.api.close();
    const shown = page.locator('.connection, .connection-reason .cut');
    await expect
      .poll(() => shown.allInnerTexts())
      .toEqual([expect.stringMatching(/^lost since/), 'The agent is stopping']);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    own.api.server.closeAllConnections();
    await stopped;
  });
});
