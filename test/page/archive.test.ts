/** The history on disk in the page, in a real browser, on a recorded machine with a day of history. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Forecast } from '../../src/core/forecast.ts';
import { type ArchivedPast, archivedPast } from '../support/archived-past.ts';
import { onlyInFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { pixelsOf } from '../support/page-canvas.ts';
import { linesOf, useBrowser, useOnePage, type Visit, whenLive } from '../support/page-browser.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const after = (days: number): number => Date.now() + days * DAY;
/** Of the file system of the recorded machine. */
const FULL: Forecast = {
  kind: 'fs',
  subject: '/',
  label: '/',
  from: after(9.5),
  likely: after(11),
  to: after(13.5),
  growth: { low: 1e5, likely: 1.1e5, high: 1.2e5 },
  used: 2e10,
  limit: 1.2e11,
  unit: 'byte',
};
const openPage = useBrowser();
let agent: PageAgent;
let past: ArchivedPast;
beforeAll(async () => {
  agent = await servePage('small-vm', {
    isOfNow: true,
    past: async (recorded) => {
      past = await archivedPast(recorded);
      return { ...past.setup, forecasts: () => ({ time: Date.now(), forecasts: [FULL], missing: [] }) };
    },
  });
});
afterAll(() => agent.close());

const onePage = useOnePage(() => ({ url: agent.url, height: 1000 }));
const open = (hash: string, more: Partial<Visit> = {}): Promise<Page> =>
  openPage({ url: agent.url + hash, width: 1600, height: 1000, ...more });
const at = (hours: number): string => new Date(past.end - hours * HOUR).toISOString();
const figures = (page: Page) => page.locator('.chart-drawer .figures tbody tr').first().locator('td');

/** Number of drawn pixels in a part of a row of the chart, near its lower edge, where the recording has no value. */
async function linesAcross(page: Page, from: number, to: number): Promise<number> {
  const drawer = page.locator('.chart-drawer');
  const [over, canvas] = [
    await drawer.locator('.u-over').boundingBox(),
    await drawer.locator('canvas').boundingBox(),
  ];
  if (over === null || canvas === null) throw new Error('no chart');
  const { width, data } = await pixelsOf(drawer.locator('canvas'));
  const row = Math.round(over.y - canvas.y + over.height - 15) * width;
  const [begin, end] = [from, to].map((share) => Math.round(over.x - canvas.x + share * over.width));
  const places = Array.from(
    { length: (end ?? 0) - (begin ?? 0) },
    (_, at) => 4 * (row + (begin ?? 0) + at) + 3,
  );
  return places.filter((at) => (data[at] ?? 0) > 60).length;
}

const PHONES = onlyInFull('more of the page on a phone', 390);

