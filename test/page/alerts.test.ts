/** Alerts along the bottom of the page, in a real browser, on a recorded machine. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertEvent } from '../../src/core/event.ts';
import { UNPROTECTED } from '../../src/serve/http/protection.ts';
import { createSilences } from '../../src/judge/events/silences.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { fakeAuthenticator, PASSWORD } from '../support/guarded-api.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';

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
    // Values are out of their limits all the same.
    await strip.getByText('No alert yet').waitFor();
    store.commit(
      'alert',
      [event('CPU_TOTAL', 'CRITICAL', 300, -1), event('FS_/', 'WARNING', 5400, 3000)],
      Date.now(),
    );
    await strip.getByText('1 alert ongoing').waitFor();
    // Hundreds of bars are no part of its name.
    expect(await strip.ariaSnapshot()).toMatch(/^- button "critical 1 alert ongoing 3 h":/);
    await expect.poll(() => page.locator('.strip .event-bar').count()).toBe(2);
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) /);
    await strip.click();
    const list = page.locator('.alert-timeline .list');
    expect(await list.innerText()).toMatch(/CPU total\s*(critical\s*)?70.0% – 99.0%, avg 85.0%/);
    expect(await list.innerText()).toContain('<b>cc1⟨202E⟩</b>, ld');
    const links = await list.locator('ul a').all();
    expect(await Promise.all(links.map((link) => link.getAttribute('href')))).toEqual([
      expect.stringMatching(/^#chart=cpu\/total&at=\d+$/),
      expect.stringMatching(/^#chart=fs\/\/_percent&from=-6h&at=\d+$/),
    ]);
    const overflow = () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 390, height: 900 });
    await expect.poll(() => list.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 900 });
    expect(await overflow()).toBeLessThanOrEqual(0);
    await list.getByRole('button', { name: 'Clear all' }).click();
    await list.locator('ul').getByText('CPU total').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
  });

  it('lead to the moment they began, in charts of items too, and say nothing that is no number', async () => {
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
    const rows = (await list.locator('.what').allInnerTexts()).map((row) =>
      row.replaceAll(/\s+/g, ' ').trim(),
    );
    expect(rows).toEqual([
      'RAID md127 critical',
      'Network bond0 received, was warning 70.0% – 99.0%, avg 85.0% of the link speed',
      'Sensor Core 0, was warning 70 °C – 99 °C, avg 85 °C',
      'SOMETHING_NEW, was warning 70 – 99, avg 85',
    ]);
    // One that is over has its shape only.
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
    expect(await color('RAID')).not.toBe(await color('SOMETHING_NEW'));
    await list.locator('ul').getByText('Network bond0 received').click();
    const drawer = page.locator('.chart-drawer');
    await drawer.getByRole('heading', { name: 'Network bond0 received' }).waitFor();
    await expect.poll(() => page.url()).toMatch(/#chart=network\/bond0_bytes_recv_rate_per_sec&at=\d+$/);
    await list.waitFor({ state: 'detached' });

    // Ten are all that an agent without a journal lists.
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
  });

  it('are episodes where they are equal, of any time that the journal knows', async () => {
    const now = Math.floor(Date.now() / 1000);
    const silences = createSilences({
      clock: createFakeClock(),
      save: () => Promise.resolve(),
    });
    const own = await forThisTest(
      servePage('big-server', {
        isOfNow: true,
        silences,
        async pastEvents(from) {
          const cpu = Array.from({ length: 600 }, (_, index) =>
            event('CPU_TOTAL', 'CRITICAL', 600 + index * 15, 595 + index * 15),
          );
          const raid = event('RAID_MD1', 'WARNING', 40_000, 39_000);
          const all = [...cpu, raid].filter(({ end }) => end * 1000 > from);
          const saved = { plugin: '', field: '', identity: null, stat: '' };
          return { events: all.map((one, id) => ({ ...saved, id, event: one })), marks: [] };
        },
      }),
    );
    own.agent.store.commit('alert', [event('MEM', 'CRITICAL', 60, -1)], now * 1000);
    const page = await open({ url: `${own.url}#panel=alerts` });
    const list = page.locator('.alert-timeline .list');
    // It has calmed to half of the memory.
    const calmed = list.locator('ul > li', { hasText: 'Memory in use' });
    await calmed.getByText(', was critical', { exact: true }).waitFor();
    for (const mark of [calmed.locator('.level-mark svg').first(), page.locator('.strip .words svg')])
      expect(await mark.getAttribute('aria-label')).toBe('careful');
    // The strip has the worst of what is, not of what was.
    const { store } = own.agent;
    store.commit(
      'alert',
      [event('MEM', 'CRITICAL', 60, -1), event('RAID_MD127', 'CRITICAL', 50, -1)],
      now * 1000 + 1,
    );
    await page.locator('.strip .words', { hasText: '2 alerts ongoing' }).waitFor();
    expect(await page.locator('.strip .words svg').getAttribute('aria-label')).toBe('critical');
    store.commit('alert', [event('MEM', 'CRITICAL', 60, -1)], now * 1000 + 2);
    const cpu = list.locator('li.many');
    await cpu
      .getByText(/^600 times since \d.+, 50 m 0 s in all, worst 99.0%, mostly <b>cc1⟨202E⟩<\/b>$/)
      .waitFor();
    expect(await list.locator('.each').count()).toBe(0);
    await cpu.getByRole('button', { name: 'All 600' }).click();
    await expect.poll(() => list.locator('.each > li').count()).toBe(600);
    const lanes = list.locator('.alert-lanes .lane');
    await expect.poll(() => lanes.locator('.name').allInnerTexts()).toEqual(['Memory in use', 'CPU total']);
    await expect.poll(() => page.locator('.strip .lane').count()).toBe(2);
    await list.getByRole('button', { name: '24 h' }).click();
    await expect.poll(() => lanes.count()).toBe(3);
    // The busiest programs have nothing to do with a broken array.
    const raid = list.locator('ul > li', { hasText: 'RAID' });
    expect(await raid.innerText()).not.toContain('cc1');
  });

  it('are silenced with a note and an end where a password is set', async () => {
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
    const page = await open({ url: `${own.url}#panel=alerts`, expects: /401/ });
    await page.fill('.login input[name="password"]', PASSWORD);
    await page.keyboard.press('Enter');
    const list = page.locator('.alert-timeline .list');
    const column = async () => (await list.locator('.when').first().boundingBox())?.x;
    await list.getByRole('button', { name: 'Silence Memory in use' }).waitFor();
    const before = await column();
    await list.getByRole('button', { name: 'Silence Memory in use' }).click();
    await list.locator('.silence-form select').selectOption('for 8 hours');
    await list.getByLabel('Note').fill('<i>known</i>');
    await page.keyboard.press('Enter');
    await list.getByText(/^silenced until .+: <i>known<\/i>$/).waitFor();
    expect(await column()).toBe(before);
    expect(silences.list()).toMatchObject([{ type: 'MEM', note: '<i>known</i>' }]);
    expect(silences.list()[0]?.until).toBeGreaterThan(Date.now() + 7.9 * 3_600_000);
    await list.getByRole('button', { name: 'End' }).click();
    // Until it is over, which is what the form begins with; Escape closes that, not the list.
    await list.getByRole('button', { name: 'Silence Memory in use' }).click();
    await page.keyboard.press('Escape');
    await list.locator('.silence-form').waitFor({ state: 'detached' });
    await list.getByRole('button', { name: 'Silence Memory in use' }).click();
    await page.keyboard.press('Enter');
    await list.getByText('acknowledged', { exact: true }).waitFor();
    expect(silences.list()).toMatchObject([{ type: 'MEM', until: null }]);
  });

  it('has the reason beside the state of the connection when the agent stops', async () => {
    const own = await forThisTest(servePage('small-vm'));
    const streams: ServerResponse[] = [];
    own.api.server.on('request', ({ url }, response) => {
      if (url?.includes('/api/stream')) streams.push(response);
    });
    const page = await open({ url: own.url, width: 390, height: 900, expects: /ERR_|INCOMPLETE/ });
    // The page is live before it has a stream, by which the agent tells its reason.
    await expect.poll(() => streams.some(({ headersSent }) => headersSent)).toBe(true);
    // A connection that is in use while the agent stops would let one more attempt through.
    await page.route('**/api/4/all', (route) => route.abort('connectionrefused'));
    await own.api.close();
    await page.getByText('The agent is stopping').waitFor();
    expect(await page.getByText(/^lost since/).isVisible()).toBe(true);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });
});
