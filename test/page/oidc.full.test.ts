/** Login at a real provider, oidc-provider, in a browser. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import { createAudit } from '../../src/net/credentials/audit.ts';
import { keptProblems } from '../support/file-problems.ts';
import { freePort } from '../support/free-port.ts';
import { openOidc } from '../support/oidc-rig.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { useBrowser, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
let provider: Server;
let agent: PageAgent;
let rig: Awaited<ReturnType<typeof openOidc>>;
const audit = createAudit({ path: null, problems: keptProblems().problems, log: () => {} });

/** Pages of the provider, a font that they want, and replies without access. */
const ELSEWHERE = /^asked http|ERR_INTERNET_DISCONNECTED|status of 40[13]/;

/** Users are named by their groups. */
const GROUPS = { eve: ['ops'], mallory: [] } as Readonly<Record<string, readonly string[]>>;

beforeAll(async () => {
  // It has much to say about settings that make sense in a test alone.
  for (const method of ['info', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
  const { Provider } = await import('oidc-provider');
  const [port, pagePort] = [await freePort(), await freePort()];
  const issuer = `http://127.0.0.1:${port}`;
  const url = `http://127.0.0.1:${pagePort}`;
  const real = new Provider(issuer, {
    clients: [
      {
        client_id: 'gander',
        client_secret: 'a secret',
        redirect_uris: [`${url}/api/oidc/callback`],
        post_logout_redirect_uris: [`${url}/`],
        backchannel_logout_uri: `${url}/api/oidc/logout`,
        backchannel_logout_session_required: true,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    claims: { openid: ['sub'], profile: ['preferred_username', 'groups'] },
    features: { backchannelLogout: { enabled: true } },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, preferred_username: sub, groups: GROUPS[sub] }),
    }),
    pkce: { required: () => true },
    // Its own connections refuse addresses of this machine.
    fetch: (url: URL, options: RequestInit) => {
      const { method = 'GET', headers = {}, body = null } = options;
      return fetch(url, { method, headers, body });
    },
    cookies: { keys: ['of a test'] },
  });
  provider = createServer(real.callback());
  provider.listen(port, '127.0.0.1');
  await once(provider, 'listening');
  rig = await openOidc({ issuer, options: { roles: ['ops:operator'] }, account: null });
  const { authenticator, oidc } = rig;
  agent = await servePage('small-vm', {
    isOfNow: true,
    port: pagePort,
    oidc,
    protection: { ...UNPROTECTED, authenticator, audit },
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rig.running.stop();
  await agent.close();
  provider.closeAllConnections();
  provider.close();
});

const atProvider = (page: Page) => page.getByRole('link', { name: /^Log in with 127\.0\.0\.1:\d+$/ });

async function logInAs(page: Page, name: string): Promise<void> {
  await page.fill('input[name="login"]', name);
  await page.fill('input[name="password"]', 'any');
  await page.click('button[type="submit"]');
  await page.getByRole('button', { name: 'Continue' }).click();
}

it('leads to the provider and back to the view, and logs out there, too', async () => {
  const page = await open({ url: `${agent.url}#sort=pid`, context: {}, expects: ELSEWHERE });
  await atProvider(page).waitFor();
  expect(await page.locator('.login input').count()).toBe(0);
  await atProvider(page).click();
  await logInAs(page, 'eve');
  await whenShown(page);
  await expect.poll(() => page.url()).toBe(`${agent.url}#sort=pid`);
  const me = await page.evaluate(async () => (await fetch('api/me')).json() as Promise<unknown>);
  expect(me).toMatchObject({ name: 'eve', role: 'operator', source: 'provider' });

  await page.click('.account summary');
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await atProvider(page).waitFor();
  await expect.poll(() => page.url()).toBe(agent.url);

  // A logout at the provider ends the session here: the open stream ends, and the page asks.
  await atProvider(page).click();
  await logInAs(page, 'eve');
  await whenShown(page);
  const other = await page.context().newPage();
  await other.goto(`http://${rig.oidc.host}/session/end`);
  await other.getByRole('button', { name: 'Yes, sign me out' }).click();
  await atProvider(page).waitFor();
  expect(audit.newest().map(({ who, action, status }) => [who, action, status])).toEqual([
    ['eve', 'endSessionsByProvider', 200],
    ['eve', 'logInAtProvider', 303],
    // Its session had ended here before.
    [null, 'endSessionsByProvider', 200],
    ['eve', 'endSession', 200],
    ['eve', 'logInAtProvider', 303],
  ]);
});

it('says why it lets somebody not in', async () => {
  const page = await open({
    url: agent.url,
    context: {},
    expects: ELSEWHERE,
  });
  await atProvider(page).click();
  await logInAs(page, 'mallory');
  await page.waitForSelector(
    '.login [role="alert"]:has-text("You have no role here: ask the administrator.")',
  );
  expect(page.url()).toBe(agent.url);
});
