/** The page `/docs` in a real browser, on a real server, with and without a prefix. */
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../src/http/server/listen.ts';
import { CHROMIUM, hasChromium, sharedBrowser } from '../support/chromium.ts';
import { createFakeApi } from '../support/fake-api.ts';

if (!hasChromium) console.warn(`skipped: /docs in a browser (no ${CHROMIUM})`);

/** Violations of a page: errors, refused content, requests to others, missing files. */
function watch(page: Page, origin: string): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) found.push(`asked ${url}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) found.push(`${response.status()} ${response.url()}`);
  });
  return found;
}

const PLACES: [base: string, viewport: { width: number; height: number }][] = [
  ['/pre', { width: 390, height: 844 }],
  ['', { width: 1280, height: 900 }],
];

describe.skipIf(!hasChromium)('/docs in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  it.each(PLACES)('below "%s", at %j, sends a request and shows the answer', async (base, viewport) => {
    const { api } = createFakeApi(undefined, { prefix: `${base}/` });
    const origin = `http://127.0.0.1:${await listen({ api, host: '127.0.0.1', port: 0 })}`;
    const page = await browser.newPage({ viewport });
    const problems = watch(page, origin);
    await page.goto(`${origin}${base}/docs`);
    await page.locator('.opblock-tag[data-tag="cpu"]').click();
    const operation = page.locator('#operations-cpu-getCpu');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').click();
    const answer = operation.locator('.live-responses-table');
    await answer.waitFor();
    expect(await operation.locator('.request-url').innerText()).toContain(`${origin}${base}/api/4/cpu`);
    expect(await answer.innerText()).toContain('"total": 80');
    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect(overflow).toBeLessThanOrEqual(0);
    expect(problems).toEqual([]);
    await page.close();
    api.server.closeAllConnections();
    await api.close();
  });
});
