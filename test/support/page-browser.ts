/** A real browser on the page: Debian's Chromium. */
import type { Json } from '../../src/core/served.ts';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { Slice } from '../../src/core/slice.ts';
import { FAILURE_RULES } from '../../src/alerts/failure-rules/index.ts';
import { remoteLevels } from '../../src/fleet/routes/remote-levels.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { sharedBrowser } from './chromium.ts';

export interface Visit {
  url: string;
  width?: number;
  height?: number;
  theme?: 'dark' | 'light';
  /** Changes what the agent says; the page then polls. */
  change?: (all: Snapshot) => unknown;
  /** Fixed time of the page's clock, Unix milliseconds. Default: the real clock. */
  at?: number;
  /** Messages of the browser that the test expects. */
  expects?: RegExp;
  /** Further options of the browser context. */
  context?: BrowserContextOptions;
  /** Runs before the page is requested. Init scripts and throttling stay in a tab, so they need their own `context`, even `{}`. */
  before?: (page: Page) => Promise<unknown>;
}

/** The reply of `/api/4/all`. */
export type Snapshot = Record<string, Json>;

/** A tab that tests use one after the other: starting one takes longer than most tests. */
interface Tab {
  context: BrowserContext;
  page: Page;
  /** A fixed clock cannot be removed. */
  hasClock: boolean;
}

/** Of all files that a worker of Vitest runs, one after the other. */
const free: Tab[] = [];

/** A tab that no other test uses. */
async function takeTab({ at: clock, context }: Visit): Promise<Tab> {
  const hasClock = clock !== undefined;
  const at = context === undefined ? free.findIndex((tab) => tab.hasClock === hasClock) : -1;
  const [tab = await newTab(await sharedBrowser(), hasClock, context)] = at < 0 ? [] : free.splice(at, 1);
  return tab;
}

/** Gives a tab to later tests, unless it is a special one. */
async function returnTab(tab: Tab, { context }: Visit, hasFailed: boolean): Promise<void> {
  if (!hasFailed && context === undefined && (await clear(tab))) free.push(tab);
  else await close(tab);
}

/** Opens pages; after each test they must have no errors. */
export function useBrowser(): (visit: Visit) => Promise<Page> {
  // The first start takes longer than a test may.
  beforeAll(async () => void (await sharedBrowser()));
  return async (visit) => {
    const tab = await takeTab(visit);
    const problems = watch(tab.page, visit);
    onTestFinished(async ({ task }) => {
      await returnTab(tab, visit, task.result?.state === 'fail');
      expect(problems).toEqual([]);
    });
    await show(tab.page, visit);
    return tab.page;
  };
}

/** Settings of an opened page. */
export type Look = Pick<Visit, 'width' | 'height' | 'theme' | 'context'>;

/** One page for all tests of a file: loading takes longer than most tests. */
export function useOnePage(visit: () => Visit): (hash?: string, look?: Look) => Promise<Page> {
  let tab: Tab | undefined;
  const problems: string[] = [];
  const leave = async (hasFailed: boolean): Promise<void> => {
    const old = tab;
    tab = undefined;
    if (old !== undefined) await returnTab(old, visit(), hasFailed);
  };
  afterAll(() => leave(false));
  /** Starts at an address, with the browser state of earlier tests. */
  return async (hash = '', look = {}) => {
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await leave(true);
      expect(problems.splice(0)).toEqual([]);
    });
    if (tab === undefined) {
      tab = await takeTab(visit());
      watch(tab.page, visit(), problems);
      await show(tab.page, { ...visit(), ...look, url: visit().url + hash });
    } else {
      await setLook(tab.page, { ...visit(), ...look });
      await tab.page.evaluate(REST);
      await tab.page.mouse.move(-1, -1);
      await goTo(tab.page, hash);
    }
    return tab.page;
  };
}

/** Nothing has the focus, and lists begin at their first row. */
const REST = `
  document.activeElement.blur();
  for (const list of document.querySelectorAll('.virtual-table')) list.scrollTo(0, 0);
`;

