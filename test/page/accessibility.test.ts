import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useBrowser, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
let agent: PageAgent;
beforeAll(async () => {
  agent = await servePage('big-server');
});
afterAll(() => agent.close());

/** What the audit finds, one line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations: found } = await page.evaluate<AxeResults, string[]>(
    (tags) =>
      (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
        runOnly: { type: 'tag', values: tags },
      }),
    RULES,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.slice(0, 5).map(({ html, any }) => `${id}: ${html.slice(0, 200)} ${any[0]?.message ?? ''}`),
  );
}

describe.each(['dark', 'light'] as const)('%s', (theme) => {
  it.each([
    [1600, ''],
    [768, ''],
    [390, ''],
    [1600, '#panel=help'],
    [1600, '#panel=missing'],
  ])('passes the audit at %d pixels %s', async (width, hash) => {
    const page = await open({ url: agent.url + hash, width, theme });
    await whenShown(page);
    if (width === 390) await page.click('[data-section="fs"] button');
    expect(await violations(page)).toEqual([]);
  });
});

it('is usable without a mouse: everything that can be pressed shows its focus', async () => {
  const page = await open({ url: agent.url });
  await whenShown(page);
  for (let count = 0; count < 25; count += 1) {
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused === null ? 'none' : getComputedStyle(focused).outlineStyle;
    });
    expect(outline).toBe('solid');
  }
});
