import type { Browser, CDPSession, Page } from 'playwright-core';
import { launch } from '../../test/support/chromium.ts';
import { filesOf, sizeOf } from '../../test/support/page-files.ts';
import { pause, startAgent } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';
import { traceWork, type Work } from '../page-trace.ts';

const PORT = 61_397;
const ADDRESS = `http://127.0.0.1:${PORT}/`;
const VIEWPORT = { width: 1600, height: 1000 };
/** Seconds between updates: more often than usual, so that much is seen in little time. */
const REFRESH = 0.5;
const QUICK_REFRESH = 0.2;
const UPDATES = 40;
const WARM_UPDATES = 330;
const MANY_UPDATES = 1000;
const SETTLE_MS = 4000;

/** Marks the frame after the one in which the first row was put into the page. */
const MARK = `{
  const look = () => {
    if (document.querySelector('.virtual-table .row') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => performance.mark('shown'));
  };
  requestAnimationFrame(look);
}`;
const MARKED = `performance.getEntriesByName('shown')[0]?.startTime ?? null`;

/** Milliseconds from navigation until numbers are on the screen. */
async function firstData(browser: Browser): Promise<number> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.addInitScript(MARK);
  await page.goto(ADDRESS);
  await page.waitForFunction(MARKED);
  const ms = await page.evaluate<number>(MARKED);
  await page.close();
  return ms;
}

/** Times and sizes as Chromium keeps them (CDP, `Performance.getMetrics`). */
async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: list } = await session.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

async function openPage(browser: Browser): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(ADDRESS);
  await page.waitForSelector('.virtual-table .row');
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await pause(SETTLE_MS);
  return { page, session };
}

/** Milliseconds per update. */
async function updateCost(browser: Browser): Promise<Work> {
  const { page } = await openPage(browser);
  const { scripting, rendering } = await traceWork(browser, UPDATES * REFRESH * 1000);
  await page.close();
  return { scripting: scripting / UPDATES, rendering: rendering / UPDATES };
}

/** Bytes by which the heap of the page grows over many updates. */
async function growth(browser: Browser): Promise<number> {
  const { page, session } = await openPage(browser);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await metrics(session))['JSHeapUsedSize'] ?? Number.NaN;
  };
  // Code that is new is compiled, caches fill up.
  await pause(WARM_UPDATES * QUICK_REFRESH * 1000);
  const before = await heap();
  await pause(MANY_UPDATES * QUICK_REFRESH * 1000);
  const grown = (await heap()) - before;
  await page.close();
  return grown;
}

async function costWith(browser: Browser, processes: number, reach: number): Promise<Figure> {
  const idle = await startIdleProcesses(processes);
  const agent = await startAgent(PORT, '-t', String(REFRESH));
  try {
    const { scripting, rendering } = await updateCost(browser);
    return {
      name: `Page: scripting per update, ${processes.toLocaleString('en')} processes`,
      value: `${digits(scripting)} ms`,
      peer: `style, layout, paint: ${digits(rendering)} ms`,
      reach: `≤ ${reach} ms`,
      isReached: scripting <= reach,
    };
  } finally {
    await agent.stop();
    await idle.stop();
  }
}

async function opening(browser: Browser): Promise<Figure> {
  const agent = await startAgent(PORT);
  try {
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) times.push(await firstData(browser));
    const median = times.toSorted((a, b) => a - b)[2] ?? Number.NaN;
    return {
      name: 'Page: first data on the screen after navigation',
      value: `${digits(median)} ms`,
      peer: `slowest of five: ${digits(Math.max(...times))} ms`,
      reach: '≤ 300 ms',
      isReached: median <= 300,
    };
  } finally {
    await agent.stop();
  }
}

async function growing(browser: Browser): Promise<Figure> {
  const agent = await startAgent(PORT, '-t', String(QUICK_REFRESH));
  try {
    const grown = await growth(browser);
    return {
      name: `Page: growth of its heap over ${MANY_UPDATES.toLocaleString('en')} updates`,
      value: `${(grown / 1e6).toFixed(2)} MB`,
      peer: '–',
      reach: '≤ 0.5 MB',
      isReached: grown <= 0.5e6,
    };
  } finally {
    await agent.stop();
  }
}

/** The cost of the page in Chromium. */
export const measurePage: Measure = async () => {
  const bytes = sizeOf(filesOf('index.html'));
  const browser = await launch();
  try {
    return [
      {
        name: 'Page: all of its files, compressed',
        value: `${(bytes / 1000).toFixed(1)} kB`,
        peer: '–',
        reach: '≤ 120 kB',
        isReached: bytes <= 120_000,
      },
      await opening(browser),
      await costWith(browser, 100, 4),
      await costWith(browser, 1000, 12),
      await growing(browser),
    ];
  } finally {
    await browser.close();
  }
};
