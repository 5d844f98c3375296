/**
 * The twelve tasks of an administrator, from the start view, in a real browser on a recorded machine with a day of history. Each
 * counts its steps: a click, a key, a choice in a list, or a filled field. More steps than stated fail.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Served } from '../../src/core/served.ts';
import { createBoards } from '../../src/api/boards/boards.ts';
import { createSilences } from '../../src/alerts/silences/silences.ts';
import { createAccounts } from '../../src/net/credentials/accounts.ts';
import { createAudit } from '../../src/net/credentials/audit.ts';
import { readApiKeys } from '../../src/net/credentials/api-key-file.ts';
import { type Protection, UNPROTECTED } from '../../src/http/server/protection.ts';
import { type ArchivedPast, archivedPast } from '../support/archived-past.ts';
import type { ListedEvent } from '../support/alert-board.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { keptProblems } from '../support/file-problems.ts';
import { fakeAuthenticator, PASSWORD, USER } from '../support/guarded-api.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useOnePage, whenLive, whenShown } from '../support/page-browser.ts';
import { pageRulesIn } from '../support/page-rules.ts';
import { beginSession } from '../support/page-session.ts';

const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'gander-journeys-'));
mkdirSync(`${folder}/boards`);
/** The test's hashes are the passwords. */
const VERA = { user: 'vera', role: 'viewer', hash: PASSWORD, edition: PASSWORD, servers: null } as const;
let agent: PageAgent;
let past: ArchivedPast;
/** Access of the agent: users in a folder, keys in a file. */
const access: Pick<Protection, 'accounts' | 'audit' | 'authenticator'> = {
  audit: createAudit({ path: null, problems: keptProblems().problems, log: () => {} }),
  accounts: createAccounts({
    userFolder: folder,
    keyPath: `${folder}/api-keys.json`,
    stateFolder: null,
    startUser: USER,
  }),
  authenticator: fakeAuthenticator({ users: [VERA] }),
};
beforeAll(async () => {
  agent = await servePage('big-server', {
    isOfNow: true,
    boards: createBoards(`${folder}/boards`, keptProblems().problems),
    silences: createSilences({ clock: createFakeClock(Date.now()), save: () => Promise.resolve() }),
    protection: {
      ...UNPROTECTED,
      ...access,
    },
    past: async (recorded) => {
      past = await archivedPast(recorded);
      const { rules } = pageRulesIn(folder, ({ settings, sections }) => {
        recorded.agent.relevel(settings.section, sections.alerts);
      });
      return {
        ...past.setup,
        rules,
        logs: { read: async (wanted) => ({ ...wanted, lines: [LINE], sources: [] }) },
      };
    },
  });
  const { store } = agent.agent;
  store.commit('alert', [CPU], Date.now());
  store.commit('units', [UNIT], Date.now());
  const count = store.latest('processcount').value as Served;
  store.commit('processcount', { ...count, ended_cpu_percent: 38 }, Date.now());
});
afterAll(async () => {
  await agent.close();
  rmSync(folder, { recursive: true });
});

const BEGIN = Math.floor(Date.now() / 1000) - 300;
const CPU: ListedEvent = {
  begin: BEGIN,
  end: -1,
  state: 'CRITICAL',
  type: 'CPU_TOTAL',
  min: 91,
  max: 99,
  avg: 95,
  sum: 950,
  count: 10,
  top: ['cc1', 'ld'],
  culprits: { programs: [{ name: 'cc1', unit: null, container: null, percent: 82 }], ended: 0 },
  desc: '',
  sort: 'cpu_percent',
  global_msg: '',
};
const UNIT = {
  name: 'backup.service',
  description: 'Nightly backup',
  active_state: 'failed',
  sub_state: 'failed',
  result: 'exit-code',
  cpu_percent: null,
  memory: null,
};
const LINE = {
  time: Date.now() - 60_000,
  last: Date.now() - 60_000,
  origin: 'unit',
  name: 'backup.service',
  priority: 'err',
  output: null,
  text: 'no space left on device',
  count: 1,
} as const;

const onePage = useOnePage(() => ({
  url: agent.url,
  height: 900,
  expects: /40[014]/,
  before: (fresh) => beginSession(fresh, agent.url),
}));

/** The start view, and what counts steps there. */
async function start(most: number) {
  const page = await onePage();
  await whenShown(page);
  let steps = 0;
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'fail') expect(steps).toBeLessThanOrEqual(most);
  });
  const step =
    <A extends unknown[]>(act: (...given: A) => Promise<unknown>) =>
    async (...given: A): Promise<void> => {
      steps += 1;
      await act(...given);
    };
  return {
    page,
    click: step((one: Locator) => one.click()),
    choose: step((one: Locator, option: string) => one.selectOption(option)),
    fill: step((one: Locator, text: string) => one.fill(text)),
    press: step((key: string) => page.keyboard.press(key)),
  };
}
const menu = (page: Page): Locator => page.locator('.header-menu:not(.account) summary');
const button = (page: Page | Locator, name: string | RegExp): Locator => page.getByRole('button', { name });

