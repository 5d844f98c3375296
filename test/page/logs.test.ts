/** The drawer of log lines, in a real browser, on a recorded machine whose journal is played. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { LogLine, WantedLogs } from '../../src/explain/logs/log-lines.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { isFull } from '../support/full-run.ts';
import { servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { beginSession } from '../support/page-session.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';
import { itInFull } from '../support/it-in-full.ts';

const open = useBrowser();
const NOW = Date.now();
const LINE: LogLine = {
  time: NOW - 60_000,
  last: NOW - 1000,
  origin: 'unit',
  name: 'app.service',
  priority: 'err',
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
  it('of a container: shown as text, searched, of a priority', async () => {
    const { page, asked } = await rig();
    await goTo(page, `#logs=${NOW - 900_000}-${NOW}/container/db`);
    const drawer = page.locator('.log-drawer');
    const first = drawer.locator('.log-lines li').first();
    await expect.poll(() => first.innerText()).toContain('<b>worker</b> ended ␛[31m');
    expect(await first.innerText()).toContain('12 times');
    expect(await drawer.getByRole('heading').innerText()).toBe('Logs of db');
    expect(await drawer.getByRole('list', { name: 'Sources' }).innerText()).toBe(
      'journal: only the last 500 lines of this time.',
    );
    if (isFull) expect(await violations(page, EVERYTHING, '.log-drawer')).toEqual([]);
    await drawer.getByLabel('Search in log lines').fill('nothing like it');
    await page.keyboard.press('Enter');
    await drawer.getByText('No lines of priority warning or above with this text.').waitFor();
    await drawer.getByLabel('Lowest priority').selectOption('debug');
    await expect.poll(() => asked.at(-1)?.priority).toBe('debug');
    expect(asked.map(({ containers, text }) => [containers, text])).toEqual([
      [['db'], ''],
      [['db'], 'nothing like it'],
      [['db'], 'nothing like it'],
    ]);
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(new URL(page.url()).hash).toBe('');
  });

  itInFull('fit a phone, and an address that names none says so', async () => {
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