async function newTab(browser: Browser, hasClock: boolean, more: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ timezoneId: 'UTC', locale: 'en-GB', ...more });
  context.setDefaultTimeout(60_000);
  return { context, page: await context.newPage(), hasClock };
}

/** Errors of the page from now on. */
function watch(page: Page, { url, expects = /^$/ }: Visit, problems: string[] = []): string[] {
  const add = (text: string): void => {
    if (!expects.test(text)) problems.push(text);
  };
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') add(message.text());
  });
  page.on('pageerror', (error) => add(error.stack ?? error.message));
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && host !== new URL(url).host) add(`asked ${request.url()}`);
  });
  return problems;
}

async function setLook(page: Page, look: Look): Promise<void> {
  const { width = 1600, height = 720, theme = 'dark', context } = look;
  await page.setViewportSize({ width, height });
  const forcedColors = context?.forcedColors ?? 'none';
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce', forcedColors });
}

async function show(page: Page, visit: Visit): Promise<void> {
  const { url, change, at, before } = visit;
  await setLook(page, visit);
  if (change !== undefined) await changeAnswers(page, change);
  if (at !== undefined) await page.clock.setFixedTime(at);
  await before?.(page);
  await page.goto(url);
}

/** Resets the page; false: impossible. */
async function clear({ context, page }: Tab): Promise<boolean> {
  try {
    // A pending reply has no receiver any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' });
    for (const other of context.pages()) if (other !== page) await other.close();
    // The closing page may store something.
    await page.evaluate('Storage.prototype.setItem = () => {}; localStorage.clear(); sessionStorage.clear()');
    await page.goto('about:blank');
    await page.mouse.move(-1, -1);
    await context.clearCookies();
    return true;
  } catch {
    return false;
  }
}

async function close({ context, page }: Tab): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
}

/** Replies of the agent pass through `change`; streams are disabled. */
async function changeAnswers(page: Page, change: (all: Snapshot) => unknown): Promise<void> {
  await page.route('**/api/stream?*', (route) => route.fulfill({ status: 204, body: '' }));
  // The list of alerts then follows from the changed answers, as with an older agent, which has no alert kinds.
  const changed = (all: Snapshot): Json => change({ ...all, alert: withoutKinds(all['alert']) }) as Json;
  await page.route('**/api/verdict', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/levels', async (route) => {
    const ask = async (path: string): Promise<Snapshot> =>
      (await (await page.request.get(new URL(path, route.request().url()).href)).json()) as Snapshot;
    const [all, limits] = await Promise.all([ask('4/all?extra=true'), ask('4/all/limits?extra=true')]);
    await route.fulfill({
      json: await remoteLevels(plugins, changed(all), limits, new Slice()),
    });
  });
  await page.route(WHOLE, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: changed((await response.json()) as Snapshot) });
  });
}

/** The first request of a page, and of one that polls the following ones. */
export const WHOLE = /\/api\/4\/all\?/;

const withoutKinds = (events: unknown): Json[] =>
  ((events ?? []) as { type: string }[]).filter(
    ({ type }) => !FAILURE_RULES.some(({ name }) => type === name || type.startsWith(`${name}_`)),
  );

/** Resolves when the page shows data. */
export const whenShown = (page: Page): Promise<unknown> =>
  page.waitForSelector('.page:not(.waiting) .vital-cell .digits');

/**
 * Resolves when the page follows the stream. A function that the browser calls (`waitForFunction`) would be asked at every frame, for
 * which the page has to draw sixty of them in a second.
 */
export const whenLive = (page: Page): Promise<unknown> =>
  page.locator('.connection.live', { hasText: /^live$/ }).waitFor();

/** Opens another view in the open page, like a link; resolves when it is on the screen. */
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

/** Groups elements into lines: neighbours begin at the same height. */
export const linesOf = async (all: Locator): Promise<number> =>
  new Set(await all.evaluateAll((found) => found.map((one) => one.getBoundingClientRect().top))).size;
