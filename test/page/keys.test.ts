import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstOf, isInThisRun } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, sharedPage } from '../support/page-agent.ts';
import { useBrowser, useOnePage, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});

const AMP = { key: 'name', name: 'Web', result: 'up', count: 1, countmin: 1, countmax: null, timer: 0 };
const CLOUD = { platform: 'A cloud', id: 'i-1', name: 'one', type: 'big', region: 'north' };

const onePage = useOnePage(() => ({ url: agent.url }));
const show = async (): Promise<Page> => {
  const page = await onePage();
  await whenShown(page);
  await page.waitForSelector('.virtual-table .row');
  return page;
};
const section = (name: string): string => `[data-section="${name}"]`;
const vital = (name: string): string => `[data-vital="${name}"]`;

/** Keys and what they toggle. Within a group no key toggles another one's. */
const HIDE: readonly (readonly (readonly [key: string, ...selectors: string[]])[])[] = [
  [
    ['n', section('network')],
    ['d', section('diskio')],
    ['f', section('fs')],
    ['s', section('sensors')],
    ['G', section('gpu'), vital('gpu')],
    ['7', section('npu')],
    ['8', section('mpp')],
    ['R', section('raid')],
    ['r', section('smart')],
    ['W', section('wifi')],
    ['P', section('ports')],
    ['K', section('connections')],
    ['Q', section('irq')],
    ['3', '.core-map'],
    ['I', '.page-header dd:text-is("192.0.2.10/24")'],
    ['l', '.timeline'],
  ],
  [
    ['2', '.rail'],
    ['z', '[data-tab="processes"]', '[data-tab="programs"]'],
  ],
  [['5', vital('cpu'), vital('mem'), vital('memswap'), vital('load'), vital('gpu'), section('npu')]],
];

async function expectToggles(page: Page, keys: (typeof HIDE)[number]): Promise<void> {
  const selectors = keys.flatMap(([, ...hidden]) => hidden);
  const wait = async (state: 'attached' | 'detached'): Promise<void> => {
    for (const selector of selectors) await page.waitForSelector(selector, { state });
  };
  for (const state of ['detached', 'attached'] as const) {
    await wait(state === 'detached' ? 'attached' : 'detached');
    for (const [key] of keys) await page.keyboard.press(key);
    await wait(state);
  }
}

/** Key, where to look, what is there before and after. */
const CHANGE = firstOf<readonly [key: string, selector: string, before: RegExp, after: RegExp]>(
  'more of the page',
  3,
  [
    ['b', `${section('network')} tbody .unit`, /^[GM]b\/s$/, /^[GM]iB\/s$/],
    ['T', `${section('network')} thead`, /Received\s*Sent/, /Received and sent/],
    ['U', `${section('network')} tbody .unit`, /b\/s$/, /^[GT]iB$/],
    ['B', `${section('diskio')} tbody td.number .unit`, /iB\/s$/, /^k?\/s$/],
    ['L', `${section('diskio')} tbody td.number .unit`, /iB\/s$/, /^.?s$/],
    ['F', `${section('fs')} thead`, /Used$/, /Free$/],
    ['6', vital('gpu'), /busiest of 4/, /mean of 4/],
    ['0', '.row [data-column="cpu_percent"]', /^400$/, /^6\.3$/],
    ['S', '.row [data-column="name"]', /^java -Xmx64g/, /^\/usr\/bin\/java/],
  ],
);

const SORT: readonly (readonly [key: string, hash: string])[] = [
  ['c', '#sort=cpu_percent'],
  ['m', '#sort=memory_percent'],
  ['u', '#sort=username'],
  ['p', '#sort=name'],
  ['i', '#sort=io_counters'],
  ['Y', '#sort=cpu_times'],
  ['o', '#sort=cpu_num'],
  ['a', ''],
];

