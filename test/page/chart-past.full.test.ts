/** Navigation in the time of a chart, in a real browser, on a recorded machine with twenty minutes of history. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { linesOf, useOnePage } from '../support/page-browser.ts';

const SAMPLES = 600;
/** A gap from five to four minutes before the end. */
const isRecorded = (sample: number): boolean => sample < 120 || sample > 150;
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('small-vm');
  const now = Date.now();
  for (const plugin of ['cpu', 'mem']) {
    const history = agent.agent.store.history(plugin);
    for (let sample = SAMPLES; sample > 0; sample -= 1) {
      if (!isRecorded(sample)) continue;
      history.begin(now - sample * 2000);
      for (const name of ['total', 'user', 'percent']) history.record(name, 40 + 30 * Math.sin(sample / 20));
    }
  }
});
afterAll(() => agent.close());

const onePage = useOnePage(() => ({ url: agent.url, height: 900 }));

describe('a chart with a past', () => {
  it('zooms where the pointer is drawn across, and back at a double click', async () => {
    const page = await onePage('#chart=cpu/total');
    const drawer = page.locator('.chart-drawer');
    const most = drawer.locator('.figures tbody td').nth(3);
    await expect.poll(() => most.innerText()).toBe('70.0 %');
    const box = await drawer.locator('.u-over').boundingBox();
    if (box === null) throw new Error('no chart');
    const at = (share: number): [number, number] => [box.x + box.width * share, box.y + 50];
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.52), { steps: 4 });
    await page.mouse.up();
    await drawer.getByText('Whole range').waitFor();
    expect(await linesOf(drawer.locator('.time-bar button'))).toBe(1);
    await expect.poll(() => most.innerText()).not.toBe('70.0 %');
    expect(await drawer.getByRole('button', { name: '15 min' }).getAttribute('aria-pressed')).toBe('false');
    await page.mouse.dblclick(...at(0.5));
    await drawer.getByText('Whole range').waitFor({ state: 'detached' });
    await expect.poll(() => most.innerText()).toBe('70.0 %');
    await page.mouse.move(...at(0.5));
    await page.mouse.down();
    await page.mouse.move(...at(0.6), { steps: 4 });
    await page.mouse.up();
    await drawer.getByText('Whole range').waitFor();
    await page.keyboard.press('Escape');
    await drawer.getByText('Whole range').waitFor({ state: 'detached' });
    expect(await drawer.isVisible()).toBe(true);
  });

  it('shows one moment in the chart and in the sparklines beside it', async () => {
    const page = await onePage('#chart=cpu/total');
    const drawer = page.locator('.chart-drawer');
    await drawer.locator('.u-over').hover();
    await drawer
      .locator('.moment')
      .getByText(/^\d{4}-\d\d-\d\d \d\d:/)
      .waitFor();
    await expect.poll(() => drawer.locator('.figures tbody td').first().innerText()).toMatch(/^[\d.]+ %$/);
    await page.mouse.move(5, 5);
    await drawer.locator('.moment').getByText('Drag across').waitFor();
    // From a sparkline to the chart.
    await page
      .locator('.vital canvas.sparkline')
      .first()
      .hover({ position: { x: 30, y: 10 } });
    await drawer
      .locator('.moment')
      .getByText(/^\d{4}-/)
      .waitFor();
    const cursor = await drawer.locator('.u-cursor-x').evaluate((line) => line.getBoundingClientRect().x);
    const box = await drawer.locator('.u-over').boundingBox();
    expect(cursor).toBeGreaterThan(box?.x ?? Infinity);
  });

  it('points at nothing where nothing was recorded', async () => {
    const page = await onePage('#chart=cpu/total');
    const drawer = page.locator('.chart-drawer');
    const over = drawer.locator('.u-over');
    const { width = 0, x = 0 } = (await over.boundingBox()) ?? {};
    const pointAt = async (share: number): Promise<boolean> => {
      await over.hover({ position: { x: width * share, y: 50 } });
      const place = await drawer.locator('.u-cursor-pt').first().boundingBox();
      return (place?.x ?? 0) > x;
    };
    const here = drawer.locator('.figures tbody td').first();
    await expect.poll(() => pointAt(0.5)).toBe(true);
    await expect.poll(() => here.innerText()).toMatch(/%$/);
    // In the middle of a minute without samples: 252 s before the end of 15 min.
    await expect.poll(() => pointAt(0.72)).toBe(false);
    await expect.poll(() => here.innerText()).toBe('–');
  });

  it('moves through time', async () => {
    const page = await onePage('#chart=cpu/total&from=-5m');
    const drawer = page.locator('.chart-drawer');
    await drawer.getByRole('button', { name: 'Earlier' }).click();
    await expect.poll(() => page.url()).toMatch(/from=[\d-]+T[\d:.]+Z&to=/);
    await drawer.getByRole('button', { name: 'Live' }).click();
    await expect.poll(() => page.url()).toMatch(/from=-5m$/);
    expect(await drawer.getByRole('button', { name: 'Later' }).isDisabled()).toBe(true);
  });

  it('compares with what is pinned, and keeps that', async () => {
    const page = await onePage('#chart=mem/percent');
    const drawer = page.locator('.chart-drawer');
    await drawer.getByRole('button', { name: 'Pin Memory in use' }).click();
    await page.goto(`${agent.url}#chart=cpu/total`);
    await drawer.getByRole('heading', { name: 'CPU total' }).waitFor();
    const pinned = drawer.locator('optgroup[label="Pinned"] option');
    await expect.poll(() => pinned.allInnerTexts()).toEqual(['Memory in use']);
    await drawer.locator('select').selectOption('mem/percent');
    await drawer.getByRole('heading', { name: '2 series' }).waitFor();
    await drawer.getByRole('button', { name: 'Remove CPU total' }).click();
    await drawer.getByRole('heading', { name: 'Memory in use' }).waitFor();
  });
});
