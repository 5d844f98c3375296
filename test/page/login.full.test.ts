import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNotes } from '../../src/history/notes/notes.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { archivedPast } from '../support/archived-past.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator, PASSWORD, SECRET } from '../support/guarded-api.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { violations } from '../support/page-audit.ts';
import { type Relay, startRelay } from '../support/page-relay.ts';
import { goTo, useBrowser, whenLive, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
/** Chromium's message about every answer that is an error. */
const REFUSED = /status of 401/;

/** One of two with the same password: tokens of one are invalid at the other. */
const serveGuarded = (name: string): Promise<PageAgent> =>
  servePage('small-vm', {
    isOfNow: true,
    notes: createNotes(() => Promise.resolve()),
    past: async (recorded) => (await archivedPast(recorded)).setup,
    protection: {
      ...UNPROTECTED,
      authenticator: fakeAuthenticator({ tokens: { secret: SECRET + name, minutes: 60 } }),
    },
  });

let first: PageAgent;
let second: PageAgent;
let relay: Relay;
beforeAll(async () => {
  first = await serveGuarded('one');
  second = await serveGuarded('other');
  relay = await startRelay(first.port);
});
afterAll(async () => {
  await relay.close();
  await Promise.all([...new Set([first, second])].map((agent) => agent.close()));
});

const asked = (page: Page): Promise<unknown> => page.waitForSelector('.login form');
async function logIn(page: Page, password = PASSWORD): Promise<void> {
  await page.fill('.login input[name="password"]', password);
  await page.keyboard.press('Enter');
}

/** The result of an attempt is not shown for another password. */
async function expectLatestResult(page: Page): Promise<void> {
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/session', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await logIn(page, 'wrong again');
  await page.getByRole('button', { name: 'Checking…' }).waitFor();
  expect(await page.textContent('.login [role="alert"]')).toBe('');
  await page.fill('.login input[name="password"]', 'another');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  expect(await page.textContent('.login [role="alert"]')).toBe('');
  answer();
  await page.unroute('**/api/session');
  await page.fill('.login input[name="password"]', 'wrong');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.login [role="alert"]:has-text("User name or password is wrong.")');
}

describe('with a password', () => {
  it('the page asks, and its session is that of all tabs until a logout', async () => {
    const challenges: string[] = [];
    const page = await open({
      url: `${relay.url}#sort=pid`,
      expects: REFUSED,
      before: async (fresh) =>
        fresh.on('response', (response) => {
          const challenge = response.headers()['www-authenticate'];
          if (challenge !== undefined) challenges.push(challenge);
        }),
    });
    await asked(page);
    await expect.poll(() => page.title()).toBe('Gander');
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    await logIn(page, 'wrong');
    await page.waitForSelector('.login [role="alert"]:has-text("User name or password is wrong.")');
    await expectLatestResult(page);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
    expect(await violations(page)).toEqual([]);
    await logIn(page);
    await whenShown(page);
    await expect.poll(() => new URL(page.url()).hash).toBe('#sort=pid');
    await whenLive(page);

    await page.reload();
    await whenShown(page);
    const stored = (): string => JSON.stringify([localStorage, sessionStorage, document.cookie]);
    expect(await page.evaluate(stored)).not.toMatch(/token|gander-/);
    // A second tab, and a link of a mail.
    const other = await page.context().newPage();
    await other.route('http://mail.example/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${relay.url}#chart=mem/percent">look</a>` }),
    );
    await other.goto('http://mail.example/');
    await other.click('a');
    await whenShown(other);
    await other.close();

    await page.click('.account summary');
    await page.getByText('logged in on this page').waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await asked(page);
    await page.reload();
    await asked(page);
    // With any other scheme, the browser would ask by itself.
    expect(new Set(challenges)).toEqual(new Set(['Bearer']));
  });

  it('asks nothing that needs a login before it has one', async () => {
    // No message of the browser is expected.
    const page = await open({ url: `${first.url}#chart=cpu/total&panel=alerts`, context: {} });
    await asked(page);
    await page.waitForLoadState('networkidle');
  });

  it('the page says when the session has expired, and goes on where it was', async () => {
    const page = await open({
      url: relay.url,
      expects: /status of 401|INCOMPLETE_CHUNKED|ERR_(CONNECTION|EMPTY)/,
    });
    await asked(page);
    await logIn(page);
    await whenShown(page);
    await goTo(page, '#filter=sleep');
    relay.leadTo(second.port);
    await asked(page);
    await page.getByText('Session expired').waitFor();
    await logIn(page);
    await whenShown(page);
    await expect.poll(() => page.inputValue('.filter-box input')).toBe('sleep');
    // Agents at one host name keep their sessions apart.
    relay.leadTo(first.port);
    await whenLive(page);
  });

  it('the button counts down where no attempts are taken for a while, below a prefix too', async () => {
    const protection = { ...UNPROTECTED, authenticator: fakeAuthenticator() };
    const own = await forThisTest(servePage('empty', { prefix: '/pre', protection }));
    // A clock that can be put forward, here and in the page.
    const page = await open({
      url: own.url,
      context: {},
      before: (fresh) => fresh.clock.install(),
      expects: /status of 4(01|29)/,
    });
    let clock = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => clock);
    onTestFinished(() => void vi.restoreAllMocks());
    await asked(page);
    // Guesses from this address: attempts are queued, and one would wait for more than 20 s.
    const guesses = Array.from({ length: 14 }, async (_, at) => {
      const { status } = await fetch(`${own.url}api/4/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'gander', password: `guess ${at}` }),
      });
      if (status !== 429) throw new Error(`taken: ${status}`);
    });
    await Promise.any(guesses);
    await logIn(page, 'wrong');
    await page.waitForSelector(
      '.login [role="alert"]:has-text("Too many wrong passwords from this address.")',
    );
    await page.getByRole('button', { name: /^Try again in 2\d s$/ }).waitFor();
    await page.clock.fastForward(10_000);
    await page.getByRole('button', { name: /^Try again in 1\d s$/ }).waitFor();
    clock += 60_000;
    await page.clock.fastForward(20_000);
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await logIn(page);
    await whenShown(page);
  });

  it('who has given it to the browser is not asked', async () => {
    const page = await open({
      // Everything below the folder of this address belongs to the same password (RFC 7617, section 2.2).
      url: `${relay.url}api/plugins`,
      context: { httpCredentials: { username: 'gander', password: PASSWORD } },
      // An icon is asked for too.
      expects: /status of 40[14]/,
    });
    await expect.poll(() => page.textContent('body')).toContain('"percpu"');
    await page.goto(relay.url);
    await whenShown(page);
  });

  it('notes are kept on the time line, and can be removed', async () => {
    const page = await open({ url: `${relay.url}#chart=cpu/total`, expects: REFUSED });
    await logIn(page);
    const notes = page.locator('.chart-notes');
    await notes.getByRole('button', { name: /^Note at/ }).click();
    const text = '<img src=x onerror="document.title=1"> deployed';
    await notes.getByLabel(/^Note at/).fill(text);
    await page.keyboard.press('Enter');
    await notes.getByText(text).waitFor();
    await page.reload();
    await notes.getByText(text).waitFor();
    // On a phone, too, the button is beside the time.
    await page.setViewportSize({ width: 390, height: 720 });
    const remove = notes.getByRole('button', { name: /^Remove/ });
    const [button, time] = [await remove.boundingBox(), await notes.locator('time').boundingBox()];
    expect(Math.abs((button?.y ?? 0) - (time?.y ?? 99))).toBeLessThan(20);
    await remove.click();
    await notes.getByText(text).waitFor({ state: 'detached' });
  });
});