describe('keys', () => {
  itInFull('hide and show', async () => {
    const page = await show();
    for (const keys of HIDE) await expectToggles(page, keys);
    await page.keyboard.press('1');
    await page.waitForSelector(section('percpu'));
    await page.keyboard.press('1');
    await page.waitForSelector(section('percpu'), { state: 'detached' });
  });

  it.runIf(isInThisRun('more of the page'))('hide and show what few machines have', async () => {
    const page = await open({
      url: agent.url,
      change: (all) => ({ ...all, amps: [AMP], cloud: CLOUD }),
    });
    await expectToggles(page, [
      ['A', section('amps')],
      ['C', section('cloud')],
    ]);
  });

  it('change how values are shown', async () => {
    const page = await show();
    for (const [key, selector, before, after] of CHANGE) {
      const text = async (): Promise<string> =>
        (await page.locator(selector).first().innerText()).replaceAll(/\s+/g, ' ').trim();
      await expect.poll(text, { message: key }).toMatch(before);
      await page.keyboard.press(key);
      await expect.poll(text, { message: key }).toMatch(after);
      await page.keyboard.press(key);
      await expect.poll(text, { message: key }).toMatch(before);
    }
    // Each disables the other.
    await page.keyboard.press('B');
    await page.keyboard.press('L');
    await page.waitForSelector(`${section('diskio')} tbody td.number .unit:text-is("ms")`);
    await page.keyboard.press('L');
    await page.waitForSelector(`${section('diskio')} tbody td.number .unit:text-is("KiB/s")`);
  });

  itInFull('order the processes, and the address says so', async () => {
    const page = await show();
    for (const [key, hash] of SORT) {
      await page.keyboard.press(key);
      await expect.poll(() => new URL(page.url()).hash, { message: key }).toBe(hash);
    }
    await page.keyboard.press('m');
    await page.waitForSelector('[aria-sort="descending"]:has-text("Mem")');
    await page.keyboard.press('m');
    await page.waitForSelector('[aria-sort="ascending"]:has-text("Mem")');
  });

  itInFull('go to other tables and back, filter, and empty the filter', async () => {
    const page = await show();
    for (const [key, tab] of [
      ['J', 'programs'],
      ['D', 'containers'],
      ['V', 'vms'],
    ] as const) {
      await page.keyboard.press(key);
      await page.waitForSelector(`[data-tab="${tab}"][aria-selected="true"]`);
      await page.keyboard.press(key);
      await page.waitForSelector('[data-tab="processes"][aria-selected="true"]');
    }

    await page.keyboard.press('/');
    await page.keyboard.type('nginx');
    await page.waitForSelector('.filter-box output:text-is("65 of 600")');
    // A key is a letter in a text field.
    expect(await page.$(section('network'))).not.toBe(null);
    await page.focus('.virtual-table');
    await page.keyboard.press('E');
    await expect.poll(() => page.inputValue('.filter-box input')).toBe('');
  });

  it('say what they have hidden, and take it back', async () => {
    const page = await show();
    const processes = page.locator('[data-tab="processes"]');
    await page.keyboard.press('z');
    await processes.waitFor({ state: 'detached' });
    const toast = page.getByRole('status').filter({ hasText: 'Hidden: processes' });
    await toast.getByRole('button', { name: 'Undo' }).click();
    await processes.waitFor();
    await expect.poll(() => page.locator('.key-toast p').count()).toBe(0);
    // Showing it again needs no message.
    await page.keyboard.press('n');
    await page.locator('.key-toast p').waitFor();
    await page.keyboard.press('n');
    await page.locator('.key-toast p').waitFor({ state: 'detached' });
  });

  itInFull('go through the rows as on the page of the fleet', async () => {
    const page = await show();
    const chosen = (): Promise<string | null> =>
      page.$eval('.virtual-table', (table) => {
        const row = document.getElementById(table.getAttribute('aria-activedescendant') ?? '');
        return row?.getAttribute('aria-rowindex') ?? null;
      });
    for (const key of ['j', 'j', 'j', 'k']) await page.keyboard.press(key);
    // The heading is the first row.
    await expect.poll(chosen).toBe('3');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.detail');
    await page.keyboard.press('Escape');
  });

  itInFull('open the help again at once: the one before does not close it when it is gone', async () => {
    const page = await show();
    await page.keyboard.press('h');
    await page.waitForSelector('dialog.help-panel[open]');
    const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
    await page.evaluate(`(async () => {
      const gone = new Promise((done) => document.querySelector('dialog.help-panel').addEventListener('close', done));
      const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
      press('Escape');
      // Components update by the end of the task; the event arrives in another.
      await new Promise((done) => queueMicrotask(() => queueMicrotask(done)));
      press('?');
      await gone;
      await ${frames};
    })()`);
    await page.waitForSelector('dialog.help-panel[open]');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog.help-panel', { state: 'detached' });
  });

  it('open the help, which takes the others, and Escape closes it', async () => {
    const page = await show();
    const fold = page.locator(`${section('network')} button`).first();
    await fold.focus();
    for (const key of ['h', '?']) {
      await page.keyboard.press(key);
      await page.waitForSelector('dialog.help-panel[open]');
      await page.keyboard.press('n');
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog.help-panel', { state: 'detached' });
      expect(await fold.evaluate((button) => button === document.activeElement)).toBe(true);
    }
    expect(await page.$(section('network'))).not.toBe(null);
    await page.keyboard.press('Control+n');
    expect(await page.$(section('network'))).not.toBe(null);
    // The switcher over the help adds no entry to the browser's history.
    await page.keyboard.press('?');
    await page.waitForSelector('dialog.help-panel[open]');
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.switcher');
    await page.keyboard.press('Escape');
    await page.waitForSelector('.switcher', { state: 'detached' });
    expect(await page.evaluate(() => history.length)).toBe(entries);
    // The nearest name first: a vital sign, whose chart opens.
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.switcher input:focus');
    await page.keyboard.type('cpu');
    await page.waitForSelector('.switcher [aria-selected="true"]:has(bdi:text-is("CPU"))');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).hash).toBe('#chart=cpu/total');
    // The menu and other names of an action lead to the same.
    await page.keyboard.press('Escape');
    await page.click('.header-menu summary');
    await page.click('.header-menu .line:has-text("Alerts")');
    await expect.poll(() => new URL(page.url()).hash).toBe('#panel=alerts');
    await page.keyboard.press('Control+k');
    await page.waitForSelector('.switcher input:focus');
    await page.keyboard.type('shortcuts');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog.help-panel[open]');
  });

  itInFull('are kept by the browser', async () => {
    const page = await show();
    await page.keyboard.press('n');
    await page.waitForSelector(section('network'), { state: 'detached' });
    await page.reload();
    await whenShown(page);
    expect(await page.$(section('network'))).toBe(null);
    await page.click(`${section('missing')} h2 button`);
    await page.click(`${section('missing')} .quiet-link`);
    await page.waitForSelector(section('network'));
  });
});