describe('from the start view', () => {
  it('what is wrong now is the first line', async () => {
    const { page } = await start(0);
    await page.locator('.verdict-line li').filter({ hasText: 'is failing' }).waitFor();
    // What no process explains has a row of its own.
    const ended = page.getByRole('row').filter({ hasText: 'ended processes' });
    expect(await ended.innerText()).toMatch(/^38\.0\s+ended processes$/);
  });

  it('who causes an alert, and since when: one click', async () => {
    const { page, click } = await start(1);
    await click(page.locator('.alert-timeline .strip'));
    const row = page
      .locator('.alert-timeline li.standing')
      .filter({ hasText: /^\s*CPU at/ })
      .first();
    await row.getByText('cc1').waitFor();
    expect(await row.locator('.when').innerText()).toMatch(/^for \d+ min/);
  });

  it('a night of the past, and back: four steps', async () => {
    const { page, click, fill } = await start(4);
    const at = past.end - 20 * HOUR;
    await click(button(page, /^Time: /));
    const panel = page.getByRole('group', { name: 'Time of the page' });
    await fill(panel.getByLabel('Go to'), new Date(at).toISOString().slice(0, 16));
    await click(button(panel, 'Show'));
    await page.locator('.past-banner strong').waitFor();
    await click(button(page.locator('.past-banner'), 'Live'));
    await whenLive(page);
  });

  it('why it is slow: two clicks', async () => {
    const { page, click } = await start(2);
    await click(menu(page));
    await click(button(page, /^Why is it slow/));
    await expect.poll(() => page.locator('.why-drawer .sentence').innerText()).toMatch(/\w+/);
  });

  it('a rule with its preview, and a target with a test: thirteen steps', async () => {
    const { page, click, fill, choose } = await start(13);
    await click(menu(page));
    await click(button(page, /^Alert rules/));
    const drawer = page.locator('.rule-drawer');
    await click(button(drawer, /^CPU total/));
    await fill(drawer.getByLabel('Notify critical after'), '60');
    await expect.poll(() => drawer.locator('.counts td').first().innerText()).toBe('1');
    await click(button(drawer, 'Save'));
    await drawer.getByText('Saved, and in force.').waitFor();
    await click(button(drawer, 'Targets'));
    await click(button(drawer, 'Add a target'));
    await choose(drawer.getByLabel('Service'), 'ntfy');
    await fill(drawer.getByLabel('Topic'), 'gander-q7xk2');
    await fill(drawer.getByLabel('Name', { exact: true }), 'phone');
    await click(button(drawer, 'Save'));
    await click(button(drawer, 'Send a test to phone'));
    await drawer.getByText('ntfy took the test message.').waitFor();
  });

  it('an acknowledged alert: three steps', async () => {
    const { page, click, press } = await start(3);
    await click(page.locator('.alert-timeline .strip'));
    await click(button(page.locator('.alert-timeline'), /^Silence .*CPU/).first());
    await page.locator('.silence-form').waitFor();
    await press('Enter');
    await page.locator('.alert-timeline').getByText('acknowledged', { exact: true }).first().waitFor();
  });

  it('a container, its logs and its process: six steps', async () => {
    const { page, click } = await start(6);
    await click(page.getByRole('tab', { name: /^Containers/ }));
    await click(page.locator('.row').filter({ hasText: 'shop-db' }));
    await click(button(page, 'Logs of shop-db'));
    const logs = page.locator('.log-drawer');
    await logs.getByText('no space left on device').waitFor();
    await click(button(logs, 'Close'));
    await click(button(page, 'Show processes'));
    await click(page.locator('.row').filter({ hasText: 'postgres' }).first());
    await page.locator('.process-detail').getByText('Resident').waitFor();
  });

  it('why a unit failed: one click', async () => {
    const { page, click } = await start(1);
    await click(button(page.locator('[data-section="units"]'), 'Logs of backup.service'));
    await page.locator('.log-drawer').getByText('no space left on device').waitFor();
  });

  it('a comparison with yesterday: two steps', async () => {
    const { page, click, choose } = await start(2);
    await click(page.locator('.vital a.value[href*="cpu/total"]').first());
    await choose(page.getByLabel('Compare with an earlier time'), 'Yesterday');
    await page.locator('.chart-drawer th.change').getByText('against yesterday').waitFor();
  });

  it('a board: five steps', async () => {
    const { page, click, choose, fill, press } = await start(5);
    await click(page.locator('.vital a.value[href*="cpu/total"]').first());
    const drawer = page.locator('.chart-drawer');
    await choose(drawer.getByLabel('Add to a board'), 'New board…');
    await fill(drawer.getByLabel('Title of the new board'), 'Shop');
    await press('Enter');
    await click(drawer.getByRole('link', { name: 'Shop' }));
    await page.locator('.tile h3').getByText('CPU total').waitFor();
  });

  it('the logs of the last quarter: two clicks', async () => {
    const { page, click } = await start(2);
    await click(menu(page));
    await click(button(page.locator('.header-menu .menu'), /^Logs/));
    await page.locator('.log-drawer').getByText('no space left on device').waitFor();
  });

  it('another language, and back: two steps each', async () => {
    const { page, click, choose } = await start(4);
    await click(menu(page));
    await choose(page.getByLabel('Language'), 'Deutsch');
    await page.locator('.vital').getByText('Speicher').first().waitFor();
    await click(menu(page));
    await choose(page.getByLabel('Sprache'), 'English');
    await page.locator('.vital').getByText('Memory').first().waitFor();
  });

  it('a user, a key, and who added them: fourteen steps', async () => {
    const { page, click, choose, fill } = await start(14);
    await click(page.locator('.account summary'));
    await click(button(page, 'Users and keys'));
    const drawer = page.locator('.access-drawer');
    await drawer.getByText('set at the start of the server').waitFor();
    await click(button(drawer, 'Add a user'));
    await fill(drawer.getByLabel('Name'), 'eve');
    await choose(drawer.getByLabel('Role'), 'operator');
    await fill(drawer.getByLabel('Password'), 'correct horse');
    await click(button(drawer, 'Add'));
    await button(drawer, 'eve').waitFor();
    await click(button(drawer, 'API keys'));
    await click(button(drawer, 'Add a key'));
    await fill(drawer.getByLabel('Name'), 'grafana');
    await click(button(drawer, 'Add'));
    expect(await drawer.locator('.secret code').innerText()).toMatch(/^gander_/);
    await click(button(drawer, 'Changes'));
    await fill(drawer.getByLabel('who or what'), 'addkey');
    const line = drawer.locator('.log li');
    await expect.poll(() => line.allInnerTexts()).toEqual([expect.stringMatching(/gander\s+admin/)]);
    await click(button(drawer, 'Close'));
  });

  it('a link for a wall, which ends when it is removed: ten steps', async () => {
    const { page, click, choose, fill } = await start(10);
    await click(page.locator('.account summary'));
    await click(button(page, 'Users and keys'));
    const drawer = page.locator('.access-drawer');
    await click(button(drawer, 'API keys'));
    await click(button(drawer, 'Add a key'));
    await fill(drawer.getByLabel('Name'), 'kitchen');
    await choose(drawer.getByLabel('Scope'), 'wall');
    await click(button(drawer, 'Add'));
    const link = await drawer.locator('.secret code').innerText();
    const wall = await page.context().browser()?.newPage();
    if (wall === undefined) throw new Error('no browser');
    onTestFinished(() => wall.close());
    // The test's authenticator follows no file.
    const { authenticator, accounts } = access;
    authenticator?.replaceKeys(readApiKeys(accounts?.keyPath ?? ''));
    await wall.goto(link);
    await wall.locator('.wall-page .alerts').getByText('Disk failing').waitFor();
    expect(await wall.innerText('.wall-page')).not.toContain('cc1');
    const row = drawer.locator('li').filter({ hasText: 'kitchen' });
    await click(button(row, 'Remove…'));
    await click(button(row, 'Really remove'));
    await row.waitFor({ state: 'detached' });
    authenticator?.replaceKeys(readApiKeys(accounts?.keyPath ?? ''));
    await wall.getByText('This link has ended').waitFor();
    await click(button(drawer, 'Close'));
  });

  // The last ones: they end the session.
  it('a viewer sees what the role lacks, and asks for nothing that is refused', async () => {
    const { page, click } = await start(5);
    await page.request.post(`${agent.url}api/session`, { data: { username: 'vera', password: PASSWORD } });
    // The page of the user before would still ask.
    await page.goto('about:blank');
    // Needs an operator: nothing opens, and nothing is asked.
    await page.goto(`${agent.url}#logs=all&pid=1`);
    await whenShown(page);
    await page.getByText('Open files and sockets: needs operator.').waitFor();
    await click(menu(page));
    const logs = button(page.locator('.header-menu .menu'), /^Logs needs operator/);
    expect(await logs.isDisabled()).toBe(true);
    expect(await page.locator('.log-drawer').count()).toBe(0);
    await click(button(page, /^Alert rules/));
    const drawer = page.locator('.rule-drawer');
    await drawer.getByText('Changes need the role admin.').waitFor();
    await click(button(drawer, /^CPU total/));
    expect(await button(drawer, 'Save').count()).toBe(0);
    await click(button(drawer.locator('header'), 'Close'));
    await click(page.locator('.alert-timeline .strip'));
    const alerts = page.locator('.alert-timeline');
    expect(await button(alerts, 'Clear all').getAttribute('title')).toBe('needs operator');
    expect(await button(alerts, 'Clear all').isDisabled()).toBe(true);
    expect(await button(alerts, /^Silence/).count()).toBe(0);
  });

  it('out, and in again: four steps', async () => {
    const { page, click, fill, press } = await start(4);
    await click(page.locator('.account summary'));
    await click(button(page, 'Log out'));
    await page.locator('.login form').waitFor();
    await fill(page.locator('.login input[name="password"]'), PASSWORD);
    await press('Enter');
    await whenShown(page);
  });
});
