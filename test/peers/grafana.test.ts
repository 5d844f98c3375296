/** The dashboard of examples/grafana and the alert rules of examples/prometheus, against Prometheus that scrapes a live agent. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY, serveLive } from '../support/live-agent.ts';
import { freePort } from '../support/free-port.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { itInFull } from '../support/it-in-full.ts';

const PROMETHEUS = '/usr/bin/prometheus';

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

interface Rules {
  groups: { rules: { expr: string }[] }[];
}

const example = (name: string): string => readFileSync(join(REPOSITORY, 'examples', name), 'utf8');
const { panels } = JSON.parse(example('grafana/gander.json')) as Dashboard;
/** Results of a panel, by its query. */
const queries = new Map(
  panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [
      expr.replaceAll('$instance', '.+').replaceAll('$__rate_interval', '10s'),
      title,
    ]),
  ),
);

/** Metrics of the alert rules, except those of exporters and ongoing events. */
const ruled = new Set(
  (parse(example('prometheus/gander-rules.yml')) as Rules).groups
    .flatMap(({ rules }) => rules.flatMap(({ expr }) => expr.match(/\bgander_\w+/g) ?? []))
    .filter((name) => !/^gander_(?:exporter_|alert_active)/.test(name)),
);
for (const name of ruled) queries.set(name, 'a rule');

/** Shows something of every kind, whatever machine this is: its loopback, and file systems in memory. */
const CONFIGURATION =
  '[network]\nhide=^$\nhide_no_ip=False\nhide_no_up=False\n[fs]\nallow=tmpfs,overlay\nhide=^$\n';

describe.skipIf(!hasProgram(PROMETHEUS))('the dashboard and the alert rules', () => {
  itInFull('ask nothing that has no answer', async () => {
    const folder = temporaryTree({ 'gander.conf': CONFIGURATION });
    const [port, agent] = await Promise.all([
      freePort(),
      serveLive({ argv: ['-t', '0.5', '-C', `${folder}/gander.conf`] }),
    ]);
    onTestFinished(() => void agent.stop('SIGKILL'));
    // JSON is YAML.
    writeFileSync(
      `${folder}/prometheus.yml`,
      JSON.stringify({
        // A scrape of a busy machine takes longer than one of an idle one.
        global: { scrape_interval: '1s', scrape_timeout: '1s' },
        scrape_configs: [{ job_name: 'gander', static_configs: [{ targets: [`127.0.0.1:${agent.port}`] }] }],
      }),
    );
    await startServer(
      PROMETHEUS,
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { port, ready: '/-/ready' },
    );
    const isEmpty = async (expr: string): Promise<boolean> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expr)}`);
      const { status, data } = (await answer.json()) as { status: string; data: { result: unknown[] } };
      return status !== 'success' || data.result.length === 0;
    };
    let empty = [...queries];
    const stillEmpty = async (): Promise<string[]> => {
      const asked = await Promise.all(empty.map(async (query) => ((await isEmpty(query[0])) ? [query] : [])));
      empty = asked.flat();
      return empty.map(([expr, title]) => `${title}: ${expr}`);
    };
    expect(queries.size).toBeGreaterThan(45);
    expect(ruled.size).toBeGreaterThan(10);
    expect(await askUntil(stillEmpty, (left) => left.length === 0)).toEqual([]);
  });
});

describe('the other examples', () => {
  it('are YAML with what their comments promise', () => {
    const compose = parse(example('victoria-metrics.yml')) as {
      services: Record<string, { volumes: string[] }>;
    };
    expect(Object.keys(compose.services)).toEqual(['victoria-metrics', 'grafana']);
    expect(compose.services['grafana']?.volumes).toContain(
      './grafana/gander.json:/var/lib/grafana/dashboards/gander.json:ro',
    );
    const collector = parse(example('opentelemetry/collector.yaml')) as {
      receivers: object;
      exporters: object;
      processors: object;
      service: { pipelines: { metrics: Record<'receivers' | 'processors' | 'exporters', string[]> } };
    };
    const { metrics } = collector.service.pipelines;
    for (const part of ['receivers', 'processors', 'exporters'] as const)
      expect(Object.keys(collector[part])).toEqual(metrics[part]);
  });
});
