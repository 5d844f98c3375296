/** Reads the pixels that a page has drawn on a canvas. */
import type { Locator } from 'playwright-core';
import { PNG } from 'pngjs';

/** Its pixels: four bytes each, row by row. */
export async function pixelsOf(canvas: Locator): Promise<PNG> {
  const address = await canvas.evaluate((part) => (part as unknown as { toDataURL(): string }).toDataURL());
  return PNG.sync.read(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'));
}
