/** Alert rules on the page, in a real browser, on a recorded machine with a day of history. */
import { describe, expect, it } from 'vitest';
import { createSilences } from '../../src/alerts/silences/silences.ts';
import { UNPROTECTED } from '../../src/http/server/protection.ts';
import type { Rules } from '../../src/alerts/rules/rules.ts';
import { archivedPast } from '../support/archived-past.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { forThisTest } from '../support/for-this-test.ts';
import { fakeAuthenticator } from '../support/guarded-api.ts';
import { servePage } from '../support/page-agent.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { goTo, useBrowser } from '../support/page-browser.ts';
import { pageRulesIn } from '../support/page-rules.ts';
import { beginSession } from '../support/page-session.ts';
import { temporaryTree } from '../support/temporary-directory.ts';

const open = useBrowser();

/** The page, logged in, the stored rules, and the effective warning threshold of the CPU. */
async function rig() {
  const folder = temporaryTree();
  let kept: Rules | undefined;
  const { agent, url } = await forThisTest(
    servePage('small-vm', {
      isOfNow: true,
      silences: createSilences({ clock: createFakeClock(Date.now()), save: () => Promise.resolve() }),
      protection: { ...UNPROTECTED, authenticator: fakeAuthenticator() },
      past: async (recorded) => {
        const { setup } = await archivedPast(recorded);
        const { rules } = pageRulesIn(folder, ({ settings, sections }) => {
          recorded.agent.relevel(settings.section, sections.alerts);
        });
        kept = rules;
        return { ...setup, rules };
      },
    }),
  );
  const page = await open({
    url: `${url}#panel=rules`,
    width: 1280,
    height: 900,
    expects: /400/,
    before: (fresh) => beginSession(fresh, url),
  });
  const inForce = (): (number | null | undefined)[] => [
    kept?.list().length,
    ...agent.levels
      .judgeOf('cpu')(agent.store.latest('cpu').value)
      .filter(({ stat }) => stat === 'cpu_total')
      .map(({ thresholds }) => thresholds.warning),
  ];
  return { page, inForce };
}

