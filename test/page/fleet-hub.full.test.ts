import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { fakeAuthenticator, USER } from '../support/guarded-api.ts';
import { type LiveAgent, serveLive } from '../support/live-agent.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useBrowser, whenLive, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
const PASSWORD = 'swörd: fish';
const OTHER = 'correct horse battery';

let folder: string;
/** The hub is the subject; its servers are recorded machines. */
let plain: PageAgent;
let locked: PageAgent;
let hub: LiveAgent;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gander-fleet-'));
  plain = await servePage('small-vm', { isOfNow: true });
  const account = { user: USER, hash: OTHER, edition: OTHER };
  const protection = { ...UNPROTECTED, authenticator: fakeAuthenticator({ account }) };
  locked = await servePage('small-vm', { isOfNow: true, protection });
  const config = join(folder, 'gander.conf');
  writeFileSync(
    config,
    `[serverlist]
refresh=2
server_1_name=127.0.0.1
server_1_port=${plain.port}
server_1_protocol=rest
server_1_alias=Web shop
server_1_tags=web
server_2_name=localhost
server_2_port=${locked.port}
server_2_protocol=rest
server_2_alias=Database
server_3_name=127.0.0.1
server_3_port=${locked.port}
server_3_protocol=rest
server_3_alias=Vault
[passwords]
localhost=${OTHER}
`,
    { mode: 0o600 },
  );
  hub = await serveLive({
    argv: ['-t', '1', '--disable-autodiscover', '--browser', '-C', config],
    env: { GANDER_PASSWORD: PASSWORD, STATE_DIRECTORY: folder },
  });
});
afterAll(async () => {
  await hub?.stop();
  await Promise.all([plain, locked].map((agent) => agent?.close()));
  rmSync(folder, { recursive: true, force: true });
});

const row = (name: string): string => `.row[data-status]:has(.name:has-text("${name}"))`;

/** The list, after the only login. */
async function openList(): Promise<Page> {
  const page = await open({
    url: `http://127.0.0.1:${hub.port}/browser`,
    expects: /status of (401|404|502)/,
  });
  await page.fill('.login input[name="password"]', PASSWORD);
  await page.keyboard.press('Enter');
  await whenLive(page);
  return page;
}

const sinceOf = (page: Page): Promise<string | null> =>
  page.locator('.server-detail').getByText('Protected since').locator('xpath=..').textContent();

describe('a hub', () => {
  it('shows its servers, and opens the page of one that asks for another password', async () => {
    const page = await openList();
    await page.waitForSelector(`${row('Web shop')}[data-status="ONLINE"]`);
    await page.waitForSelector(
      `${row('Database')}[data-status="ONLINE"] [data-column="cpu_total"] .text:text-matches("\\\\d")`,
    );
    await page.click(`${row('Database')} a.name`);
    await whenShown(page);
    await whenLive(page);
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/servers/localhost%3A${locked.port}/`);
    await expect.poll(() => page.textContent('[data-tab="processes"] .count')).toMatch(/\d/);
    await page.click('.to-fleet');
    await page.waitForSelector(row('Web shop'));
  });

  it('takes the password of a server that asks for one, in place', async () => {
    const page = await openList();
    await page.click(`${row('Vault')}[data-status="PROTECTED"]`);
    const [field, kept] = [page.getByLabel('Password'), page.getByText('Saved. Checking')];
    const since = await sinceOf(page);
    await field.fill('wrong');
    await page.keyboard.press('Enter');
    await page.locator('.give-password [role="alert"]').getByText('Wrong password').waitFor();
    // It was locked all the time.
    expect(await sinceOf(page)).toBe(since);
    await expect.poll(() => kept.count()).toBe(0);
    await field.fill(OTHER);
    await page.keyboard.press('Enter');
    await page.waitForSelector(`${row('Vault')}[data-status="ONLINE"]`);
    await expect.poll(() => field.count()).toBe(0);
    await page.getByRole('link', { name: 'Open its page' }).click();
    await whenShown(page);
  });

  it('takes a server from the page, says how it is, and lets it go', async () => {
    const page = await openList();
    await page.click('.fleet-header button:has-text("Add")');
    await page.fill('[name="name"]', 'localhost');
    await page.fill('[name="port"]', '1');
    await page.fill('[name="alias"]', 'Nobody');
    await page.click('.add-form button');
    await page.waitForSelector(`${row('Nobody')}[data-status="OFFLINE"] .reason:has-text("localhost:1")`);
    await page.click('.server-detail button:has-text("Remove")');
    await page.click('.asking .danger');
    await page.waitForFunction(() => !document.querySelector('.rows')?.textContent?.includes('Nobody'));
  });

  it('says when a server goes, and when it is back', async () => {
    const page = await openList();
    await page.waitForSelector(`${row('Web shop')}[data-status="ONLINE"]`);
    const { port } = plain;
    await plain.close();
    await page.waitForSelector(
      `${row('Web shop')}[data-status="OFFLINE"] .reason:has-text("connection refused")`,
    );
    // Its history is the hub's.
    await page.click(`${row('Web shop')} [data-column="status"]`);
    await page.click('.server-past button:has-text("1 h")');
    await page.waitForSelector('.past-charts div:has-text("CPU"):has-text("avg") .line', {
      state: 'attached',
    });
    // Maintenance of all servers like it.
    await page.getByRole('tab', { name: 'Alerts' }).click();
    await page.getByRole('button', { name: /^Silence does not answer.* on Web shop/ }).click();
    const form = page.locator('.silence-form');
    await form.getByLabel('Silence').selectOption('every week (maintenance)');
    await form.getByLabel('What').selectOption('all servers tagged web');
    await form.getByRole('button', { name: 'Silence', exact: true }).click();
    await page.getByRole('list', { name: 'Silences' }).getByText('tag:web').waitFor();
    await page.getByRole('tab', { name: 'Servers' }).click();
    plain = await servePage('small-vm', { isOfNow: true, port });
    await page.waitForSelector(`${row('Web shop')}[data-status="ONLINE"]`);
  });
});
