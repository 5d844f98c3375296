/** Compares pictures of the page with approved ones. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { CACHE } from './live-agent.ts';

export const REVIEWED = join(import.meta.dirname, '../page/screenshots');

/** Share of the pixels that may differ: edges of letters vary between versions of Chromium. */
const TOLERATED = 0.002;
const ATTEMPTS = 20;
const TIMEOUT_MS = 30_000;

/**
 * Null once the page looks like the reviewed picture of this name, else what is different in the end. A page that still waits
 * for a late reply stands still as well, so that one picture decides nothing.
 */
export async function comparePage(name: string, page: Page): Promise<string | null> {
  for (const end = performance.now() + TIMEOUT_MS; ;) {
    const difference = comparePicture(name, await stillPicture(page));
    if (difference === null || performance.now() > end) return difference;
  }
}

/** A picture of the settled page. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error(`the page does not stand still: no two of ${ATTEMPTS} pictures are the same`);
}

/**
 * Null when `picture` looks like the reviewed one of this name, else what is different and where both lie. With
 * `SCREENSHOTS_UPDATE=1` it takes the place of the reviewed one: look at it before it is committed.
 */
export function comparePicture(name: string, picture: Buffer): string | null {
  const reviewed = join(REVIEWED, `${name}.png`);
  if (process.env['SCREENSHOTS_UPDATE'] === '1') {
    writeFileSync(reviewed, picture);
    return null;
  }
  if (!existsSync(reviewed)) return `${name}: nobody has reviewed it yet (SCREENSHOTS_UPDATE=1 keeps it)`;
  const kept = readFileSync(reviewed);
  if (kept.equals(picture)) return null;
  const [wanted, got] = [PNG.sync.read(kept), PNG.sync.read(picture)];
  const { width, height } = wanted;
  if (got.width !== width || got.height !== height)
    return `${name}: ${got.width} × ${got.height} pixels instead of ${width} × ${height}`;
  const marks = new PNG({ width, height });
  const different = pixelmatch(wanted.data, got.data, marks.data, width, height, { threshold: 0.15 });
  if (different <= width * height * TOLERATED) return null;
  const folder = join(CACHE, 'screenshots');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), picture);
  writeFileSync(join(folder, `${name}-marks.png`), PNG.sync.write(marks));
  return `${name}: ${different} pixels differ, see ${folder}/${name}.png and ${name}-marks.png`;
}
