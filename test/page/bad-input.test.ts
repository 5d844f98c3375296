import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { onlyInFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, sharedPage } from '../support/page-agent.ts';
import { goTo, type Snapshot, useOnePage, whenShown, WHOLE } from '../support/page-browser.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';

let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});

const NUMBERS = [null, -1, 1e308, -1e308, 0.1 + 0.2, 2 ** 53, 0];

/** Replaces each text of a snapshot in turn with one of the names, except types. */
function withNames(value: unknown, turn: { count: number }, key = ''): unknown {
  if (typeof value === 'string')
    return key === 'key'
      ? value
      : `${HOSTILE_TEXTS[(turn.count += 1) % HOSTILE_TEXTS.length] ?? ''}${turn.count}`;
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => withNames(one, turn, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNames(one, turn, name)]));
}

/** Replaces every number in turn. */
function withNumbers(value: unknown, turn: { count: number }): unknown {
  if (typeof value === 'number') return NUMBERS[(turn.count += 1) % NUMBERS.length];
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => withNumbers(one, turn));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNumbers(one, turn)]));
}

async function expectSound(page: Page): Promise<void> {
  expect(await page.evaluate(() => (window as { evil?: number }).evil)).toBe(undefined);
  expect(await page.$$('#app script, #app img')).toEqual([]);
  expect(await sticking(page)).toEqual([]);
  expect(await unseen(page)).toEqual([]);
}

/** Tooltips and names with invisible characters that affect their surroundings. */
const unseen = (page: Page): Promise<string[]> =>
  page.$$eval('#app [title], #app [aria-label]', (all) =>
    all
      .filter((one) =>
        /[\p{Cc}\p{Bidi_Control}]/u.test(
          `${one.getAttribute('title')} ${one.getAttribute('aria-label')}`.replaceAll('\n', ''),
        ),
      )
      .map((one) => one.outerHTML.slice(0, 120)),
  );

/** Elements that make the page wider than the window; empty when it fits. */
const sticking = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document.documentElement.scrollWidth <= window.innerWidth
      ? []
      : [
          `${document.documentElement.scrollWidth} pixels`,
          ...[...document.querySelectorAll('#app *')]
            .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
            .slice(0, 3)
            .map((one) => one.outerHTML.slice(0, 200)),
        ],
  );

/** Opens everything once, so all is rendered. */
const VIEWS = [
  '#tab=containers',
  ...onlyInFull('more views of bad input', '#tab=programs', '#tab=vms', '#panel=missing'),
  '#panel=alerts',
  '',
];

async function expectSoundEverywhere(page: Page): Promise<void> {
  for (const view of VIEWS) {
    await goTo(page, view);
    await expectSound(page);
    // Details that open under a row.
    const row = page.locator('.virtual-table .row:not(.open)').first();
    if (view.startsWith('#tab') && (await row.count()) > 0) await row.click();
    if (/containers|vms/.test(view)) await page.waitForSelector('.process-detail');
    await expectSound(page);
    expect(await page.textContent('body'), view).not.toMatch(/NaN|undefined|\[object|Infinity/);
  }
}

/** The same page in a window as narrow as a phone: sections stay as open as they are. */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 1000 });
  await expect.poll(() => sticking(page)).toEqual([]);
}

const evil = encodeURIComponent(HOSTILE_TEXTS[0] ?? '');
const EVIL_ADDRESS = `?refresh=${evil}&look=${evil}#tab=${evil}&sort=__proto__&filter=${evil}&pid=1e99&range=-1&at=soon&panel=${evil}`;

const unchanged = (all: Snapshot): Snapshot => all;
const empty = (value: unknown): unknown =>
  Array.isArray(value) ? [] : typeof value === 'object' ? {} : null;
/** Replies of the agent from now on. */
let change: (all: Snapshot) => unknown = unchanged;
/** A page at an invalid address that polls an agent with hostile replies. */
const onePage = useOnePage(() => ({ url: agent.url, change: (all) => change(all) }));
const open = async (next: typeof change, width = 1600): Promise<Page> => {
  change = next;
  const page = await onePage('', { width });
  await whenShown(page);
  return page;
};
/** One in every reply: the page reloads once for another version of the agent. */
const HOSTILE_VERSION = HOSTILE_TEXTS[0] ?? '';
/** The reload is over; it would end a pending visit. */
const forgetReload = async (width: number): Promise<void> => {
  const page = await open(unchanged, width);
  await page.evaluate((text) => sessionStorage.setItem('gander.reloaded', text), HOSTILE_VERSION);
};
const cpuOf = (page: Page): Promise<string | null> => page.textContent('[data-vital="cpu"] .large .digits');

