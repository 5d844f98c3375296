import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { useBrowser, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
/** What it calls itself: markup, a mark that turns the direction of writing round, a quote, an emoji. */
const TITLE = `<img src=x onerror=evil()>\u202Egnp's 🦆`;

let agent: LiveAgent;
let child: ChildProcess;
beforeAll(async () => {
  agent = await serveLive({ argv: ['-t', '1'] });
  child = spawn('/bin/sleep', ['1000'], { argv0: TITLE, stdio: 'ignore' });
});
afterAll(async () => {
  child.kill();
  await agent.stop();
});

describe('a real process', () => {
  it('is found, looked at closely, and its end is told', async () => {
    const page = await open({ url: `http://127.0.0.1:${agent.port}/#filter=pid:${child.pid}` });
    await whenShown(page);
    await page.keyboard.press('S');
    const row = await page.waitForSelector(`.row[data-key="${child.pid}"] [data-column="name"]`);
    expect(await row.textContent()).toContain('<img src=x onerror=evil()>⟨202E⟩gnp');
    await row.click();
    await page.waitForSelector('.process-detail dt:text-is("Open files")');
    const shown = await page.textContent('.process-detail');
    for (const text of ['sleeping', 'CPU range', 'Switches, voluntary', 'May run on cores'])
      expect(shown).toContain(text);
    await page.evaluate(() => {
      // What a page without TLS may use.
      const kept = window as unknown as { copied: string };
      document.execCommand = () => {
        kept.copied = (document.activeElement as HTMLTextAreaElement).value;
        return true;
      };
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await page.click('.process-detail button:has-text("Copy")');
    await page.waitForSelector('.process-detail button:has-text("Copied")');
    expect(await page.evaluate(() => (window as unknown as { copied: string }).copied)).toBe(
      `'${TITLE.replace("'", String.raw`'\''`)}' 1000`,
    );
    child.kill();
    await page.waitForSelector('.process-detail .note:has-text("ended")');
  });

  it('is one of those that the agent lists', async () => {
    const page = await open({ url: `http://127.0.0.1:${agent.port}/#sort=pid` });
    await whenShown(page);
    await page.waitForSelector('.row[data-key="1"]');
    const listed = Number(await page.textContent('[data-tab="processes"] .count'));
    const { total } = await agent.get<{ total: number }>('/processcount');
    // Others come and go meanwhile.
    expect(Math.abs(listed - total)).toBeLessThan(50);
  });
});
