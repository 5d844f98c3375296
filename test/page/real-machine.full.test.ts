import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeCertificate } from '../support/certificates.ts';
import { importImage, type RunningEngine, startDocker } from '../support/container-engines.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { type LiveAgent, type LiveAgentSetup, serveLive } from '../support/live-agent.ts';
import { configFile, lacking, scratchFolder } from '../support/live-tools.ts';
import { useBrowser, whenLive, whenShown } from '../support/page-browser.ts';

const open = useBrowser();
/** Its hostile name: markup, a mark that reverses the direction of writing, a quote, an emoji. */
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

/** The address of another agent, which runs for one test. */
async function another(setup: LiveAgentSetup): Promise<string> {
  const { port } = await forThisTest(serveLive(setup));
  return `127.0.0.1:${port}/`;
}

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
      // Clipboard access of a page without TLS.
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
});

describe('an agent', () => {
  it('that shows one plugin alone has a page of it, and says what is missing', async () => {
    const address = await another({
      argv: ['--disable-plugin', 'all', '--enable-plugin', 'cpu', '-t', '1'],
    });
    const page = await open({ url: `http://${address}#panel=missing` });
    await whenShown(page);
    await expect.poll(() => page.textContent('[data-vital="cpu"] .large .digits')).toMatch(/\d/);
    await page.waitForSelector('[data-section="missing"] li:has-text("Memory")');
    expect(await page.$$eval('[data-section]', (all) => all.length)).toBe(1);
    expect(await page.$$eval('[data-vital]', (all) => all.map((one) => one.dataset['vital']))).toEqual([
      'cpu',
    ]);
    await page
      .locator('.virtual-table .empty')
      .getByText('Switched off by configuration or command line.')
      .waitFor();
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Processes 0']);
    const text = await page.evaluate(() => document.body.innerText);
    expect(text).not.toMatch(/NaN|undefined|\[object|Infinity/);
    await whenLive(page);
  });

  it.runIf(lacking('the page by TLS', { programs: ['openssl'] }) === null)(
    'may speak TLS and be below a prefix, with a password',
    async () => {
      const folder = scratchFolder();
      onTestFinished(folder.remove);
      const { certificate, key } = makeCertificate(folder.path, 'localhost');
      const path = configFile(folder.path, {
        outputs: { ssl_certfile: certificate, ssl_keyfile: key, url_prefix: '/a/b' },
      });
      const address = await another({ argv: ['-C', path, '-t', '1'], env: { GANDER_PASSWORD: 'x' } });
      const url = `https://${address}a/b/`;
      const page = await open({ url, context: { ignoreHTTPSErrors: true }, expects: /status of 401/ });
      await page.fill('.login input[name="password"]', 'x');
      await page.keyboard.press('Enter');
      await whenShown(page);
      await whenLive(page);
      // Its drawer is loaded when it is opened.
      await page.click('[data-vital="cpu"] .large');
      await page.waitForSelector('.chart-drawer canvas');
      const urls = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(urls.filter((one) => !one.startsWith(url))).toEqual([]);
    },
  );

  it('is asked every so many seconds where the address says so', async () => {
    const page = await open({ url: `http://127.0.0.1:${agent.port}/?refresh=1#sort=pid` });
    await page.locator('.connection').getByText('every 1 s', { exact: true }).waitFor();
    await page.waitForSelector('.row[data-key="1"]');
    const clock = () => page.textContent('.clock');
    const before = await clock();
    await expect.poll(clock).not.toBe(before);
  });
});

const missing = lacking('containers on the page', {
  root: true,
  programs: ['dockerd', 'docker', 'runc', 'iptables', 'busybox', 'tar', 'ldd'],
});
describe.skipIf(missing !== null)('real containers', () => {
  const folder = scratchFolder();
  let engine: RunningEngine | undefined;
  beforeAll(async () => {
    engine = await startDocker(join(folder.path, 'docker'), { isAlone: true });
    importImage(engine, 'box', folder.path, { '/bin/busybox': '/bin/busybox' });
  });
  afterAll(async () => {
    await engine?.stop();
    folder.remove();
  });

  it('are listed with what they use, lead to their processes, and go', async () => {
    engine?.run(
      'run',
      '--detach',
      '--name',
      'quiet-one',
      '--net',
      'none',
      'box',
      '/bin/busybox',
      'sleep',
      '4711',
    );
    const env = { DOCKER_HOST: `unix://${engine?.socket ?? ''}` };
    const address = await another({ argv: ['-t', '1'], env });
    const page = await open({ url: `http://${address}#tab=containers` });
    await whenShown(page);
    const row = await page.waitForSelector('.row:has-text("quiet-one")');
    await expect.poll(() => row.textContent()).toMatch(/KiB|MiB/);
    await row.click();
    await page.waitForSelector('.process-detail:has-text("sleep 4711")');
    engine?.run('rm', '--force', 'quiet-one');
    await page.waitForSelector('.row.gone, .empty');
  });
});
