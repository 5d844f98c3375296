import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, servePage, sharedPage } from '../support/page-agent.ts';
import { useBrowser, useOnePage, whenShown, WIDTHS } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});

const onePage = useOnePage(() => ({ url: agent.url }));

/** Parts that exceed the window to the right; scrolling parts may be longer, never wider. */
const sticking = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = document.querySelectorAll(
      '.page-header > *, .page-header button, .vital-cell, .vital-cell *, .section, .section td, .section th, .section button, ' +
        '.bar-of-tabs [role="tab"], .filter-box input, .sort-choice, .row .cell, [role="columnheader"], .timeline > *',
    );
    return [...parts]
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect();
        const isUnseen = part.closest('.unseen, .facts > div, svg') !== null;
        return width > 0 && !isUnseen && (right > innerWidth + 0.5 || left < -0.5);
      })
      .slice(0, 5)
      .map((part) => `${part.className} ${part.textContent?.slice(0, 40)}`);
  });
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

itInFull(
  'narrow screens have the busiest programs before the sections, a wall charts with axes and marks that scale',
  async () => {
    const page = await open({ url: agent.url, width: 390, height: 1100 });
    const busiest = page.locator('.busiest-programs');
    const texts = () => busiest.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent));
    await expect.poll(texts).toEqual(['java400%12.7%', 'qemu-system-x86_64200%6.4%', 'solver150%0.4%']);
    const tops = await page
      .locator('.verdict, .vital, .busiest, .rail, .main')
      .evaluateAll((parts) =>
        parts
          .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
          .map(({ classList }) =>
            ['verdict', 'vital', 'busiest', 'rail', 'main'].find((name) => classList.contains(name)),
          ),
      );
    expect(tops).toEqual(['verdict', 'vital', 'busiest', 'rail', 'main']);
    await busiest.getByText('solver').click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#filter=name:solver');

    await page.setViewportSize({ width: 768, height: 600 });
    await expect
      .poll(() => busiest.evaluate((part) => part.getBoundingClientRect().bottom < innerHeight))
      .toBe(true);
    await page.setViewportSize({ width: 3840, height: 2160 });
    await expect.poll(() => busiest.count()).toBe(0);
    const axes = page.locator('.wall-charts .axis');
    await expect
      .poll(async () => (await axes.allInnerTexts()).map((text) => text.split(/\s+/).slice(0, 6).join(' ')))
      .toContain('100 % 50.0 % 0.0 %');
    expect(await axes.count()).toBe(await page.locator('.wall-charts figure').count());
    const lefts = await page
      .locator('.rail .section')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(2);
    expect((await page.locator('.rail .level-mark svg').first().boundingBox())?.width).toBeCloseTo(13.05, 1);
  },
);

