import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { type Snapshot, useBrowser, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

const NAMES = [
  '<img src=x onerror="window.evil=1"><script>window.evil=1</script>',
  '\u202Egnp.exe\u2066\u202D',
  '👩‍💻🔥 Größe ﷽',
  'x'.repeat(4096),
  '{{ constructor.constructor("window.evil=1")() }}',
  '\0\u0001\n\r\t',
];
const NUMBERS = [null, -1, 1e308, -1e308, 0.1 + 0.2, 2 ** 53, 0];

/** Every text of a snapshot in turn one of the names, except those that say what things are. */
function withNames(value: unknown, turn: { count: number }, key = ''): unknown {
  if (typeof value === 'string')
    return key === 'key' ? value : `${NAMES[(turn.count += 1) % NAMES.length] ?? ''}${turn.count}`;
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
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

describe.each([1600, 390])('at %d pixels', (width) => {
  it('names are text, whatever is in them', async () => {
    const page = await open({ url: agent.url, width, change: (all) => withNames(all, { count: 0 }) });
    await whenShown(page);
    await page.waitForTimeout(1200);
    await expectSound(page);
  });

  it('numbers may be anything', async () => {
    const page = await open({ url: agent.url, width, change: (all) => withNumbers(all, { count: 0 }) });
    await whenShown(page);
    await page.waitForTimeout(1200);
    await expectSound(page);
    expect(await page.textContent('body')).not.toMatch(/NaN|undefined|\[object|Infinity/);
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
  await page.route('**/api/4/all', (route) =>
    isCut ? route.fulfill({ status: 200, body: '{"cpu": {"tot' }) : route.fallback(),
  );
  isCut = true;
  await page.waitForSelector('.connection.lost');
  expect(await page.textContent('[data-vital="cpu"] .large .digits')).toBe('31.5');
  isCut = false;
  await page.waitForSelector('.connection.live');
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
  await page.waitForTimeout(4500);
  await expectSound(page);
});
