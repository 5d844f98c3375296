/** Unknown plugins are shown by their declarations. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { counter, constant, flag, gauge, text } from '../../src/core/fields.ts';
import { definePlugin } from '../../src/core/plugin.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { isFull } from '../support/full-run.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser, whenShown } from '../support/page-browser.ts';

const entropy = definePlugin({
  name: 'entropy',
  shape: 'object',
  description: 'Random bits.',
  fields: {
    available: gauge('number', 'Random bits at hand.'),
    poolsize: constant('number', 'Random bits the kernel can hold.'),
    source: text('Where they come from.'),
  },
  create: () => ({ read: () => ({ available: 256, poolsize: 4096, source: 'hw_random' }) }),
});

const NAMES = ['ingest <b>', 'mail', 'resize', 'audit', 'billing', 'search', 'thumbs', 'zebra'];
let sent = 0;
const queues = definePlugin({
  name: 'work_queues',
  shape: 'list',
  key: 'queue',
  description: 'Queues.',
  fields: {
    queue: text('Name.'),
    fill: gauge('percent', 'Share of the places in use.', {
      level: { header: 'fill', limits: [50, 60, 90] },
    }),
    bytes: counter('bytes', 'Bytes taken out.'),
    is_open: flag('bool', 'Takes more.'),
    consumers: constant('number', 'Who take from it.'),
  },
  create: () => ({
    read() {
      sent += 1_000_000;
      return NAMES.map((queue, n) => ({
        queue,
        fill: n * 10,
        bytes: sent * n,
        is_open: n % 2 === 0,
        consumers: n,
      }));
    },
  }),
});

const beacon = definePlugin({
  name: 'beacon',
  shape: 'object',
  description: 'A file that no machine has.',
  fields: { lit: flag('bool', 'It shines.') },
  create: ({ host }) => ({ read: () => ({ lit: host.read('/proc/beacon')[0] === 0x31 }) }),
});

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('small-vm', { more: [entropy, queues, beacon] });
});
afterAll(() => agent.close());

const part = (name: string): string => `[data-section="${name}"]`;

it('an object in pairs, a list as a table with links to histories, what is absent with its reason', async () => {
  const page = await open({ url: agent.url });
  await whenShown(page);
  await page.waitForSelector(part('entropy'));
  await expect.poll(() => page.innerText(`${part('entropy')} h2`)).toMatch(/^Entropy\s+256$/);
  expect((await page.innerText(`${part('entropy')} dl`)).split('\n')).toEqual(
    expect.arrayContaining(['available', '256', 'poolsize', '4.10k', 'source', 'hw_random']),
  );
  await expect
    .poll(() => page.getAttribute(`${part('entropy')} dl a`, 'href'))
    .toBe('#chart=entropy/available');
  expect(await page.locator(`${part('entropy')} dl a`).count()).toBe(1);

  await expect.poll(() => page.innerText(`${part('work_queues')} h2`)).toMatch(/^Work queues\s+8$/);
  const rows = page.locator(`${part('work_queues')} tbody tr`);
  expect(await rows.count()).toBe(6);
  expect(await rows.first().locator('td').allInnerTexts()).toEqual(['ingest <b>', '0.0%', '0B/s', 'yes']);
  expect(await rows.first().locator('td').first().getAttribute('title')).toBe('ingest <b>\nconsumers: 0');
  await page.click(`${part('work_queues')} .more`);
  expect(await rows.count()).toBe(8);
  expect(await rows.locator('.value.is-careful, .value.is-warning').allInnerTexts()).toEqual([
    '50.0%\n, Careful: fill 50.0 %, threshold 50.0 %',
    '60.0%\n, Warning: fill 60.0 %, threshold 60.0 %',
    '70.0%\n, Warning: fill 70.0 %, threshold 60.0 %',
  ]);
  await expect
    .poll(() => page.getAttribute(`${part('work_queues')} h2 svg[aria-label]`, 'aria-label'))
    .toBe('warning');
  if (isFull)
    expect(await violations(page, EVERYTHING, `${part('entropy')}, ${part('work_queues')}`)).toEqual([]);

  await goTo(page, '#panel=missing');
  await expect
    .poll(() => page.innerText(part('missing')))
    .toMatch(/Beacon\s+\/proc\/beacon does not exist: this kernel lacks it/);

  await goTo(page, '#chart=entropy/available');
  await page.waitForSelector('.chart-drawer');
  await expect.poll(() => page.innerText('.chart-drawer')).toContain('Random bits at hand.');
});
