/** The line of verdicts, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Served } from '../../src/core/served.ts';
import { staleCopy } from '../../src/core/stale.ts';
import { CHROMIUM, hasChromium } from '../support/chromium.ts';
import { type PageAgent, servePage } from '../support/page-agent.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';
import { iconOf, UNEXPLAINED } from './level-signs.ts';

if (!hasChromium) console.warn(`skipped: the line of verdicts in a browser (no ${CHROMIUM})`);

const textsOf = async (page: Page): Promise<string[]> =>
  (await page.locator('.verdict-line li').allTextContents()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );

const interfaceOf = (all: Readonly<Record<string, unknown>>): object => (all['network'] as Served[])[0] ?? {};

/** A name that reverses the direction of the following text. */
const EVIL = '<b>\u202Egnp.exe';

describe.skipIf(!hasChromium)('the line of verdicts', () => {
  let agent: PageAgent;
  beforeAll(async () => {
    agent = await servePage('big-server');
  });
  afterAll(() => agent.close());
  const open = useBrowser();

  it('says what is wrong, worst first, and leads there; badge and title count the same', async () => {
    const page = await open({ url: agent.url });
    const line = page.locator('.verdict-line');
    await line.getByText('is failing').waitFor();
    // Reasons of missing values are hidden until an address opens them.
    const place = page.locator('[data-section="missing"]');
    const top = (): Promise<number> => place.evaluate((element) => element.getBoundingClientRect().top);
    await place.waitFor();
    const height = await page.evaluate<number>('innerHeight');
    expect(await top()).toBeGreaterThan(height);
    await goTo(page, '#panel=missing');
    await expect.poll(top).toBeLessThan(height / 2);
    await goTo(page, '');
    const texts = await textsOf(page);
    expect(texts.slice(0, 3)).toEqual([
      expect.stringMatching(
        /^Disk sdb is failing: its attribute Reallocated_Sector_Ct fails now for \d+ (s|min)$/,
      ),
      expect.stringMatching(/^Array md\d+ is [^+]+ \+2 more$/),
      '/media/archive is 95 % full, with 205 MiB free +2 more',
    ]);
    const titles = await page
      .locator('.verdict-line .finding')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
    for (const title of titles) expect(title).toMatch(/ for \d+ (s|min)\b/);
    expect(texts.at(-1)).toBe('Intel NPU (Meteor Lake) clock at 75.0 % +1 more');
    const count = texts.reduce((sum, text) => sum + 1 + Number(/\+(\d+) more$/.exec(text)?.[1] ?? 0), 0);
    await expect.poll(() => page.title()).toMatch(new RegExp(String.raw`^\(${count}\) `));
    expect(await iconOf(page)).toContain('fill="#ff9aa8"');
    expect(await page.locator('.alert-badge').innerText()).toMatch(new RegExp(`^${count}\\b`));

    await line.getByText('is failing').click();
    const seen = await page.locator('[data-section="smart"]').boundingBox();
    expect(seen && seen.y < 900).toBe(true);
    // A coloured value states its reason and links to the chart of the judged value.
    const unexplained = page.locator('.rail td, .rail .plain-row > *').locator(UNEXPLAINED);
    expect(await unexplained.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual([]);
    const read = page.locator('[data-section="diskio"] a.value.is-critical').first();
    expect(await read.getAttribute('title')).toBe('Critical: a read takes 480 ms, threshold 50.0 ms');
    expect(await read.getAttribute('href')).toBe('#chart=diskio/sdd_read_latency');
    await page.keyboard.press('Tab');
    await read.focus();
    const shown = await read.evaluate((link) => getComputedStyle(link, '::after').content);
    expect(shown).toContain('a read takes 480 ms');
    // A state that has no chart, too: the disk's is on the button of its row.
    for (const [place, why] of [
      ['[data-section="raid"] [data-why]', 'Critical: degraded 5/6'],
      ['[data-section="smart"] [data-why]', 'Critical: failing, Reallocated Sector Ct'],
    ] as const) {
      const state = page.locator(place).first();
      expect(await state.getAttribute('title')).toBe(why);
      await state.focus();
      expect(await state.evaluate((one) => getComputedStyle(one, '::after').content)).toBe(`"${why}"`);
    }
    // A heading shows the value of its mark, not the mean of all.
    expect(await page.innerText('[data-section="gpu"] .essential')).toBe('92.0 %');
    expect(await page.innerText('[data-section="npu"] .essential')).toBe('clock 75.0 %');
    // Sections with alerts move up in the rail; the pointer is elsewhere.
    const sections = await page.$$eval('.rail [data-section]', (all) =>
      all.map((one) => [one.getAttribute('data-section'), one.classList.contains('folded')]),
    );
    const names = sections.map(([name]) => name);
    expect(names.indexOf('raid')).toBeLessThan(names.indexOf('network'));
    expect(names.indexOf('smart')).toBeLessThan(names.indexOf('network'));
    expect(sections.find(([name]) => name === 'mpp')).toEqual(['mpp', true]);
    expect(sections.find(([name]) => name === 'gpu')).toEqual(['gpu', false]);
    await line.getByText('% full').click();
    await page.locator('.chart-drawer').getByRole('heading', { name: 'File system' }).waitFor();
    await page.keyboard.press('Escape');

    await page.setViewportSize({ width: 390, height: 900 });
    const rest = line.getByRole('button', { name: /^\d+ more$/ });
    await rest.click();
    expect(await line.locator('li.over').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

  it('has vital signs beside each other, each with its reasons in one link', async () => {
    const page = await open({ url: agent.url });
    await page.locator('.verdict-line').getByText('is failing').waitFor();
    for (const width of [1280, 1100, 768]) {
      await page.setViewportSize({ width, height: 900 });
      const tops = await page.$$eval('.vital-strip > *', (cells) =>
        cells.map((cell) => (cell as HTMLElement).offsetTop),
      );
      for (const top of tops)
        expect(tops.filter((one) => one === top).length, `${width} px`).toBeGreaterThan(1);
    }
    // Details of a vital sign are one link, large enough for touch, which shows all reasons by keyboard.
    expect(await page.locator(':is(a, button) :is(a, button)').count()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    const details = page.locator('[data-vital="gpu"] .details');
    expect((await details.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await details.focus();
    const reasons = await details.locator('[data-why]').evaluateAll((all) =>
      all.map((one) => {
        const { content, marginTop, height } = getComputedStyle(one, '::after');
        const top = one.getBoundingClientRect().top + Number.parseFloat(marginTop);
        return { content, top, bottom: top + Number.parseFloat(height) };
      }),
    );
    expect(reasons.map(({ content }) => content)).toEqual([
      expect.stringContaining('memory 75.0 %'),
      expect.stringContaining('temperature 68 °C'),
    ]);
    expect(reasons[1]?.top).toBeGreaterThanOrEqual(reasons[0]?.bottom ?? Infinity);
    await page.setViewportSize({ width: 2560, height: 1400 });
    await expect.poll(() => page.locator('.wall-charts figure canvas').count()).toBeGreaterThan(4);
    expect(await page.$eval('.rail > .sections', (list) => getComputedStyle(list).columnCount)).toBe('2');
  });

  it('judges file systems that are mounted read-only, but no images', async () => {
    const page = await open({
      url: agent.url,
      height: 3000,
      change: (all) => ({
        ...all,
        fs: (all['fs'] as { mnt_point: string }[]).map((one) =>
          one.mnt_point === '/var/lib/chroot/etc' ? { ...one, fs_type: 'squashfs', percent: 100 } : one,
        ),
      }),
    });
    const row = (name: string) =>
      page.locator('[data-section="fs"] tr').filter({ has: page.getByText(name, { exact: true }) });
    const archive = row('/media/archive');
    await archive.getByText('read-only', { exact: true }).waitFor();
    await archive.locator('a.value.is-critical').waitFor();
    const image = row('/var/lib/chroot/etc');
    await image.getByText('read-only', { exact: true }).waitFor();
    // The fullest of the worst: an image is not.
    expect(await page.innerText('[data-section="fs"] .essential')).toMatch(/\/media\/archive 95\.0 %$/);
    expect(await archive.locator('.note').evaluate((word) => getComputedStyle(word).marginLeft)).toBe('6px');
    expect(await image.locator('td').first().getAttribute('title')).toContain(
      'Always full by design: not judged',
    );
    expect(await image.locator('.bar .tick, [class*="is-critical"]').count()).toBe(0);
    await row('/home').locator('.bar .tick').first().waitFor();
    expect(await row('/home').getByText('read-only').count()).toBe(0);
    // A bind mount is listed with the file system that it belongs to.
    await row('/home').getByText('+1 path', { exact: true }).waitFor();
    expect(await row('/srv/bind').count()).toBe(0);
    // The time that a disk takes is the problem, not its rate.
    const disk = page.locator('[data-section="diskio"] tr').filter({ hasText: 'sdd' });
    expect(await disk.locator('[class*="is-"].value .digits').allInnerTexts()).toEqual(['480']);
    expect(await disk.locator('td.number [class*="is-"]').count()).toBe(0);
  });

  it.each([1600, 390])('is not bent by names, %i pixels wide', async (width) => {
    const page = await open({
      url: agent.url,
      width,
      change: (all) => {
        const [first, second] = all['fs'] as Served[];
        const [disk] = all['diskio'] as Served[];
        return {
          ...all,
          fs: [
            { ...first, mnt_point: `/${'long-'.repeat(60)}`, percent: 97, free: 2 ** 30 },
            { ...second, mnt_point: '/\u202Eb', percent: 92 },
          ],
          diskio: [{ ...disk, disk_name: EVIL, read_latency: 600 }],
          network: [{ ...interfaceOf(all), alias: `up${EVIL}` }],
        };
      },
    });
    const line = page.locator('.verdict-line');
    const rest = line.getByRole('button', { name: /^\d+ more$/ });
    await line.getByText('is failing').waitFor();
    if (await rest.isVisible()) await rest.click();
    // A long name is cut, its reason is not.
    const long = line.locator('li', { hasText: '/long-' });
    const [subject, words] = [long.locator('bdi'), long.locator('.finding > span')];
    expect((await words.textContent())?.trim()).toBe('97.0 % full, 1.00 GiB left');
    const isCut = (one: Element): boolean => one.scrollWidth > one.clientWidth;
    expect([await subject.evaluate(isCut), await words.evaluate(isCut)]).toEqual([true, false]);
    expect((await subject.boundingBox())?.width).toBeLessThan(Math.max(400, width / 3));
    // Names do not affect their surroundings.
    const disk = line.locator('li', { hasText: 'a read takes' });
    expect(await disk.locator('.finding').getAttribute('title')).toBe(
      'Disk <b>⟨202E⟩gnp.exe: a read takes 600 ms',
    );
    // Nor do the names in the rail and among the vital signs, where the level of a long one stays visible.
    expect(await page.innerText('.vital')).toContain('<b>⟨202E⟩gnp.exe');
    const part = page.locator('[data-section="fs"]');
    // Sections are folded on a phone.
    if (width > 640) await part.getByText('/⟨202E⟩b', { exact: true }).waitFor();
    const tooltips = await page
      .locator('.rail [title]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).title));
    expect(tooltips.join().replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    if (width > 640) expect(tooltips).toContain('up<b>⟨202E⟩gnp.exe\nenp65s0f0np0');
    expect(await page.innerText('[data-vital="network"]')).toContain('up<b>⟨202E⟩gnp.exe');
    const essential = part.locator('.essential');
    expect(await essential.innerText()).toMatch(/^\/long-[-long]+… 97\.0 %$/);
    expect(await essential.evaluate(isCut)).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

  it('says which file system does not answer, in place of how full it is', async () => {
    const { store } = agent.agent;
    const { value } = store.latest('fs');
    const [first, ...others] = value as { mnt_point: string }[];
    const name = first?.mnt_point ?? '';
    const page = await open({ url: agent.url, height: 3000 });
    const row = page.locator('[data-section="fs"] tr').filter({ has: page.getByText(name, { exact: true }) });
    await row.locator('.value').first().waitFor();
    store.commit('fs', [staleCopy(first ?? {}), ...others], Date.now());
    await row.getByText('does not answer').waitFor();
    expect(await row.locator('.value').count()).toBe(0);
    store.commit('fs', [...(value as Served[])], Date.now());
    await row.locator('.value').first().waitFor();
    expect(await row.getByText('does not answer').count()).toBe(0);

    // Sections keep their order while the pointer or the focus is among them.
    const disks = store.latest('diskio').value as Served[];
    const sections = () =>
      page.$$eval('.rail [data-section]', (all) => all.map((one) => one.getAttribute('data-section')));
    const before = await sections();
    const slow = page.locator('.verdict-line').getByText('a read takes');
    for (const [come, go] of [
      [() => page.hover('[data-section="fs"] h2'), () => page.mouse.move(800, 5)],
      [() => page.focus('[data-section="fs"] h2 button'), () => page.focus('.filter-box input')],
    ]) {
      await come?.();
      store.commit(
        'diskio',
        disks.map((one) => ({ ...one, read_latency: 1, write_latency: 1 })),
        Date.now(),
      );
      await slow.waitFor({ state: 'detached' });
      expect(await sections()).toEqual(before);
      await go?.();
      await expect.poll(sections).not.toEqual(before);
      store.commit('diskio', [...disks], Date.now());
      await slow.waitFor();
      await expect.poll(sections).toEqual(before);
    }
    await page.setViewportSize({ width: 1600, height: 700 });
    await goTo(page, '#panel=missing');
    await expect
      .poll(async () => (await page.locator('[data-section="missing"]').boundingBox())?.y ?? Infinity)
      .toBeLessThan(700);
  });
});
