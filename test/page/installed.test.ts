/** The page as an installed application, in a real browser with its service worker. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator, PASSWORD } from '../support/guarded-api.ts';
import { servePage } from '../support/page-agent.ts';
import { useBrowser } from '../support/page-browser.ts';
import { itInFull } from '../support/it-in-full.ts';

const open = useBrowser();

/** As if the page had been installed, which a browser without windows cannot do. */
async function install(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query === '(display-mode: standalone)' ? 'all' : query);
  });
}

const keptIn = (page: Page, cache: string): Promise<string[]> =>
  page.evaluate(
    async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length)),
    cache,
  );

/** Requests that an offline page must answer from its cache. */
const NEEDED = ['/api/4/all?extra=true', '/api/4/all/limits?extra=true', '/api/levels', '/api/verdict'];

async function rig(hasPassword = false) {
  const agent = await forThisTest(
    servePage('small-vm', {
      isOfNow: true,
      ...(hasPassword && { protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() } }),
    }),
  );
  const page = await open({
    url: agent.url,
    width: 390,
    height: 844,
    expects: /ERR_|INCOMPLETE|401/,
    context: {},
    before: install,
  });
  return { agent, page };
}

describe('an installed page', () => {
  itInFull('has a manifest with icons', async () => {
    const { agent, page } = await rig();
    const href = await page.locator('link[rel="manifest"]').getAttribute('href');
    const address = new URL(href ?? '', agent.url);
    const response = await fetch(address);
    expect(response.headers.get('content-type')).toBe('application/manifest+json');
    const { icons, start_url, scope } = (await response.json()) as {
      icons: { src: string }[];
      start_url: string;
      scope: string;
    };
    expect([new URL(start_url, address).href, new URL(scope, address).href]).toEqual([agent.url, agent.url]);
    for (const { src } of icons)
      expect((await fetch(new URL(src, address))).headers.get('content-type')).toBe('image/png');
  });

  it('shows the last view without a network, says that it is old, and is live again', async () => {
    const { page } = await rig();
    await expect.poll(() => keptIn(page, 'gander-view')).toEqual(expect.arrayContaining(NEEDED));
    await expect.poll(() => keptIn(page, 'gander-page')).toEqual(expect.arrayContaining(['/']));
    await page.locator('.vital .digits').filter({ hasText: /\d/ }).first().waitFor();
    const keptAt = (): Promise<number> =>
      page.evaluate(async () => {
        const kept = await caches.match('/api/4/all?extra=true');
        return Number(kept?.headers.get('x-gander-kept'));
      });
    const begun = await keptAt();
    // It is left: values from the stream are kept, too.
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expect.poll(keptAt).toBeGreaterThan(begun);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/^lost since/).waitFor();
    await page.getByText('The agent cannot be reached').waitFor();
    expect(await page.locator('.vital .digits').filter({ hasText: /\d/ }).count()).toBeGreaterThan(0);
    expect(await page.locator('.page').getAttribute('class')).toContain('stale');
    await page.context().setOffline(false);
    await page.getByText(/^live/).waitFor();
  });

  itInFull('is the only one that keeps anything', async () => {
    const { url } = await forThisTest(servePage('small-vm', { isOfNow: true }));
    const page = await open({ url, width: 390, height: 844, context: {} });
    // As for notifications.
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('service-worker.js');
      await navigator.serviceWorker.ready;
    });
    await page.reload();
    await page.locator('.vital .digits').filter({ hasText: /\d/ }).first().waitFor();
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
  });

  itInFull('forgets the last view with the session', async () => {
    const { page } = await rig(true);
    await page.fill('.login input[name="password"]', PASSWORD);
    await page.keyboard.press('Enter');
    await expect.poll(() => keptIn(page, 'gander-view')).toEqual(expect.arrayContaining(NEEDED));
    await page.click('.account summary');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.locator('.login').waitFor();
    await expect.poll(() => keptIn(page, 'gander-view')).toEqual([]);
  });
});
