import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planOf } from '../../src/export/metrics/plan.ts';
import { sampleName } from '../../src/export/metrics/family.ts';
import { plugins } from '../../src/measure/plugins/index.ts';
import { recordedHosts } from '../support/recorded-hosts.ts';
import { createRecordedApi } from '../support/recorded-api.ts';

/** `/metrics` of each recorded machine, and the names of all metrics. `npm run golden:update` rewrites the files. */
const folder = join(import.meta.dirname, 'metrics');
const isUpdate = process.env['GOLDEN_UPDATE'] === '1';

function expectGolden(name: string, actual: string): void {
  const file = join(folder, name);
  if (isUpdate) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, actual);
  }
  expect(existsSync(file), `${file} is missing: npm run golden:update`).toBe(true);
  expect(actual).toBe(readFileSync(file, 'utf8'));
}

/** Values of this process and this moment. */
const MOVING = /^(?:# (?:HELP|TYPE|UNIT) )?(?:process_|nodejs_|gander_build|gander_plugin_read_seconds|node_scrape_collector_dur)/;
const settled = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !MOVING.test(line))
    .join('\n');

describe('metrics of recorded machines', () => {
  it.each(recordedHosts())('%s are as they were before', async (name) => {
    const { api } = await createRecordedApi(name);
    expectGolden(`${name}.prom`, settled((await api.inject('/metrics')).body));
    await api.close();
  });

  it('are the same in the other profile and format', async () => {
    const { api } = await createRecordedApi('small-vm');
    expectGolden('small-vm.node.prom', settled((await api.inject('/metrics/node')).body));
    expectGolden('small-vm.glances.prom', settled((await api.inject('/metrics/glances')).body));
    const headers = { accept: 'application/openmetrics-text' };
    expectGolden('small-vm.openmetrics', settled((await api.inject({ url: '/metrics', headers })).body));
    await api.close();
  });
});

describe('names of metrics', () => {
  const readers = plugins.flatMap((plugin) => {
    const plan = planOf(plugin);
    if (plan === null) return [];
    const labels = [...plan.labels.map(({ name }) => name), ...(plan.nested ? [plan.nested.label] : [])];
    return [...plan.readers, ...(plan.nested?.readers ?? [])].map(({ descriptor, extra }) => ({
      ...descriptor,
      labels: extra === null ? labels : [...labels, extra[0]],
    }));
  });

  it('are as they were before', () => {
    const lines = readers.map((metric) => `${sampleName(metric)} ${metric.type} {${metric.labels.join(',')}}`);
    expectGolden('names.txt', `${[...new Set(lines)].sort().join('\n')}\n`);
  });

  it('stand for one thing each', () => {
    const meanings = new Map<string, Set<string>>();
    for (const { name, type, unit, labels } of readers) {
      const known = meanings.get(name) ?? new Set();
      meanings.set(name, known.add(`${type} ${unit} ${labels.join()}`));
    }
    expect([...meanings].filter(([, kinds]) => kinds.size > 1)).toEqual([]);
  });
});
