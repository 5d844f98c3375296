import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useBrowser, whenShown, WIDTHS } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

describe('the page', () => {
  it('shows the machine, its vital signs, sections and processes', async () => {
    const page = await open({ url: agent.url });
    await whenShown(page);
    expect(await page.title()).toMatch(/big-server · Gander$/);
    expect(await page.textContent('.page-header .host')).toBe('big-server');
    expect(await page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
    expect(await page.textContent('[data-vital="mem"] .large .digits')).toBe('50.2');
    const sections = await page.$$eval('[data-section]', (all) =>
      all.map((one) => one.getAttribute('data-section')),
    );
    for (const name of ['network', 'diskio', 'fs', 'connections', 'irq']) expect(sections).toContain(name);
    expect(await page.textContent('[data-tab="processes"] .count')).toBe('600');
    expect(await page.textContent('.virtual-table .rows .row')).toContain('java');
  });

  it('follows the stream', async () => {
    const page = await open({ url: agent.url });
    await page.waitForSelector('.connection.live');
    await page.waitForFunction(() => document.querySelector('.connection')?.textContent === 'live');
  });

  it('asks every so many seconds when its address says so', async () => {
    const page = await open({ url: `${agent.url}?refresh=7` });
    await page.waitForFunction(() => document.querySelector('.connection')?.textContent === 'every 7 s');
  });

  it.each(WIDTHS)('fits into %d pixels', async (width) => {
    const page = await open({ url: agent.url, width, height: 800 });
    await whenShown(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });

  it('draws only the rows in sight', async () => {
    const page = await open({ url: agent.url });
    await whenShown(page);
    const rows = await page.$$eval('.virtual-table .rows .row', (all) => all.length);
    expect(rows).toBeGreaterThan(10);
    expect(rows).toBeLessThan(80);
    await page.focus('.virtual-table');
    await page.keyboard.press('End');
    await page.waitForSelector('.virtual-table .row[aria-rowindex="601"].current');
  });
});

describe('keys', () => {
  it('hide and show, and the browser remembers', async () => {
    const page = await open({ url: agent.url });
    await whenShown(page);
    await page.keyboard.press('n');
    await page.waitForSelector('[data-section="network"]', { state: 'detached' });
    await page.reload();
    await whenShown(page);
    expect(await page.$('[data-section="network"]')).toBe(null);
    await page.click('[data-section="missing"] h2 button');
    await page.click('[data-section="missing"] .quiet-link');
    await page.waitForSelector('[data-section="network"]');
    await page.keyboard.press('2');
    await page.waitForSelector('.rail', { state: 'detached' });
  });

  it('sort, and the address says so', async () => {
    const page = await open({ url: agent.url });
    await whenShown(page);
    await page.keyboard.press('m');
    await page.waitForSelector('[aria-sort="descending"]:has-text("Mem")');
    expect(new URL(page.url()).hash).toBe('#sort=memory_percent');
  });

  it('open the help, and Escape closes it', async () => {
    const page = await open({ url: agent.url });
    await whenShown(page);
    await page.keyboard.press('h');
    await page.waitForSelector('dialog.help-panel[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog.help-panel', { state: 'detached' });
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
    await page.keyboard.type('n');
    expect(await page.$('[data-section="network"]')).not.toBe(null);
  });

  it('change units', async () => {
    const page = await open({ url: agent.url });
    await whenShown(page);
    const unit = () => page.textContent('[data-section="network"] .number .unit');
    expect(await unit()).toBe('Gb/s');
    await page.keyboard.press('b');
    await page.waitForFunction(
      () => document.querySelector('[data-section="network"] .number .unit')?.textContent === 'GiB/s',
    );
  });
});

describe('the address', () => {
  it('brings another browser the same view', async () => {
    const look = encodeURIComponent(JSON.stringify({ theme: 'light', hidden: ['fs'], evil: 1, bits: 'x' }));
    const page = await open({ url: `${agent.url}?look=${look}#sort=memory_percent` });
    await whenShown(page);
    expect(await page.getAttribute('html', 'data-theme')).toBe('light');
    expect(await page.$('[data-section="fs"]')).toBe(null);
    await page.waitForSelector('[aria-sort="descending"]:has-text("Mem")');
  });
});

describe('below a prefix', () => {
  it('works the same', async () => {
    const prefixed = await servePage('small-vm', { prefix: '/a/b' });
    try {
      const page = await open({ url: prefixed.url, expects: /INCOMPLETE_CHUNKED|CONNECTION_REFUSED/ });
      await whenShown(page);
      expect(await page.title()).toContain('Gander');
    } finally {
      await prefixed.close();
    }
  });
});
