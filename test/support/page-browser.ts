/** A real browser on the page: Debian's Chromium, one per file of tests. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { remoteLevels } from '../../src/api/routes/servers/remote-levels.ts';
import { plugins } from '../../src/plugins/index.ts';
import { launch } from './chromium.ts';

export interface Visit {
  url: string;
  width?: number;
  height?: number;
  theme?: 'dark' | 'light';
  /** Changes what the agent says; the page then polls. */
  change?: (all: Snapshot) => unknown;
  /** Time of the page's clock, in milliseconds since the epoch; it stands still. Default: the real one. */
  at?: number;
  /** Messages of the browser that belong to what is tested. */
  expects?: RegExp;
  /** Further options of the browser context. */
  context?: BrowserContextOptions;
  /** Done before the page is asked for. */
  before?: (page: Page) => Promise<unknown>;
}

/** The reply of `/api/4/all`. */
export type Snapshot = Record<string, unknown>;

/** Opens pages; after each test nothing may have gone wrong in them. */
export function useBrowser(): (visit: Visit) => Promise<Page> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());
  return async (visit) => {
    if (browser === undefined) throw new Error('the browser has not been started');
    return open(browser, visit);
  };
}

/** Another suite makes or removes an interface: Chromium ends what is under way, and the page asks again. */
const ELSEWHERE = /ERR_NETWORK_CHANGED/;

async function open(browser: Browser, visit: Visit): Promise<Page> {
  const { url, width = 1600, height = 1000, theme = 'dark', change, at, expects = /^$/, before } = visit;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
    locale: 'en-GB',
    ...visit.context,
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) problems.push(`asked ${request.url()}`);
  });
  onTestFinished(async () => {
    // An answer that is under way goes nowhere any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
    expect(problems.filter((problem) => !expects.test(problem) && !ELSEWHERE.test(problem))).toEqual([]);
  });
  if (change !== undefined) await changeAnswers(page, change);
  if (at !== undefined) await page.clock.setFixedTime(at);
  await before?.(page);
  await page.goto(url);
  return page;
}

/** Answers of the agent go through `change`, and no stream gets by it. */
async function changeAnswers(page: Page, change: (all: Snapshot) => unknown): Promise<void> {
  await page.route('**/api/stream?*', (route) => route.fulfill({ status: 204, body: '' }));
  await page.route('**/api/levels', async (route) => {
    const ask = async (path: string): Promise<Snapshot> =>
      (await (await page.request.get(new URL(path, route.request().url()).href)).json()) as Snapshot;
    const [all, limits] = await Promise.all([ask('4/all'), ask('4/all/limits')]);
    await route.fulfill({ json: remoteLevels(plugins, change(all), limits) });
  });
  await page.route('**/api/4/all', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: change((await response.json()) as Snapshot) });
  });
}

/** Resolves when the page shows data. */
export const whenShown = (page: Page): Promise<unknown> =>
  page.waitForSelector('.page:not(.waiting) .vital-cell .digits');

/** Another view in the page that is open, as a link to it does; resolves when it is on the screen. */
export const goTo = (page: Page, hash: string): Promise<unknown> =>
  page.evaluate(`(async () => {
    const wanted = ${JSON.stringify(hash)};
    if (location.hash !== wanted) {
      const followed = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
      location.hash = wanted;
      await followed;
    }
    // One frame to draw, another to see it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  })()`);

/** Widths from a phone to a wall. */
export const WIDTHS = [360, 390, 640, 768, 1100, 1600, 2560, 3840] as const;
