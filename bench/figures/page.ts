import { gzipSync } from 'node:zlib';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { launch } from '../../test/support/chromium.ts';
import { filesOf, sizeOf } from '../../test/support/page-files.ts';
import { pause, startAgent } from '../child.ts';
import { digits, type Figure, type Measure } from '../figure.ts';
import { startIdleProcesses } from '../idle-processes.ts';
import { opening } from '../page-opening.ts';
import { traceWork, type Work } from '../page-trace.ts';

const PORT = 61_397;
const ADDRESS = `http://127.0.0.1:${PORT}/`;
const VIEWPORT = { width: 1600, height: 1000 };
/** Seconds between updates. */
const REFRESH = 2;
/** Shorter than usual, to measure many updates in little time. */
const QUICK_REFRESH = 0.2;
const UPDATES = 15;
const WARM_UPDATES = 330;
const MANY_UPDATES = 1000;
const SETTLE_MS = 4000;
/** Before updates are measured. Scripts that have run a few times only are interpreted, and a tab stays open for weeks. */
const OPEN_MS = 40_000;

/** Per update or frame. */
const each = ({ scripting, collecting, rendering, longest }: Work, count: number): Work => ({
  scripting: scripting / count,
  collecting: collecting / count,
  rendering: rendering / count,
  longest,
});

/** Milliseconds of CPU per frame of a page that does nothing but ask for the next one. */
async function emptyFrames(browser: Browser): Promise<Work> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.setContent('<script>const next = () => requestAnimationFrame(next); next();</script>');
  const work = await traceWork(browser, 5000);
  await page.close();
  return each(work, 5 * 60);
}

/** Times and sizes as Chromium keeps them (CDP, `Performance.getMetrics`). */
async function metrics(session: CDPSession): Promise<Record<string, number>> {
  const { metrics: list } = await session.send('Performance.getMetrics');
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/** @param before runs before the page is requested */
async function openPage(
  browser: Browser,
  before: (session: CDPSession) => Promise<unknown> = () => Promise.resolve(),
): Promise<{ page: Page; session: CDPSession }> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  const session = await page.context().newCDPSession(page);
  await before(session);
  await page.goto(ADDRESS);
  await page.waitForSelector('.virtual-table .row');
  await session.send('Performance.enable');
  await pause(SETTLE_MS);
  return { page, session };
}

/** Milliseconds per update. */
async function updateCost(browser: Browser): Promise<Work> {
  const { page } = await openPage(browser);
  await pause(OPEN_MS);
  const work = await traceWork(browser, UPDATES * REFRESH * 1000);
  await page.close();
  return each(work, UPDATES);
}

/** Readings are taken over this many updates, before and after. */
const READ_UPDATES = 200;
const READINGS = 10;

/**
 * Bytes by which the heap of the page grows over many updates. Readings right after one another differ by up to 1.2 MB, so
 * that medians are compared.
 */
async function growth(browser: Browser): Promise<number> {
  const { page, session } = await openPage(browser);
  const heap = async (): Promise<number> => {
    await session.send('HeapProfiler.collectGarbage');
    return (await metrics(session))['JSHeapUsedSize'] ?? Number.NaN;
  };
  const medianHeap = async (): Promise<number> => {
    const list: number[] = [];
    for (let turn = 0; turn < READINGS; turn += 1) {
      await pause((READ_UPDATES / READINGS) * QUICK_REFRESH * 1000);
      list.push(await heap());
    }
    list.sort((a, b) => a - b);
    return list[READINGS / 2] ?? Number.NaN;
  };
  // New code is compiled, and caches fill.
  await pause((WARM_UPDATES - READ_UPDATES) * QUICK_REFRESH * 1000);
  const before = await medianHeap();
  await pause((MANY_UPDATES - READ_UPDATES) * QUICK_REFRESH * 1000);
  const grown = (await medianHeap()) - before;
  await page.close();
  return grown;
}

async function costWith(browser: Browser, processes: number, empty: Work): Promise<Figure[]> {
  const idle = await startIdleProcesses(processes);
  const agent = await startAgent(PORT, '-t', String(REFRESH));
  try {
    const { scripting, collecting, rendering, longest } = await updateCost(browser);
    const name = `${processes.toLocaleString('en')} processes`;
    const peer = (ms: number): string => `an empty frame: ${digits(ms)} ms`;
    const reached = (most: number, ms: number) => ({ reach: `≤ ${most} ms`, isReached: ms <= most });
    return [
      {
        name: `Page: scripting per update, ${name}`,
        value: `${digits(scripting)} ms, and ${digits(collecting)} ms of garbage collection`,
        peer: peer(empty.scripting),
        ...reached(6, scripting),
      },
      {
        name: `Page: style, layout, paint per update, ${name}`,
        value: `${digits(rendering)} ms`,
        peer: peer(empty.rendering),
        ...reached(10, rendering),
      },
      {
        name: `Page: longest piece of work, ${name}`,
        value: `${digits(longest)} ms`,
        peer: peer(empty.longest),
        ...reached(50, longest),
      },
    ];
  } finally {
    await agent.stop();
    await idle.stop();
  }
}

const WIRE_SECONDS = 30;

/** Bytes that the page receives, and those that a client receives that polls like the page of Glances. */
async function bytesOnTheWire(browser: Browser): Promise<Figure> {
  const idle = await startIdleProcesses(1000);
  const agent = await startAgent(PORT);
  try {
    let bytes = 0;
    // Most bytes of an already open stream would not be reported.
    const { page } = await openPage(browser, (session) => {
      session.on('Network.dataReceived', ({ encodedDataLength }) => (bytes += encodedDataLength));
      return session.send('Network.enable');
    });
    bytes = 0;
    await pause(WIRE_SECONDS * 1000);
    await page.close();
    let polled = 0;
    for (const path of ['api/4/all', 'api/4/all/views']) {
      const answer = await fetch(ADDRESS + path, { headers: { 'accept-encoding': 'gzip' } });
      polled += gzipSync(Buffer.from(await answer.arrayBuffer()), { level: 1 }).length;
    }
    const ours = (bytes * 60) / WIRE_SECONDS;
    const theirs = polled * 30;
    return {
      name: 'Page: bytes on the wire per minute, 1,000 processes',
      value: `${(ours / 1000).toFixed(0)} kB`,
      peer: `polling all values and views every 2 s: ${(theirs / 1000).toFixed(0)} kB`,
      reach: '≤ 1 × the peer',
      isReached: ours <= theirs,
    };
  } finally {
    await agent.stop();
    await idle.stop();
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
    const empty = await emptyFrames(browser);
    return [
      {
        name: 'Page: all of its files, compressed',
        value: `${(bytes / 1000).toFixed(1)} kB`,
        peer: '–',
        reach: '≤ 165 kB',
        isReached: bytes <= 165_000,
      },
      await opening(browser),
      await bytesOnTheWire(browser),
      ...(await costWith(browser, 1000, empty)),
      ...(await costWith(browser, 5000, empty)),
    ];
  } finally {
    await browser.close();
  }
};

/** Growth of the heap of the page; takes five minutes. */
export const measurePageHeap: Measure = async () => {
  const browser = await launch();
  try {
    return [await growing(browser)];
  } finally {
    await browser.close();
  }
};
