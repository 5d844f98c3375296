/** An incident file as the page, in a real browser. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Slice } from '../../src/core/slice.ts';
import { IncidentHistory } from '../../src/explain/incident/history.ts';
import type { Incident } from '../../src/explain/incident/incident.ts';
import { writeIncident } from '../../src/explain/incident/write.ts';
import { recordedFields } from '../../src/history/archive/write/declared-series.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { createIncidentApi } from '../../src/run/parts/incident-api.ts';
import { type HttpServer, listen } from '../../src/http/server/listen.ts';
import { readIncident } from '../support/incident.ts';
import { isFull } from '../support/full-run.ts';
import { EVERYTHING, violations } from '../support/page-audit.ts';
import { useOnePage } from '../support/page-browser.ts';
import { itInFull } from '../support/it-in-full.ts';

const recorded = readIncident('cpu-one-1.json.gz');
let api: HttpServer;
let url = '';

beforeAll(async () => {
  const length = Math.max(...recorded.series.map(({ values }) => values.length));
  // An item of every list of which only numbers are known.
  const gone = plugins.flatMap((plugin) => {
    const [field] = recordedFields(plugin);
    const values = Array<number>(length).fill(1);
    return plugin.shape !== 'list' || plugin.key === null || field === undefined
      ? []
      : [{ plugin: plugin.name, item: '7', field, kind: 'gauge', unit: null, values } as const];
  });
  const past = new IncidentHistory(
    { ...recorded, notes: [], series: [...recorded.series, ...gone] },
    new Slice(),
  );
  const { pieces } = await writeIncident({
    past,
    window: recorded.window,
    host: 'web1',
    version: '4.0.0',
    now: recorded.window.to,
    redact: null,
    logs: async () => null,
  });
  let text = '';
  for await (const piece of pieces()) text += piece;
  const folder = join(import.meta.dirname, '../../dist/web');
  api = await createIncidentApi(JSON.parse(text) as Incident, '127.0.0.1', folder, (error) => {
    throw error;
  });
  url = `http://127.0.0.1:${await listen({ api, host: '127.0.0.1', port: 0 })}/`;
});
afterAll(() => api.close());

const onePage = useOnePage(() => ({ url, height: 900 }));

it('shows the machine while the cause held, and its explanation', async () => {
  const page = await onePage();
  const banner = page.locator('.past-banner');
  await banner.getByText('Incident file:').waitFor();
  expect(await page.locator('.page-header h1').innerText()).toBe('web1');
  await expect.poll(() => page.locator('.vital').innerText()).toMatch(/CPU\s+(9\d|100)/);
  await expect.poll(() => page.locator('#main').innerText()).toContain('stress-ng');
  // A file has no present and cannot be saved again.
  expect(await banner.getByRole('button', { name: 'Live' }).count()).toBe(0);
  await banner.getByRole('button', { name: 'Why?' }).click();
  const drawer = page.locator('.why-drawer');
  await expect.poll(() => drawer.locator('.sentence').innerText()).toMatch(/mostly stress-ng/);
  expect(await drawer.getByText('Save as a file').count()).toBe(0);
  if (isFull) expect(await violations(page, EVERYTHING, '.why-drawer')).toEqual([]);
});

itInFull('goes on to other moments, and back to where it began', async () => {
  const page = await onePage();
  const banner = page.locator('.past-banner');
  const shown = banner.locator('strong');
  await shown.waitFor();
  const first = await shown.innerText();
  await banner.getByRole('button', { name: /Later/ }).click();
  await expect.poll(() => shown.innerText()).not.toBe(first);
  await page.evaluate(() => (location.hash = '#'));
  await expect.poll(() => shown.innerText()).toBe(first);
});
