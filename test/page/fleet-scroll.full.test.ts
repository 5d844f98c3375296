import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { forThisTest } from '../support/for-this-test.ts';
import { useBrowser, whenLive } from '../support/page-browser.ts';
import { servePageFleet } from '../support/page-fleet.ts';
import { largeFleet, valuesOf } from '../support/page-fleet-servers.ts';

const open = useBrowser();
const ROW = '.fleet-table .row[data-status]';

it('a thousand servers scroll smoothly while they change', async () => {
  const servers = largeFleet();
  const own = await forThisTest(servePageFleet({ servers }));
  const page = await open({ url: `${own.fleetUrl}#sort=name` });
  await whenLive(page);
  const cpu = await threadTime(page);
  let turn = 0;
  const changing = setInterval(() => {
    const some = servers.slice(turn % 1000, (turn % 1000) + 100);
    turn += 100;
    own.push({ servers: some.map((server) => ({ ...server, values: valuesOf(turn + server.port) })) });
  }, 1000);
  const before = await cpu();
  const frames = await page.evaluate(async () => {
    let count = 0;
    for (let top = 0; top < 15_000; top += 200) {
      document.querySelector('.virtual-table')?.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
      count += 1;
    }
    return count;
  });
  const perFrame = ((await cpu()) - before) / frames;
  clearInterval(changing);
  expect(await page.$$eval(ROW, (all) => all.length)).toBeLessThan(80);
  // Without a graphics card; with one it is a fraction.
  expect(perFrame).toBeLessThan(0.06);
});

/** Seconds of CPU time that the page has taken so far, drawing included. */
async function threadTime(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0;
  };
}
