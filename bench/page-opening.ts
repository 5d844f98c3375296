/**
 * How long it takes from navigation until there is something to read on the screen, of the page and of one that stands still. Both come from
 * servers of their own over connections of their own, to a browser that has never seen them, and are measured in the same way.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startAgent, startBareServer } from './child.ts';
import { digits, type Figure } from './figure.ts';

const [PORT, STILL_PORT] = [61_395, 61_396] as const;
const VIEWPORT = { width: 1600, height: 1000 };
/** Of each page, in turns; one more before, for servers that are new. */
const TURNS = 11;

/** Makes the browser report when `selector` is on the screen (Element Timing): it is named before its first frame. */
const nameWhenThere = (selector: string): string => `{
  const look = () => {
    const element = document.querySelector('${selector}');
    if (element === null) requestAnimationFrame(look);
    else element.setAttribute('elementtiming', 'first data');
  };
  requestAnimationFrame(look);
}`;

interface FirstData {
  ms: number;
  /** Compressed bytes received so far. */
  bytes: number;
}

/** Evaluated from outside, since the page's policy forbids `eval`. */
const SHOWN = `new Promise((done) => {
  const told = ({ startTime: ms }) => {
    const parts = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const came = parts.filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= ms);
    done({ ms, bytes: came.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) });
  };
  const observer = new PerformanceObserver((list) => told(list.getEntries()[0]));
  observer.observe({ type: 'element', buffered: true });
})`;

async function open(browser: Browser, port: number, selector: string): Promise<FirstData> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.addInitScript(nameWhenThere(selector));
  await page.goto(`http://127.0.0.1:${port}/`);
  const shown = await page.evaluate<FirstData>(SHOWN);
  await page.close();
  return shown;
}

const openPage = (browser: Browser): Promise<FirstData> =>
  open(browser, PORT, '.virtual-table .row [data-column=pid]');

/** Headers with policies for browser and page, which also decide in which browser process a page is rendered. */
const POLICIES = /^(content-security|cross-origin|permissions|referrer|x-content-type)/;

/** The headers by which the agent serves its page. */
async function policies(): Promise<Record<string, string>> {
  const { headers } = await fetch(`http://127.0.0.1:${PORT}/`);
  return Object.fromEntries([...headers].filter(([name]) => POLICIES.test(name)));
}

const medianOf = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[(list.length - 1) / 2] ?? Number.NaN;

export async function opening(browser: Browser): Promise<Figure> {
  const agent = await startAgent(PORT);
  const folder = mkdtempSync(join(tmpdir(), 'gander-bench-'));
  try {
    const { bytes } = await openPage(browser);
    const text = 'It stands still. '.repeat(Math.ceil(bytes / 17));
    writeFileSync(
      join(folder, 'still.html'),
      `<!doctype html><title>static</title><main><p>${text}</p></main>`,
    );
    const still = await startBareServer(join(folder, 'still.html'), STILL_PORT, {
      ...(await policies()),
      'content-type': 'text/html',
    });
    try {
      return await compared(browser, bytes);
    } finally {
      await still.stop();
    }
  } finally {
    await agent.stop();
    rmSync(folder, { recursive: true });
  }
}

async function compared(browser: Browser, bytes: number): Promise<Figure> {
  const [own, peers]: [number[], number[]] = [[], []];
  for (let turn = 0; turn <= TURNS; turn += 1) {
    own.push((await openPage(browser)).ms);
    peers.push((await open(browser, STILL_PORT, 'main p')).ms);
  }
  const [median, peer] = [medianOf(own.slice(1)), medianOf(peers.slice(1))];
  return {
    name: 'Page: first data on the screen after navigation',
    value: `${digits(median)} ms (${(median / peer).toFixed(2)} × peer)`,
    peer: `a static page of as many bytes (${(bytes / 1000).toFixed(0)} kB), same headers: ${digits(peer)} ms`,
    reach: '≤ 2 × the peer',
    isReached: median <= 2 * peer,
  };
}
