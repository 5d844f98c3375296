import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { forThisTest } from '../support/for-this-test.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { scratchFolder } from '../support/live-tools.ts';
import { goTo, useBrowser, whenLive, whenShown } from '../support/page-browser.ts';
import { startRelay } from '../support/page-relay.ts';
import { itInFull } from '../support/it-in-full.ts';

const open = useBrowser();

let agent: LiveAgent;
beforeAll(async () => {
  agent = await serveLive({ argv: ['-t', '0.5'] });
});
afterAll(() => agent.stop());

/** No other process has this name. */
const MARK = `gs-${process.pid}`;
const FILTER = `#filter=${MARK}`;

/** A process that the filter finds. */
function start(): ChildProcess {
  const folder = scratchFolder();
  onTestFinished(folder.remove);
  const program = join(folder.path, MARK);
  copyFileSync('/bin/sleep', program);
  chmodSync(program, 0o755);
  const child = spawn(program, ['1000'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill());
  return child;
}

const pidsIn = (page: Page): Promise<string[]> =>
  page.$$eval('.virtual-table .row[data-key]', (rows) =>
    rows.map((row) => (row as HTMLElement).dataset['key'] ?? '').sort(),
  );
const shows = (page: Page, ...children: ChildProcess[]): Promise<void> =>
  expect.poll(() => pidsIn(page)).toEqual(children.map(({ pid }) => String(pid)).sort());

/** New events and items have a past; the state of history and plugins is polled occasionally. */
const BESIDE = /^\/api\/(history|archive|forecasts|plugins)/;

/** URLs requested by the page from now on. */
function requestsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!BESIDE.test(pathname)) asked.push(pathname + search);
  });
  return asked;
}
/** No request beyond those of an opening. */
async function settled(asked: readonly string[]): Promise<void> {
  let before = -1;
  const isSettled = (): boolean => before === (before = asked.length);
  await expect.poll(isSettled, { interval: 1500, timeout: 60_000 }).toBe(true);
}
const streamsIn = (asked: readonly string[]): string[] =>
  asked.filter((url) => url.startsWith('/api/stream')).map((url) => url.replace(/^.*?&plugins=/, ''));

describe('the table of processes', () => {
  it('follows processes that start and end, without a request', async () => {
    const first = start();
    const page = await open({ url: `http://127.0.0.1:${agent.port}/${FILTER}` });
    const opened = requestsOf(page);
    await whenLive(page);
    await shows(page, first);
    await settled(opened);
    const asked = requestsOf(page);
    for (let turn = 0; turn < 2; turn += 1) {
      const second = start();
      await shows(page, first, second);
      second.kill();
      await shows(page, first);
    }
    expect(asked).toEqual([]);
    // Its origin is known, too, although no list of the API has it.
    await page.click(`.row[data-key="${first.pid}"]`);
    await expect.poll(() => page.textContent('.process-detail')).toContain(String(process.pid));
  });

  itInFull('goes on where it was after the connection was lost', async () => {
    const relay = await forThisTest(startRelay(agent.port));
    const first = start();
    const page = await open({
      url: `${relay.url}${FILTER}`,
      expects: /INCOMPLETE_CHUNKED|ERR_(CONNECTION|EMPTY|SOCKET)/,
    });
    await whenLive(page);
    await shows(page, first);
    // The first list may arrive before the stream; later changes arrive by the stream, with its position.
    const another = start();
    await shows(page, first, another);
    another.kill();
    await shows(page, first);
    const asked = requestsOf(page);
    relay.cut();
    await page.waitForSelector('.connection.lost');
    const second = start();
    first.kill();
    await agent.fresh('processlist');
    relay.leadTo(agent.port);
    await whenLive(page);
    await shows(page, second);
    expect(streamsIn(asked)).toEqual([expect.stringMatching(/&processes=[\da-f]{8}\.\d+$/)]);
  });

  itInFull('is not asked for by a page that nobody sees', async () => {
    const first = start();
    const page = await open({
      url: `http://127.0.0.1:${agent.port}/${FILTER}`,
      context: {},
      before: (fresh) => fresh.clock.install(),
    });
    const asked = requestsOf(page);
    await whenLive(page);
    await shows(page, first);
    await settled(asked);
    const hide = (isHidden: boolean): Promise<void> =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
    await hide(true);
    asked.splice(0);
    await page.clock.fastForward(10_000);
    // Alerts of the machine may begin at any time, so only requests for lists are compared.
    const lists = (): string[] => asked.filter((url) => /^\/api\/(stream|processes|4\/)/.test(url));
    await expect.poll(lists).toEqual(['/api/stream?levels=true&verdict=true&plugins=alert']);
    const second = start();
    await agent.fresh('processlist');
    expect(lists().length).toBe(1);
    await hide(false);
    await shows(page, first, second);
    expect(streamsIn(asked).at(-1)).toMatch(/&processes=[\da-f]{8}\.\d+$/);
  });

  itInFull('gives way to that of programs, which the stream brings as well', async () => {
    const page = await open({ url: `http://127.0.0.1:${agent.port}/${FILTER}` });
    await whenShown(page);
    await whenLive(page);
    // The stream has brought a list, and with it the position that the next one begins at.
    const first = start();
    await shows(page, first);
    first.kill();
    await shows(page);
    const asked = requestsOf(page);
    await goTo(page, `#tab=programs&filter=${MARK}`);
    await expect.poll(() => streamsIn(asked)).toEqual([expect.stringMatching(/,programlist$/)]);
    const programs = page.locator('.virtual-table .row', { hasText: MARK });
    const child = start();
    await programs.waitFor();
    child.kill();
    await programs.waitFor({ state: 'detached' });
    expect(asked.filter((url) => url.includes('programlist') && !url.startsWith('/api/stream'))).toEqual([]);
    await goTo(page, FILTER);
    const other = start();
    await shows(page, other);
    expect(streamsIn(asked).at(-1)).toMatch(/&processes=[\da-f]{8}\.\d+$/);
  });
});