itInFull('the header says where the agent runs, and a click whose values it shows', async () => {
  const guest = await servePage('composed/lxc-guest');
  onTestFinished(() => guest.close());
  const page = await open({ url: guest.url, width: 390, height: 800 });
  const machine = page.locator('.page-header').getByRole('button', { name: 'LXC guest' });
  await machine.click();
  const words = page.getByText('LXC guest: temperatures, paging and pressure are those of its host.');
  await words.waitFor();
  const { x = -1, width = 0 } = (await words.boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  await page.keyboard.press('Escape');
  await words.waitFor({ state: 'detached' });
});

itInFull('the vital signs say what CPU time was spent on', async () => {
  const shares = { total: 96, user: 11, system: 5, nice: 79, irq: 1, steal: 0, iowait: 0.4 };
  const change = (all: Record<string, unknown>): object => ({
    ...all,
    cpu: { ...(all['cpu'] as object), ...shares },
  });
  const page = await open({ url: agent.url, change });
  const cpu = page.locator('[data-vital="cpu"]');
  await expect.poll(() => cpu.locator('dl').innerText()).toBe('user11.0%system5.0%nice79.0%');
  const widths = await cpu
    .locator('.bar .part')
    .evaluateAll((parts) => parts.map((part) => Number.parseFloat((part as HTMLElement).style.width)));
  expect(widths.reduce((sum, width) => sum + width, 0)).toBeCloseTo(96);
  expect(await cpu.locator('.details').getAttribute('href')).toBe(
    '#chart=cpu/user&chart=cpu/system&chart=cpu/nice&chart=cpu/steal&chart=cpu/irq&chart=cpu/iowait',
  );
  // Outside of its table, too, a link names its target.
  const links = page.locator('[data-section="network"]').getByRole('link', {
    name: /^Network \S+ received [\d.]+\S*b\/s/,
  });
  await links.first().waitFor();
});

describe('the page fits', () => {
  it('into every width, from a phone to a wall', async () => {
    const page = await onePage();
    await whenShown(page);
    for (const width of isInThisRun('more of the page') ? WIDTHS : [360, 1100, 1600]) {
      await page.setViewportSize({ width, height: 800 });
      await settled(page);
      expect(await overflow(page), `${width} pixels`).toBeLessThanOrEqual(0);
      expect(await sticking(page), `${width} pixels`).toEqual([]);
    }
    // Commands have more room than any other column.
    await page.setViewportSize({ width: 1280, height: 800 });
    const command = page.getByRole('columnheader', { name: /^Command/ });
    await expect.poll(async () => (await command.boundingBox())?.width).toBeGreaterThan(400);
  });

  it.runIf(isInThisRun('more of the page'))(
    'in full rows of vital signs, none of which is alone in one',
    async () => {
      const page = await open({ url: agent.url });
      const cells = page.locator('.vital-strip > *');
      for (const hidden of [
        [],
        ['gpu'],
        ['gpu', 'memswap'],
        ['gpu', 'memswap', 'load'],
        ['gpu', 'memswap', 'load', 'mem'],
      ]) {
        await page.goto(`${agent.url}?look=${encodeURIComponent(JSON.stringify({ hidden }))}`);
        await expect.poll(() => cells.count()).toBe(7 - hidden.length);
        for (const width of [1280, 768, 390]) {
          await page.setViewportSize({ width, height: 800 });
          await page.waitForFunction((wanted) => window.innerWidth === wanted, width);
          const boxes = await cells.evaluateAll((all) =>
            all
              .map((one) => one.getBoundingClientRect())
              .map(({ top, right }) => [top, Math.round(right)] as const),
          );
          for (const place of new Set(boxes.map(([top]) => top))) {
            const row = boxes.filter(([top]) => top === place);
            const about = `${7 - hidden.length} at ${width} pixels`;
            expect(row.at(-1)?.[1], about).toBe(width);
            // On a phone the first has a row of its own, and the last where two would not fill it.
            if (width > 640) expect(row.length, about).toBeGreaterThan(1);
          }
        }
      }
    },
  );

  itInFull('on a wall, with larger text the larger it is', async () => {
    const page = await onePage();
    await whenShown(page);
    const large = page.locator('[data-vital="cpu"] .large');
    const row = page.locator('.virtual-table .row').first();
    for (const [width, scale] of [
      [1600, 1],
      [2560, 1.2],
      [3840, 1.45],
    ] as const) {
      await page.setViewportSize({ width, height: Math.round(width * 0.56) });
      await expect.poll(async () => (await row.boundingBox())?.height).toBe(Math.round(24 * scale));
      const size = await large.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
      expect(size).toBeCloseTo(26 * scale, 1);
    }
    expect(await page.$eval('.rail > .sections', (list) => getComputedStyle(list).columnCount)).toBe('2');
  });

  it.runIf(isInThisRun('more of the page'))(
    'at a zoom that changes while it is open, though a canvas has as many pixels as before',
    async () => {
      const page = await open({ url: agent.url, context: {} });
      await whenShown(page);
      const canvas = page.locator('.vital-cell canvas').first();
      const resize = (width: number, height: number): Promise<void> =>
        canvas.evaluate((one, size) => void Object.assign(one.style, { display: 'block', ...size }), {
          width: `${width}px`,
          height: `${height}px`,
        });
      const drawn = (): Promise<(number | undefined)[]> =>
        canvas.evaluate((one: HTMLCanvasElement) => [
          one.width,
          one.height,
          one.getContext('2d')?.getTransform().a,
        ]);
      await resize(200, 20);
      await expect.poll(drawn).toEqual([200, 20, 1]);
      await canvas.evaluate((one) => void (one.style.display = 'none'));
      const browser = await page.context().newCDPSession(page);
      await browser.send('Emulation.setDeviceMetricsOverride', {
        width: 1600,
        height: 800,
        deviceScaleFactor: 2,
        mobile: false,
      });
      await page.waitForFunction(() => devicePixelRatio === 2);
      await resize(100, 10);
      await expect.poll(drawn).toEqual([200, 20, 2]);
    },
  );

  itInFull('at 200 percent into windows from 1600 to 720 pixels', async () => {
    const page = await open({ url: agent.url, width: 800, height: 450, context: { deviceScaleFactor: 2 } });
    await whenShown(page);
    for (const width of [1600, 1280, 720]) {
      await page.setViewportSize({ width: width / 2, height: 450 });
      await settled(page);
      expect(await overflow(page), `${width} pixels`).toBeLessThanOrEqual(0);
      expect(await sticking(page), `${width} pixels`).toEqual([]);
      // All of the table can be reached by scrolling.
      await page.locator('.bar-of-tabs').evaluate((bar) => bar.scrollIntoView());
      await page.locator('.virtual-table').evaluate((table) => table.scrollTo(0, 0));
      await page.locator('.row[aria-rowindex="10"]').scrollIntoViewIfNeeded();
      await page.waitForSelector('.row[aria-rowindex="14"]');
    }
  });

  it('with text of twice the size', async () => {
    const page = await onePage('', { width: 1280 });
    await whenShown(page);
    await page.evaluate(() => document.documentElement.style.setProperty('--size', '26px'));
    await settled(page);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await page.evaluate(() => document.documentElement.style.removeProperty('--size'));
  });
});

describe('who asks for it', () => {
  it('gets no motion', async () => {
    const page = await onePage();
    await whenShown(page);
    expect(await motion(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await motion(page)).toBeLessThanOrEqual(0.15);
  });

  it('gets the colours of the system, and levels keep their shapes', async () => {
    const page = await onePage('', { context: { forcedColors: 'active' } });
    await whenShown(page);
    const marks = await page.$$eval('.section .level-mark svg', (all) =>
      all.map((mark) => [mark.getAttribute('aria-label'), mark.querySelector('path') !== null]),
    );
    expect(marks).toContainEqual(['critical', true]);
    expect(marks).toContainEqual(['warning', true]);
    const [chosen, other] = await page.$$eval('[role="tab"]', (tabs) =>
      tabs.slice(0, 2).map((tab) => getComputedStyle(tab).borderBottomColor),
    );
    expect(chosen).not.toBe(other);
    // Bars are drawn with backgrounds, which the system's colours would remove.
    expect(await page.$eval('.row .micro', (cell) => getComputedStyle(cell).backgroundImage)).toContain(
      'gradient',
    );
    const bars = await page.$$eval('.vital-cell .bar *', (all) =>
      all
        .filter((bar) => bar.getBoundingClientRect().width > 4)
        .map((bar) => getComputedStyle(bar).backgroundColor),
    );
    expect(bars.length).toBeGreaterThan(4);
    const ground = await page.$eval('body', (body) => getComputedStyle(body).backgroundColor);
    expect(bars.filter((color) => color === ground)).toEqual([]);
  });

  itInFull('gets a theme that follows the system, and may choose another', async () => {
    const page = await open({ url: agent.url, theme: 'light', context: {} });
    await whenShown(page);
    const ground = () => page.$eval('html', (html) => getComputedStyle(html).backgroundColor);
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(ground).not.toBe(light);
    await page.click('.page-header button[title^="Theme"]');
    await page.click('.page-header button[title^="Theme"]');
    await expect.poll(ground).toBe(light);
    await page.addInitScript(WATCH_WAITING);
    await page.reload();
    await whenShown(page);
    expect(await ground()).toBe(light);
    // Drawn once, with data.
    expect(await page.evaluate('window.hasWaited')).toBe(false);
  });
});

/** Whether there was ever a page without data; its timer for slow replies never fires. */
const WATCH_WAITING = `
  window.hasWaited = false;
  new MutationObserver(() => (window.hasWaited ||= document.querySelector('.page.waiting') !== null)).observe(document, {
    subtree: true, childList: true, attributes: true,
  });
  const later = window.setTimeout;
  window.setTimeout = (run, ms, ...rest) => (ms === 150 ? 0 : later(run, ms, ...rest));
`;

/** The longest motion of anything, in seconds. */
const motion = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const seconds = (text: string): number[] =>
      text.split(',').map((part) => Number.parseFloat(part) * (part.trim().endsWith('ms') ? 0.001 : 1));
    return Math.max(
      ...[...document.querySelectorAll('*')].flatMap((one) => {
        const { transitionDuration, animationDuration } = getComputedStyle(one);
        return [...seconds(transitionDuration), ...seconds(animationDuration)];
      }),
    );
  });
