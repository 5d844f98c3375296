/** `/metrics` as the tools of Prometheus read it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInThisRun } from '../support/full-run.ts';
import { createCollector } from '../../src/export/metrics/collect.ts';
import { OPENMETRICS_END, type TextFormat, textPieces } from '../../src/export/metrics/text.ts';
import { text, gauge } from '../../src/core/fields.ts';
import { definePlugin } from '../../src/core/plugin.ts';
import { recordedHosts } from '../support/recorded-hosts.ts';
import { createRecordedApi } from '../support/recorded-api.ts';

const PROMTOOL = '/usr/bin/promtool';
const PARSER = '/usr/lib/python3/dist-packages/prometheus_client/openmetrics/parser.py';

/** Reads both formats strictly; prints the label values it found. */
const READ = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as strict
from prometheus_client.parser import text_string_to_metric_families as plain
documents = json.load(sys.stdin)
out = []
for kind, text in documents:
    families = list((strict if kind == 'openmetrics' else plain)(text))
    out.append([[s.name, s.labels, s.value] for f in families for s in f.samples])
json.dump(out, sys.stdout)
`;

type Sample = [name: string, labels: Record<string, string>, value: number];

function readStrictly(documents: readonly (readonly [TextFormat, string])[]): Sample[][] {
  const { stdout, stderr, status } = spawnSync('/usr/bin/python3', ['-c', READ], {
    input: JSON.stringify(documents),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Sample[][];
}

const ODD = [
  'plain',
  'quo"te',
  'back\\slash',
  'line\nfeed',
  'tab\t',
  '/mnt/ä \u{1F680}',
  '{a="b"}',
  '# HELP',
  ' ',
  '\\n',
  'x'.repeat(5000),
];

const odd = definePlugin({
  name: 'odd',
  shape: 'list',
  key: 'name',
  description: 'Names "of" \\ all\nkinds.',
  fields: { name: text('Name.', { metric: { label: 'name' } }), size: gauge('byte', 'Si\nze \\ "of" it.') },
  create: () => ({ read: () => [] }),
});

describe.skipIf(!existsSync(PROMTOOL) || !existsSync(PARSER))('/metrics', () => {
  it('of every recorded machine is without findings, in both formats', async () => {
    const documents: [TextFormat, string][] = [];
    const hosts = recordedHosts();
    for (const name of isInThisRun('/metrics of every recorded machine') ? hosts : hosts.slice(0, 1)) {
      const { api } = await createRecordedApi(name);
      const plain = (await api.inject('/metrics')).body;
      const { stdout, stderr, status } = spawnSync(PROMTOOL, ['check', 'metrics'], {
        input: plain,
        encoding: 'utf8',
      });
      expect(stdout + stderr, name).toBe('');
      expect(status).toBe(0);
      const glances = (await api.inject('/metrics?profile=glances')).body;
      // Findings on names are accepted, since the names are given; syntax errors are not (status 1).
      expect(spawnSync(PROMTOOL, ['check', 'metrics'], { input: glances }).status).not.toBe(1);
      const headers = {
        accept: 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1',
      };
      const open = await api.inject({ url: '/metrics', headers });
      expect(open.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
      documents.push(['text', plain], ['openmetrics', open.body]);
      await api.close();
    }
    const read = readStrictly(documents);
    expect(read).toHaveLength(documents.length);
    expect(Math.min(...read.map((samples) => samples.length))).toBeGreaterThan(20);
  });

  it('brings any name through', () => {
    const value = ODD.map((name, size) => ({ name, size }));
    const collect = createCollector({ plugins: [odd], latest: () => ({ value, time: 1 }), maxItems: 100 });
    const families = [...collect()];
    const texts = (['text', 'openmetrics'] as const).map(
      (format) =>
        [
          format,
          [...textPieces(families, format), format === 'openmetrics' ? OPENMETRICS_END : ''].join(''),
        ] as const,
    );
    for (const samples of readStrictly(texts)) {
      const names = samples
        .filter(([name]) => name === 'gander_odd_size_bytes')
        .map(([, labels]) => labels['name']);
      expect(names).toEqual(ODD.map((name) => name.slice(0, 1024)));
    }
  });
});

describe.skipIf(!existsSync(PROMTOOL))('examples', () => {
  it('are a configuration and rules that Prometheus accepts', () => {
    const cwd = join(import.meta.dirname, '../../examples/prometheus');
    const { status, stderr } = spawnSync(PROMTOOL, ['check', 'config', 'prometheus.yml'], {
      cwd,
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
  });

  it('ask for metrics that there are', () => {
    const rules = readFileSync(
      join(import.meta.dirname, '../../examples/prometheus/gander-rules.yml'),
      'utf8',
    );
    // Recorded machines lack inodes, which are among the plugin names.
    const files = [...recordedHosts().map((name) => `${name}.prom`), 'names.txt'];
    const known = new Set(
      files.flatMap(
        (file) =>
          readFileSync(join(import.meta.dirname, `../golden/metrics/${file}`), 'utf8').match(
            /^gander_\w+/gm,
          ) ?? [],
      ),
    );
    const asked = rules.match(/gander_\w+/g) ?? [];
    // Metrics of exporters and events exist only with exporters and events.
    const missing = asked.filter((name) => !known.has(name) && !/^gander_(exporter|alert_active)/.test(name));
    expect(asked.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });
});
