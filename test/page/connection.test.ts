import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { forThisTest } from '../support/for-this-test.ts';
import { isFull } from '../support/full-run.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { servePage } from '../support/page-agent.ts';
import { violations } from '../support/page-audit.ts';
import { type Relay, startRelay } from '../support/page-relay.ts';
import { useBrowser, whenLive, whenShown, WHOLE } from '../support/page-browser.ts';
import { itInFull } from '../support/it-in-full.ts';

const open = useBrowser();
/** Chromium's messages about ended connections. */
const BROKEN = /INCOMPLETE_CHUNKED|ERR_(CONNECTION|EMPTY|SOCKET)/;
/** An agent without a journal of events is asked for it, too, until its own page is there. */
const BROKEN_OR_OTHER = new RegExp(`${BROKEN.source}|status of 503`);

let agent: LiveAgent;
let relay: Relay;
beforeAll(async () => {
  agent = await serveLive({ argv: ['-t', '1'] });
});
afterAll(() => agent.stop());
beforeEach(async () => {
  relay = await forThisTest(startRelay(agent.port));
});

/** A reloaded page does not have it. */
const mark = (page: Page): Promise<unknown> =>
  page.evaluate(() => ((window as { isMarked?: boolean }).isMarked = true));
const isMarked = (page: Page): Promise<boolean | undefined> =>
  page.evaluate(() => (window as { isMarked?: boolean }).isMarked);

/** The time of a sample that is taken from now on. */
async function nextSample(): Promise<number> {
  await agent.fresh('cpu');
  const { body } = await agent.request('/api/history?series=cpu/total');
  return (JSON.parse(body.toString()) as { cpu: { times: number[] } }).cpu.times.at(-1) ?? 0;
}

describe('a connection that is lost', () => {
  it('is said, with the last values in grey; it comes back by itself, and the gap is filled', async () => {
    const page = await open({ url: relay.url, expects: BROKEN });
    await whenLive(page);
    await mark(page);
    relay.cut();
    await page.waitForSelector('.connection.lost');
    await expect.poll(() => page.textContent('.connection')).toMatch(/^lost since \d\d:\d\d:\d\d$/);
    await expect.poll(() => page.textContent('[data-vital="cpu"] .large .digits')).toMatch(/\d/);
    expect(await page.$eval('.vital', (part) => getComputedStyle(part).filter)).toBe('grayscale(1)');
    if (isFull) expect(await violations(page)).toEqual([]);
    // On a phone, too, the menu is in the first line.
    await page.setViewportSize({ width: 390, height: 720 });
    expect((await page.locator('.header-menu').boundingBox())?.y).toBeLessThan(20);
    expect((await page.locator('.connection.lost').boundingBox())?.x).toBeGreaterThan(200);
    const missed = await nextSample();
    const filled = page.waitForResponse(/api\/history\?.*series=cpu\/total/);
    relay.leadTo(agent.port);
    await whenLive(page);
    const { times } = ((await (await filled).json()) as { cpu: { times: number[] } }).cpu;
    expect(times).toContain(missed);
    expect(await page.$eval('.vital', (part) => getComputedStyle(part).filter)).toBe('none');
    expect(await isMarked(page)).toBe(true);
  });

  itInFull(
    'is silence first; lost, the title says so, and the next attempt can be made at once',
    async () => {
      onTestFinished(() => void process.kill(agent.pid, 'SIGCONT'));
      const page = await open({ url: relay.url, expects: BROKEN_OR_OTHER });
      await whenLive(page);
      process.kill(agent.pid, 'SIGSTOP');
      // Three samples.
      await page.getByText(/^No data for [3-6] s$/).waitFor();
      expect(await page.$eval('.vital', (part) => getComputedStyle(part).filter)).toBe('grayscale(1)');
      process.kill(agent.pid, 'SIGCONT');
      await whenLive(page);
      relay.cut();
      await page.waitForSelector('.connection.lost');
      // Soon enough to show a restarted agent as live within two seconds.
      expect(await page.textContent('.connection-reason .next')).toMatch(/^(next try in [12] s|trying …)$/);
      await page.getByText(/^next try in \d s$/).waitFor();
      await expect.poll(() => page.title()).toMatch(/^✕ \S+ · lost$/);
      expect(await page.getAttribute('link[rel="icon"]', 'href')).toContain(
        encodeURIComponent('fill="#8a96a3"'),
      );
      // An agent without free connections tells clients when to retry.
      const busy = {
        status: 503,
        headers: { 'retry-after': '60' },
        json: { detail: 'Too many connections' },
      };
      await page.route(WHOLE, (route) => route.fulfill(busy));
      await page.getByText(/^next try in (5\d|60) s$/).waitFor();
      await page.unroute(WHOLE);
      relay.leadTo(agent.port);
      await page.getByRole('button', { name: 'Try now' }).click();
      await whenLive(page);
      await expect.poll(() => page.title()).toMatch(/ · Gander$/);
    },
  );
});

describe('an agent', () => {
  itInFull(
    'that is reached late, restarted or replaced on disk is followed in the page that is open',
    async () => {
      const page = await open({
        url: relay.url,
        expects: /ERR_|INCOMPLETE_CHUNKED|preload|status of (404|503)|Failed to fetch/,
        before: (fresh) => fresh.route(WHOLE, (route) => route.abort()),
      });
      // A connection that was never open is reported, too.
      await page.waitForSelector('.connection.lost:has-text("no connection")');
      await expect.poll(() => page.isVisible('.connection')).toBe(true);
      await page.unroute(WHOLE);
      await whenLive(page);
      await mark(page);
      // The next agent has different thresholds.
      const next = await forThisTest(servePage('small-vm', { isOfNow: true }));
      const limits = page.waitForRequest(/api\/4\/all\/limits/);
      relay.leadTo(next.port);
      await limits;
      await whenLive(page);
      expect(await isMarked(page)).toBe(true);
      // Files that an upgrade replaced: the page says what to do.
      await page.route('**/static/ChartDrawer-*', (route) => route.fulfill({ status: 404, json: {} }));
      await page.locator('.vital a.value').first().click();
      const said = page.getByText('This part of the page could not be loaded.');
      await said.waitFor();
      await page.unroute('**/static/ChartDrawer-*');
      await said.getByRole('button', { name: 'Load the page again' }).click();
      await page.waitForSelector('.chart-drawer');
      expect(await said.count()).toBe(0);
    },
  );

  itInFull(
    'leaves no colour to what was wrong; one of another version brings its page, with the same view',
    async () => {
      const [old, next] = [
        await forThisTest(servePage('big-server')),
        await forThisTest(servePage('small-vm', { version: '4.9.9' })),
      ];
      relay.leadTo(old.port);
      const page = await open({ url: `${relay.url}#sort=pid`, expects: BROKEN_OR_OTHER });
      const badge = page.locator('.alert-badge');
      const filter = (): Promise<string> => badge.evaluate((part) => getComputedStyle(part).filter);
      expect(await filter()).toBe('none');
      await whenLive(page);
      await mark(page);
      relay.cut();
      await page.waitForSelector('.connection.lost');
      expect(await filter()).toBe('grayscale(1)');
      relay.leadTo(next.port);
      await page.waitForFunction(() =>
        document.querySelector('meta[name="gander"]')?.getAttribute('content')?.includes('4.9.9'),
      );
      await whenShown(page);
      expect(await isMarked(page)).toBe(undefined);
      await expect.poll(() => new URL(page.url()).hash).toBe('#sort=pid');
    },
  );
});
