import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEXTS } from '../support/catalogues.ts';
import { firstOf, isFull } from '../support/full-run.ts';
import { itInFull } from '../support/it-in-full.ts';
import { type PageAgent, sharedPage } from '../support/page-agent.ts';
import { goTo, useBrowser, useOnePage, type Visit, whenShown } from '../support/page-browser.ts';
import { smallFleet } from '../support/page-fleet-servers.ts';
import { type PageFleet, servePageFleet } from '../support/page-fleet.ts';
import { overflow } from './fleet-page.ts';

const open = useBrowser();
let agent: PageAgent;
beforeAll(async () => {
  agent = await sharedPage('big-server');
});

const CATALOGUE = /\/static\/(\w\w)-[\w-]+\.json$/;

/** Every text of the page, recognizable and a third longer, which is what German and French need. */
const PSEUDO = Object.fromEntries(TEXTS.map((text) => [text, `⟦${text}${'·'.repeat(text.length / 3)}⟧`]));

/** A page in that language. */
const inPseudo = (visit: Visit): Visit => ({
  ...visit,
  context: { locale: 'de-DE' },
  before: (page) => page.route(CATALOGUE, (route) => route.fulfill({ json: PSEUDO })),
});

/** Texts of headings, buttons, labels and the like that are in English. Names of things are in `bdi`, code is code. */
const englishIn = (page: Page): Promise<string[]> =>
  page.$$eval('button, h1, h2, h3, label, th, dt, dd, legend, option, summary, p', (all) =>
    all.flatMap((element) =>
      [...element.childNodes]
        .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
        .map(({ textContent }) => textContent?.trim() ?? '')
        // Lengths of time are the same in all languages; agents give reasons.
        .filter((text) => /[A-Za-z]{3}/.test(text) && !/[⟦⟧]|^\d+ min$/.test(text))
        .filter(() => !element.closest('bdi, code, kbd, .is-critical, [translate="no"]')),
    ),
  );

const whenComplete = (page: Page): Promise<unknown> =>
  page.locator('[data-section="network"]').waitFor({ state: 'attached' });

describe('the language', () => {
  it.each(
    firstOf('more of the page', 0, [
      ['de-AT', 'de', 'Speicher', '31,5'],
      ['zh-CN', 'zh', '内存', '31.5'],
      ['pt-BR', 'en', 'Memory', '31.5'],
    ]),
  )('of a browser that asks for %s is %s, and no other is loaded', async (locale, language, memory, cpu) => {
    const loaded: string[] = [];
    const page = await open({
      url: agent.url,
      context: { locale, permissions: ['clipboard-read', 'clipboard-write'] },
      before: async (tab) => {
        tab.on('request', (request) => loaded.push(...(CATALOGUE.exec(request.url())?.slice(1) ?? [])));
      },
    });
    await whenShown(page);
    await expect.poll(() => page.textContent('[data-vital="mem"] h2')).toBe(memory);
    await expect.poll(() => page.textContent('[data-vital="cpu"] .large .digits')).toBe(cpu);
    expect(await page.getAttribute('html', 'lang')).toBe(language);
    expect(loaded).toEqual(language === 'en' ? [] : [language]);
    if (language !== 'de') return;
    // It is chosen in the settings, and not part of a link.
    await goTo(page, '#panel=help');
    await page.getByLabel('Sprache').selectOption('fr');
    await page.getByRole('heading', { name: 'Touches et réglages' }).waitFor();
    await page.getByRole('button', { name: 'Copier le lien vers cette vue' }).click();
    await page.getByText('Copié.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).not.toContain('language');
    await page.getByLabel('Langue').selectOption('system');
    await page.getByRole('heading', { name: 'Tasten und Einstellungen' }).waitFor();
  });

  itInFull('is English where its catalogue cannot be loaded', async () => {
    const page = await open({
      url: agent.url,
      context: { locale: 'de-DE' },
      expects: /ERR_FAILED|Failed to load/,
      before: (tab) => tab.route(CATALOGUE, (route) => route.abort()),
    });
    await whenShown(page);
    await expect.poll(() => page.textContent('[data-vital="mem"] h2')).toBe('Memory');
    expect(await page.getAttribute('html', 'lang')).toBe('en');
  });
});

describe('a language of which every text is known', () => {
  const onePage = useOnePage(() => inPseudo({ url: agent.url, expects: /404/ }));
  it.each(
    firstOf('more of the page', 5, [
      ['', '.virtual-table .row'],
      ['#panel=help', 'dialog[open]'],
      ['#panel=alerts', '.alert-timeline .list'],
      ['#panel=rules', '.rule-drawer'],
      ['#pid=1', '.process-detail'],
      ['#panel=missing', '[data-section="missing"] li'],
      ['#tab=containers', '[aria-label^="⟦Containers"] .row'],
    ]),
  )('has all texts of the page %s', async (hash, part) => {
    const page = await onePage(hash);
    await whenShown(page);
    await whenComplete(page);
    await page.waitForSelector(part);
    expect(await englishIn(page)).toEqual([]);
  });

  it.each(firstOf('more of the page', 1, [[390], [1440]]))(
    'fits into a window of %i pixels, and written from right to left',
    async (width) => {
      // Sections are folded by the width at which a page is opened.
      const page = isFull
        ? await open(inPseudo({ url: agent.url, width, height: 900 }))
        : await onePage('', { width, height: 900 });
      await whenShown(page);
      await whenComplete(page);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await page.evaluate(() => document.documentElement.removeAttribute('dir'));
    },
  );
});

describe('the fleet in a language of which every text is known', () => {
  let fleet: PageFleet;
  beforeAll(async () => {
    fleet = await servePageFleet({ servers: smallFleet() });
  });
  afterAll(() => fleet.close());
  const onePage = useOnePage(() => inPseudo({ url: fleet.fleetUrl, expects: /503/ }));

  it.each(
    firstOf('more of the page', 1, [
      ['', '.fleet-table .row'],
      ['#tab=alerts', '.fleet-alerts'],
      ['#tab=map', '.fleet-map'],
      ['#tab=compare', '.fleet-compare'],
      ['#panel=help', 'dialog[open]'],
      ['#panel=add', '.add-form'],
    ]),
  )('has all its texts %s', async (hash, part) => {
    const page = await onePage(hash);
    await page.waitForSelector(part);
    expect(await englishIn(page)).toEqual([]);
  });

  itInFull('fits into a phone', async () => {
    const page = await open(inPseudo({ url: fleet.fleetUrl, width: 390, height: 844 }));
    await page.getByText('⟦').first().waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