it('an address may hold anything', async () => {
  change = unchanged;
  const page = await onePage(EVIL_ADDRESS);
  await whenShown(page);
  await expectSound(page);
  await goTo(page, '#sort=constructor&filter=%5B%28&pid=-5');
  await goTo(page, '#%E0%A4%A');
  await expectSound(page);
  await page.waitForSelector('.virtual-table .row');
});

const PHONES = onlyInFull('more of the page on a phone', 390);
describe.each([1600, ...PHONES])('at %d pixels', (width) => {
  it('names are text, whatever is in them', async () => {
    await forgetReload(width);
    const page = await open(
      (all) => ({ ...(withNames(all, { count: 0 }) as Snapshot), version: HOSTILE_VERSION }),
      width,
    );
    await page.locator('.virtual-table .row', { hasText: 'onerror="window.evil=1"' }).first().waitFor();
    await expectSoundEverywhere(page);
    await expectNarrow(page);
    await expect.poll(() => page.textContent('body')).toContain('<img src=x onerror="window.evil=1">');
  });

  itInFull('numbers may be anything', async () => {
    const page = await open((all) => withNumbers(all, { count: 0 }), width);
    await page.locator('.virtual-table .row', { hasText: 'onerror' }).first().waitFor({ state: 'detached' });
    await expectSoundEverywhere(page);
    await expectNarrow(page);
  });

  it('everything may be missing', async () => {
    const page = await open(
      (all) => Object.fromEntries(Object.entries(all).map(([name, one]) => [name, empty(one)])),
      width,
    );
    await page.locator('.virtual-table .empty').waitFor();
    await expectSound(page);
  });

  itInFull('plugins may be off', async () => {
    const page = await open(({ cpu }) => ({ cpu }), width);
    await page.locator('[data-vital="mem"]').waitFor({ state: 'detached' });
    await expectSound(page);
  });
});

itInFull('says so when an answer is cut short, and goes on with the next', async () => {
  const page = await open(unchanged);
  await expect.poll(() => cpuOf(page)).toBe('31.5');
  const cut = (route: Route): Promise<void> => route.fulfill({ status: 200, body: '{"cpu": {"tot' });
  await page.route(WHOLE, cut);
  await page.waitForSelector('.connection.lost');
  expect(await cpuOf(page)).toBe('31.5');
  await page.unroute(WHOLE, cut);
  await page.waitForSelector('.connection.live');
});

itInFull('a clock that jumps breaks nothing', async () => {
  let turn = 0;
  const times = [
    '2026-01-01T00:00:02+00:00',
    '2031-01-01T00:00:00+00:00',
    '1970-01-01T00:00:00+00:00',
    'soon',
  ];
  const page = await open((all) => ({
    ...all,
    now: { iso: times[(turn += 1) % times.length], custom: '' },
  }));
  // One full round.
  await expect.poll(() => turn).toBeGreaterThan(times.length);
  await expectSound(page);
  expect(await page.textContent('body')).not.toMatch(/NaN|Invalid|undefined/);
});

itInFull("shows times by the agent's clock, however wrong the browser's clock is", async () => {
  // Two hours after the process was started.
  const now = Date.UTC(2025, 11, 3, 6, 39, 48) / 1000;
  const page = await open((all) => ({
    ...all,
    now: { iso: new Date(now * 1000).toISOString(), custom: '' },
    alert: [{ type: 'MEM', state: 'WARNING', begin: now - 300, end: -1, min: 50, avg: 50, max: 50, top: [] }],
  }));
  await goTo(page, '#pid=2002');
  await page.getByText(/^Started 2025-12-03 04:39:43, 2 h ago$/).waitFor();
  await goTo(page, '#panel=alerts');
  await page
    .locator('.alert-timeline .list')
    .getByText(/for 5 min/)
    .first()
    .waitFor();
});