describe('the page at a moment of the past', () => {
  it.each([1600, ...PHONES])('has the values, levels and programs of then, %i pixels wide', async (width) => {
    const page = await open(`#at=${past.end - 3 * HOUR}`, { width, height: 900 });
    await page.locator('.past-banner strong').waitFor();
    await page.locator('.connection').getByText('past', { exact: true }).waitFor();
    await page.locator('.vital').getByText('97.0').first().waitFor();
    await page.locator('.past-programs').getByText('borg').first().waitFor();
    await page.locator('.verdict').getByText('CPU').first().waitFor();
    // The history has only the received bytes of eth0.
    await expect
      .poll(() => page.locator('[data-section="network"] .essential').textContent())
      .toMatch(/↓ 400 Mb\/s ↑\s+–/);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.poll(() => page.url()).toContain(`at=${past.end - 3 * HOUR + 60_000}`);
    await page.locator('.past-banner').getByRole('button', { name: 'Live' }).click();
    await whenLive(page);
    await page.locator('.main [role="tab"]').first().waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  itInFull('is chosen in the header, and kept while a chart is looked at', async () => {
    const page = await onePage();
    await page.getByRole('button', { name: 'Time: 5 min' }).click();
    const panel = page.getByRole('group', { name: 'Time of the page' });
    await panel.getByText('History on disk since').waitFor();
    await panel.getByLabel('Go to').fill(at(5).slice(0, 16));
    await panel.getByRole('button', { name: 'Show' }).click();
    await page.locator('.past-banner strong').waitFor();
    await page.locator('.vital a.value[href*="cpu/total"]').first().click();
    await page.locator('.chart-drawer canvas').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.chart-drawer').waitFor({ state: 'detached' });
    await page.locator('.past-banner strong').waitFor();
    await page.getByRole('button', { name: /^Time: 2/ }).click();
    await panel.getByRole('button', { name: '24 h' }).click();
    await page.locator('.past-banner').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Time: 24 h' }).waitFor();
  });
});

describe('a chart of the history on disk', () => {
  it.each([1600, ...PHONES])(
    'has averages with their extremes, gaps with reasons, %i pixels wide',
    async (width) => {
      const page = await onePage(`#chart=cpu/total&from=${at(10)}&to=${at(0)}`, { width, height: 900 });
      const status = page.locator('.chart-status');
      await status.getByText(/Each point: [12] min, avg with min to max\./).waitFor();
      await status.getByText('Hatched: the agent was not running.').waitFor();
      await expect.poll(() => figures(page).nth(3).innerText()).toBe('97.0 %');
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      // In the middle of a gap, no value is near.
      const box = await page.locator('.chart-drawer .u-over').boundingBox();
      if (box === null) throw new Error('no chart');
      await page.mouse.move(box.x + box.width * 0.25, box.y + 60);
      await expect.poll(() => figures(page).first().innerText()).toBe('–');
    },
  );

  itInFull('has the cone of a forecast, to which the file system leads', async () => {
    const page = await onePage();
    await page.locator('[data-section="fs"]').getByText('full in 9–14 d').click();
    const drawer = page.locator('.chart-drawer');
    await drawer.getByText('Forecast: / is full in 9 to 14 days.').waitFor();
    expect(page.url()).toContain('from=-14d');
    const over = drawer.locator('.u-over');
    const canvas = drawer.locator('canvas');
    /** Pixels of a column in the future: more than the grid's. */
    const drawn = async (): Promise<number> => {
      const [box, place] = [await over.boundingBox(), await canvas.boundingBox()];
      if (box === null || place === null) return 0;
      const { width, data } = await pixelsOf(canvas);
      const column = Math.round(box.x - place.x + box.width * 0.95);
      const rows = Array.from({ length: Math.floor(box.height) - 20 }, (_, row) => row);
      return rows.filter((row) => (data[4 * (row * width + column) + 3] ?? 0) > 0).length;
    };
    await expect.poll(drawn).toBeGreaterThan(20);
    await drawer.getByRole('button', { name: '15 min' }).click();
    await drawer.getByRole('link', { name: 'Show it' }).click();
    await expect.poll(() => page.url()).toContain('from=-14d');
  });

  itInFull('says where it begins', async () => {
    const page = await onePage('#chart=cpu/total&from=-7d');
    await page
      .locator('.chart-status')
      .getByText(/Hatched: the history on disk begins \d{4}-\d\d-\d\d \d\d:\d\d/)
      .waitFor();
    await expect.poll(() => linesAcross(page, 0.05, 0.3)).toBeGreaterThan(10);
    expect(await linesAcross(page, 0.9, 0.97)).toBeLessThan(5);
  });

  itInFull('moves through time by pointer, keyboard and form, and has it in the address', async () => {
    const page = await onePage(`#chart=cpu/total&from=${at(6)}&to=${at(2)}`);
    await expect.poll(() => figures(page).nth(3).innerText()).toBe('97.0 %');
    const box = await page.locator('.chart-drawer .u-over').boundingBox();
    if (box === null) throw new Error('no chart');
    const begin = async (): Promise<number> => {
      const [, text = ''] = /from=([^&]+)/.exec(page.url()) ?? [];
      return (past.end - Date.parse(text)) / HOUR;
    };
    // An hour is a quarter of the width.
    await page.mouse.move(box.x + box.width * 0.25, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.5, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await expect.poll(begin).toBeCloseTo(5, 1);
    await expect.poll(() => figures(page).nth(3).innerText()).not.toBe('97.0 %');
    await page.keyboard.press('ArrowRight');
    await expect.poll(begin).toBeCloseTo(4.75, 1);
    await page.keyboard.press('-');
    await expect.poll(begin).toBeCloseTo(5.25, 1);
    await page.keyboard.down('Shift');
    await page.mouse.move(box.x + box.width * 0.25, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await expect.poll(begin).toBeCloseTo(6.25, 1);
    await page.mouse.wheel(0, 500);
    await expect.poll(begin).toBeCloseTo(5.25, 1);
    await page.getByRole('button', { name: 'Custom range' }).click();
    await page.getByLabel('From', { exact: true }).fill(at(9).slice(0, 16));
    await page.getByLabel('to', { exact: true }).fill(at(1).slice(0, 16));
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.poll(() => page.url()).toContain(`from=${at(9)}&to=${at(1)}`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    await expect.poll(() => page.url()).not.toContain('to=');
  });

  itInFull('moves and zooms with fingers', async () => {
    const page = await open(`#chart=cpu/total&from=${at(6)}&to=${at(2)}`, {
      width: 390,
      height: 844,
      context: { hasTouch: true },
    });
    await expect.poll(() => figures(page).nth(3).innerText()).toBe('97.0 %');
    const box = await page.locator('.chart-drawer .u-over').boundingBox();
    if (box === null) throw new Error('no chart');
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...shares: number[]) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: shares.map((share, id) => ({ id, x: box.x + box.width * share, y: box.y + 40 })),
      });
    const span = async (): Promise<number[]> => {
      const [, from = '', to = ''] = /from=([^&]+)&to=([^&]+)/.exec(page.url()) ?? [];
      return [from, to].map((text) => Math.round(((past.end - Date.parse(text)) / HOUR) * 10) / 10);
    };
    await send('touchStart', 0.25, 0.75);
    await send('touchMove', 0.1, 0.9);
    await send('touchMove', 0, 1);
    await send('touchEnd');
    await expect.poll(span).toEqual([5, 3]);
    await send('touchStart', 0.2);
    await send('touchMove', 0.4);
    await send('touchMove', 0.7);
    await send('touchEnd');
    await expect.poll(span).toEqual([6, 4]);
    await send('touchStart', 0.5);
    await send('touchEnd');
    await expect.poll(() => page.url()).toContain('at=');
  });

  itInFull.each([
    ['off', 'turned off by --disable-archive'],
    ['paused', 'the disk of /var has 12 MB left, and min_free asks for 64 MB'],
  ])('says why nothing is written: %s', async (state, reason) => {
    const page = await open('#chart=cpu/total', {
      context: {},
      before: (tab) =>
        tab.route(/\/api\/archive$/, async (route) => {
          const response = await route.fetch();
          await route.fulfill({ response, json: { ...((await response.json()) as object), state, reason } });
        }),
    });
    await page.locator('.chart-status').getByText(`No history is written to disk: ${reason}.`).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Time:/ }).click();
    await page.locator('.time-picker .kept').getByText(`No history is written to disk: ${reason}.`).waitFor();
    await expect.poll(() => page.locator('.time-picker > .is-warning').count()).toBe(state === 'off' ? 0 : 1);
  });

  itInFull('shows under the pointer what happened, and which programs used the machine', async () => {
    const page = await onePage(
      `#chart=cpu/total&chart=load/min1&chart=network/eth0_bytes_recv_rate_per_sec&from=${at(4)}&to=${at(2)}`,
    );
    await expect.poll(() => figures(page).nth(3).innerText()).toBe('97.0 %');
    const box = await page.locator('.chart-drawer .u-over').first().boundingBox();
    if (box === null) throw new Error('no chart');
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    // One crosshair in all charts.
    await expect
      .poll(() =>
        page
          .locator('.u-cursor-x')
          .evaluateAll((all) => all.map((line) => new DOMMatrix(getComputedStyle(line).transform).m41 > 0)),
      )
      .toEqual([true, true]);
    await expect.poll(() => page.locator('.chart-status .moment').innerText()).toContain('CPU critical');
    await expect.poll(() => figures(page).first().innerText()).toBe('97.0 %');
    const top = page.locator('.top-programs');
    await top.getByText('borg').first().waitFor();
    await top.getByText('borg.service').first().waitFor();
    await top.getByText('381 %').waitFor();
    await page.mouse.move(box.x + box.width / 8, box.y + 60);
    await top.getByText('borg').first().waitFor({ state: 'detached' });
  });

  itInFull('compares with an earlier time, and has what is gone', async () => {
    const page = await onePage(`#chart=cpu/total&from=${at(4)}&to=${at(2)}&shift=width`);
    await page
      .locator('.chart-drawer td.change')
      .filter({ hasText: /^[+−]\d+(\.\d)? %$/ })
      .waitFor();
    const drawer = page.locator('.chart-drawer');
    expect(await drawer.locator('th.change').innerText()).toBe('against the period before');
    expect(await linesOf(drawer.locator('.time-bar button'))).toBe(1);
    expect(await linesOf(page.locator('.chart-drawer > .choices :is(select, button)'))).toBe(1);
    await page.setViewportSize({ width: 390, height: 900 });
    expect(await linesOf(drawer.locator('.files button'))).toBe(1);
    for (const select of await drawer.locator('select').all())
      expect((await select.boundingBox())?.width).toBeGreaterThan(145);
    // Name, change and tools in one line, right above the figures.
    expect((await drawer.locator('.figures tbody tr').boundingBox())?.height).toBeLessThan(64);
    await onePage(`#chart=containers/old-job_cpu_percent&from=${at(20)}&to=${at(10)}`);
    await drawer.getByRole('heading', { name: 'Container old-job CPU' }).waitFor();
    await expect.poll(() => figures(page).nth(3).innerText()).toBe('33.0 %');
  });

  itInFull('reads long ranges with progress, and stops when asked', async () => {
    const page = await open(`#chart=cpu/total&from=${at(10)}&to=${at(0)}`, {
      context: {},
      before: (tab) => tab.route(/history\/range/, () => {}),
    });
    await page.locator('.chart-status progress').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The history was not read: Stopped.').waitFor();
  });
});
