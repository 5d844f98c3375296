import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyInFull } from '../support/full-run.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { goTo, type Snapshot, useBrowser, whenShown, WHOLE } from '../support/page-browser.ts';
import { HOSTILE_TEXTS } from '../support/hostile-texts.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

const NUMBERS = [null, -1, 1e308, -1e308, 0.1 + 0.2, 2 ** 53, 0];

/** Every text of a snapshot in turn one of the names, except those that say what things are. */
function withNames(value: unknown, turn: { count: number }, key = ''): unknown {
  if (typeof value === 'string')
    return key === 'key'
      ? value
      : `${HOSTILE_TEXTS[(turn.count += 1) % HOSTILE_TEXTS.length] ?? ''}${turn.count}`;
  if (Array.isArray(value)) return value.slice(0, 20).map((one) => withNames(one, turn, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withNames(one, turn, name)]));
}

/** Every number in turn something else. */
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

/** Tooltips and names with characters that cannot be seen and change what stands around them. */
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

/** All that can be looked at, so that everything is drawn once. */
const VIEWS = ['#tab=programs', '#tab=containers', '#tab=vms', '#panel=alerts', '#panel=missing', ''];

async function expectSoundEverywhere(page: Page): Promise<void> {
  for (const view of VIEWS) {
    await goTo(page, view);
    await expectSound(page);
    // Details that open under a row.
    const row = page.locator('.virtual-table .row:not(.open)').first();
    if (view.startsWith('#tab') && (await row.count()) > 0) await row.click();
    await expectSound(page);
    expect(await page.textContent('body'), view).not.toMatch(/NaN|undefined|\[object|Infinity/);
  }
}

/** The same page in a window as narrow as a phone: sections stay as open as they are. */
async function expectNarrow(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 1000 });
  await expect.poll(() => sticking(page)).toEqual([]);
}

const PHONES = onlyInFull('bad input in pages that are opened on a phone', 390);
describe.each([1600, ...PHONES])('at %d pixels', (width) => {
  it('names are text, whatever is in them', async () => {
    const page = await open({ url: agent.url, width, change: (all) => withNames(all, { count: 0 }) });
    await whenShown(page);
    await expectSoundEverywhere(page);
    await expectNarrow(page);
    await expect.poll(() => page.textContent('body')).toContain('<img src=x onerror="window.evil=1">');
  });

  it('numbers may be anything', async () => {
    const page = await open({ url: agent.url, width, change: (all) => withNumbers(all, { count: 0 }) });
    await whenShown(page);
    await expectSoundEverywhere(page);
    await expectNarrow(page);
  });

  it('everything may be missing', async () => {
    const empty = (value: unknown): unknown =>
      Array.isArray(value) ? [] : typeof value === 'object' ? {} : null;
    const page = await open({
      url: agent.url,
      width,
      change: (all: Snapshot) =>
        Object.fromEntries(Object.entries(all).map(([name, one]) => [name, empty(one)])),
    });
    await whenShown(page);
    await expectSound(page);
  });

  it('plugins may be off', async () => {
    const page = await open({ url: agent.url, width, change: ({ cpu }) => ({ cpu }) });
    await whenShown(page);
    await expectSound(page);
  });
});

it('says so when an answer is cut short, and goes on with the next', async () => {
  let isCut = false;
  const page = await open({ url: agent.url, change: (all) => all });
  await whenShown(page);
  await page.route(WHOLE, (route) =>
    isCut ? route.fulfill({ status: 200, body: '{"cpu": {"tot' }) : route.fallback(),
  );
  isCut = true;
  await page.waitForSelector('.connection.lost');
  expect(await page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
  isCut = false;
  await page.waitForSelector('.connection.live');
});

it('an event of the stream that is cut short or makes no sense is left out', async () => {
  const hello = { run: 'x', version: '4.0.0', refresh: 2, heartbeat: 15, plugins: ['cpu', 'mem'] };
  const body = [
    `event: hello\ndata: ${JSON.stringify(hello)}`,
    'id: x.1.1767225602000\nevent: cpu\ndata: {"tot',
    'id: x.2.soon\nevent: mem\ndata: {"percent": 12.5}',
    'id: x.3.1767225602000\nevent: __proto__\ndata: {"a": 1}',
    ': nothing',
    'event',
    'id: x.4.1767225602000\nevent: cpu\ndata: {"total": ',
  ].join('\n\n');
  const page = await open({
    url: agent.url,
    before: (fresh) =>
      fresh.route('**/api/stream?*', (route) =>
        route.fulfill({ status: 200, contentType: 'text/event-stream', body }),
      ),
  });
  await page.waitForSelector('[data-vital="mem"] .large .digits:text-is("12.5")');
  expect(await page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
  await expectSound(page);
});

it('an address may hold anything', async () => {
  const evil = encodeURIComponent(HOSTILE_TEXTS[0] ?? '');
  const page = await open({
    url: `${agent.url}?refresh=${evil}&look=${evil}#tab=${evil}&sort=__proto__&filter=${evil}&pid=1e99&range=-1&at=soon&panel=${evil}`,
  });
  await whenShown(page);
  await expectSound(page);
  await goTo(page, '#sort=constructor&filter=%5B%28&pid=-5');
  await goTo(page, '#%E0%A4%A');
  await expectSound(page);
  await page.waitForSelector('.virtual-table .row');
});

it('a clock that jumps breaks nothing', async () => {
  let turn = 0;
  const times = [
    '2026-01-01T00:00:02+00:00',
    '2031-01-01T00:00:00+00:00',
    '1970-01-01T00:00:00+00:00',
    'soon',
  ];
  const page = await open({
    url: agent.url,
    change: (all) => ({ ...all, now: { iso: times[(turn += 1) % times.length], custom: '' } }),
  });
  await whenShown(page);
  // Once round.
  await expect.poll(() => turn).toBeGreaterThan(times.length);
  await expectSound(page);
  expect(await page.textContent('body')).not.toMatch(/NaN|Invalid|undefined/);
});

it('times are told by the clock of the agent, however far that of the browser is from it', async () => {
  // Two hours after the process was started.
  const now = Date.UTC(2025, 11, 3, 6, 39, 48) / 1000;
  const page = await open({
    url: `${agent.url}#pid=2002`,
    change: (all) => ({
      ...all,
      now: { iso: new Date(now * 1000).toISOString(), custom: '' },
      alert: [
        { type: 'MEM', state: 'WARNING', begin: now - 300, end: -1, min: 50, avg: 50, max: 50, top: [] },
      ],
    }),
  });
  await page.getByText(/^Started 2025-12-03 04:39:43, 2 h 0 m ago$/).waitFor();
  await goTo(page, '#panel=alerts');
  await page
    .locator('.alert-timeline .list')
    .getByText(/for 5 m/)
    .first()
    .waitFor();
});