describe('alert rules', () => {
  it('are tried on the history, saved, in force, and taken back', async () => {
    const { page, inForce } = await rig();
    const drawer = page.locator('.rule-drawer');
    await drawer.getByRole('button', { name: /^CPU total/ }).click();
    const count = drawer.locator('.counts td').first();
    await expect.poll(() => count.innerText()).toBe('0');
    expect(await drawer.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    // Ten minutes at 97 %, three hours ago.
    await drawer.getByLabel('Notify critical after').fill('60');
    await expect.poll(() => count.innerText()).toBe('1');
    await drawer.getByText(/^9 min, worst 97.0 %$/).waitFor();
    await drawer.getByRole('textbox', { name: 'warning', exact: true }).fill('60');
    await drawer.getByText('Careful must not be above warning.').waitFor();
    await drawer.getByRole('textbox', { name: 'warning', exact: true }).fill('80');
    // Escape closes the form and saves nothing.
    await page.keyboard.press('Escape');
    await drawer.locator('.threshold-form').waitFor({ state: 'detached' });
    expect(inForce()).toEqual([0, 75]);

    await drawer.getByRole('button', { name: /^CPU total/ }).click();
    await drawer.getByRole('textbox', { name: 'warning', exact: true }).fill('80');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('Saved, and in force.').waitFor();
    await drawer.getByRole('button', { name: /^CPU total.*set here.*80.0 %/ }).waitFor();
    expect(inForce()).toEqual([1, 80]);
    await drawer.getByRole('button', { name: 'Undo' }).click();
    await drawer.getByText('Taken back.').waitFor();
    expect(inForce()).toEqual([0, 75]);
    await drawer.getByRole('button', { name: 'Changes' }).click();
    await expect.poll(() => drawer.getByRole('list', { name: 'Changes' }).locator('> li').count()).toBe(2);
    await drawer.getByText('[cpu] total_warning: not set here → 80').waitFor();
    // The alert of a file system is that of a failure, which is one click away.
    await drawer.getByRole('button', { name: 'Thresholds' }).click();
    await drawer.getByRole('button', { name: /^File system \/ .*File system full/ }).click();
    await drawer.getByRole('button', { name: 'File system full: when it alerts' }).click();
    await drawer.getByRole('button', { name: /^File system full/, expanded: true }).waitFor();
    expect(await violations(page, EVERYTHING, '.rule-drawer')).toEqual([]);

    // On the chart: with the pointer.
    await goTo(page, '#chart=cpu/total');
    const chart = page.locator('.chart-drawer');
    const handle = chart.getByRole('slider', { name: 'warning threshold of CPU total' });
    const warning = chart.getByRole('textbox', { name: 'warning', exact: true });
    // It stands still from here on.
    await handle.hover();
    const box = await handle.boundingBox();
    if (box === null) throw new Error('no handle');
    await page.mouse.move(box.x + 10, box.y + 12);
    await page.mouse.down();
    await page.mouse.move(box.x + 10, box.y - 12, { steps: 3 });
    await page.mouse.up();
    await expect.poll(() => warning.inputValue()).toMatch(/^[78]\d$/);
    const dragged = Number(await warning.inputValue());
    expect(dragged).toBeGreaterThan(75);
    expect([await handle.getAttribute('aria-valuenow'), inForce()]).toEqual([String(dragged), [0, 75]]);
    await chart.getByRole('button', { name: 'Save' }).click();
    await warning.waitFor({ state: 'detached' });
    expect(inForce()).toEqual([1, dragged]);
    await chart.getByText(`warning ${dragged}.0 %`).waitFor();
  });

  it('have times of maintenance, kinds and targets, and change with the keyboard', async () => {
    const { page, inForce } = await rig();
    const drawer = page.locator('.rule-drawer');
    await drawer.getByRole('button', { name: 'Maintenance' }).click();
    await drawer.getByRole('button', { name: 'Add a time' }).click();
    await drawer.getByLabel('note').fill('backup');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText(/^every day, 02:00 to 04:00 \(.+\): backup\s*\d{4}-.+ gander$/).waitFor();
    await drawer.getByRole('button', { name: 'Undo' }).last().click();
    await drawer.getByText('No maintenance: alerts are notified at any time.').waitFor();

    // Kinds, and targets whose secrets are not shown, on a phone.
    await drawer.getByRole('button', { name: 'Failures' }).click();
    await drawer.getByRole('button', { name: /^File system full on/ }).click();
    await drawer.getByLabel('Enabled').uncheck();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('button', { name: /^File system full set here off/ }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await drawer.getByRole('button', { name: 'Targets' }).click();
    await drawer.getByRole('button', { name: 'Add a target' }).click();
    await drawer.getByLabel('service').selectOption('ntfy');
    await drawer.getByLabel('topic').fill('gander-q7xk2');
    expect(await drawer.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await drawer.getByLabel('Name', { exact: true }).fill('phone');
    expect(await violations(page, EVERYTHING, '.rule-drawer')).toEqual([]);
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('button', { name: 'Send a test to phone' }).click();
    await drawer.getByText('ntfy took the test message.').waitFor();
    await drawer.getByRole('button', { name: 'phone ntfy' }).click();
    const topic = drawer.getByLabel('topic');
    expect([await topic.inputValue(), await topic.getAttribute('placeholder')]).toEqual(['', 'set']);
    await drawer.getByLabel('Server', { exact: true }).fill('https://elsewhere.example.org');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByText('enter topic again').waitFor();
    expect(await drawer.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await drawer.getByRole('button', { name: 'Remove' }).click();
    await drawer.getByText('No target: alerts are shown here and notified nowhere.').waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });

    // On the chart, too.
    await page.setViewportSize({ width: 1280, height: 900 });
    await goTo(page, '#chart=cpu/total');
    const chart = page.locator('.chart-drawer');
    const handle = chart.getByRole('slider', { name: 'warning threshold of CPU total' });
    await handle.press('ArrowUp');
    const warning = chart.getByRole('textbox', { name: 'warning', exact: true });
    await expect.poll(() => warning.inputValue()).toBe('76');
    expect(await handle.getAttribute('aria-valuetext')).toBe('76.0 %');
    await chart.locator('.counts td').first().waitFor();
    expect(await violations(page, EVERYTHING, '.chart-drawer')).toEqual([]);
    await handle.press('Escape');
    await warning.waitFor({ state: 'detached' });
    expect([await handle.getAttribute('aria-valuetext'), inForce()]).toEqual(['75.0 %', [1, 75]]);
  });
});
