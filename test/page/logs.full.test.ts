/** The drawer of log lines, in a real browser, on a recorded machine whose journal is played. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { LogLine, LogOutput, WantedLogs } from '../../src/explain/logs/log-lines.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { beginSession } from '../support/page-session.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';

const open = useBrowser();
const NOW = Date.now();
const LINE: LogLine = {
  time: NOW - 60_000,
  last: NOW - 1000,
  origin: 'unit',
  name: 'app.service',
  priority: 'err',
  output: null,
  text: '<b>worker</b> ended ␛[31m',
  count: 12,
};

/** The page, logged in, and the requests for its logs. */
async function rig(): Promise<{ page: Page; asked: WantedLogs[] }> {
  const asked: WantedLogs[] = [];
  const { url } = await forThisTest(
    servePage('small-vm', {
      isOfNow: true,
      protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() },
      past: async () => ({
        logs: {
          async read(wanted) {
            asked.push(wanted);
            const ofContainer = (text: string, output: LogOutput): LogLine => ({
              ...LINE,
              time: NOW - 30_000,
              origin: 'container',
              name: 'db',
              priority: null,
              output,
              text,
              count: 1,
            });
            if (wanted.containers.length > 0)
              return {
                from: wanted.from,
                to: wanted.to,
                lines: [ofContainer('ready', 'stdout'), ofContainer('slow', 'stderr')],
                sources: [],
              };
            const lines = [
              LINE,
              { ...LINE, origin: 'kernel', name: '', priority: 'info', text: 'link up', count: 1 },
            ] as const;
            return {
              from: wanted.from,
              to: wanted.to,
              lines: lines.filter(({ text }) => text.includes(wanted.text)),
              sources: [
                {
                  source: 'journal',
                  name: null,
                  state: 'read',
                  reason: 'only the last 500 lines of this time',
                },
              ],
            };
          },
        },
      }),
    }),
  );
  const page = await open({ url, width: 1280, height: 900, before: (fresh) => beginSession(fresh, url) });
  await page.locator('.vital').waitFor();
  return { page, asked };
}

describe('log lines', () => {
  it('of a unit: shown as text, searched, of a priority, grouped', async () => {
    const { page, asked } = await rig();
    await goTo(page, `#logs=${NOW - 900_000}-${NOW}/unit/app.service`);
    const drawer = page.locator('.log-drawer');
    const first = drawer.locator('.log-lines li').first();
    await expect.poll(() => first.innerText()).toContain('<b>worker</b> ended ␛[31m');
    expect(await first.innerText()).toContain('12 times');
    expect(await drawer.getByRole('heading').innerText()).toBe('Logs of app.service');
    expect(await drawer.getByRole('list', { name: 'Sources' }).innerText()).toBe(
      'journal: only the last 500 lines of this time.',
    );
    expect(await violations(page, EVERYTHING, '.log-drawer')).toEqual([]);
    await drawer.getByLabel('Search in log lines').fill('nothing like it');
    await page.keyboard.press('Enter');
    await drawer.getByText('No lines of priority info or above with this text.').waitFor();
    await drawer.getByLabel('Lowest priority').selectOption('debug');
    await expect.poll(() => asked.at(-1)?.priority).toBe('debug');
    await drawer.getByRole('button', { name: 'Group lines' }).click();
    await expect
      .poll(() => asked.map(({ journal, text, isGrouped }) => [journal, text, isGrouped]))
      .toEqual([
        [{ unit: 'app.service' }, '', false],
        [{ unit: 'app.service' }, 'nothing like it', false],
        [{ unit: 'app.service' }, 'nothing like it', false],
        [{ unit: 'app.service' }, 'nothing like it', true],
      ]);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('');
  });

  it('of a container: both outputs told apart, followed, of a longer time', async () => {
    const { page, asked } = await rig();
    await goTo(page, `#logs=${NOW - 900_000}-${NOW}/container/db`);
    const lines = page.locator('.log-drawer .log-lines li');
    await expect.poll(() => lines.allInnerTexts()).toHaveLength(2);
    expect((await lines.allInnerTexts()).map((text) => text.includes('stderr'))).toEqual([false, true]);
    await page.getByRole('button', { name: 'Earlier' }).click();
    await expect.poll(() => (asked.at(-1)?.to ?? 0) - (asked.at(-1)?.from ?? 0)).toBe(3_600_000);
    await page.getByLabel('Output').selectOption('stderr');
    await expect.poll(() => asked.at(-1)?.output).toBe('stderr');
    await page.getByRole('button', { name: 'Follow' }).click();
    // Later readings begin shortly before the last line.
    await expect.poll(() => (asked.at(-1)?.from ?? 0) > NOW - 60_000, { timeout: 10_000 }).toBe(true);
    await expect.poll(() => lines.allInnerTexts()).toHaveLength(2);
    expect(asked.at(-1)).toMatchObject({ containers: ['db'], journal: 'none', isGrouped: false });
  });

  it('fit a phone, and an address that names none says so', async () => {
    const { page } = await rig();
    await page.setViewportSize({ width: 390, height: 800 });
    await goTo(page, `#logs=${NOW - 900_000}-${NOW}`);
    const drawer = page.locator('.log-drawer');
    await drawer.locator('.log-lines li').first().waitFor();
    expect(await drawer.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await goTo(page, '#logs=yesterday');
    await drawer.getByText('The address names no logs.').waitFor();
  });
});
