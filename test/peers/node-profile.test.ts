/** Profile `node` of `/metrics` beside node_exporter, and in Prometheus with what the node mixin asks. */
import { writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHost } from '../../src/measure/host/local-host.ts';
import { DEFAULT_METRICS } from '../../src/export/metrics/options.ts';
import { createNodeProfile } from '../../src/export/node-profile/node-profile.ts';
import { createFakeApi } from '../support/fake-api.ts';
import { type Exposition, parseExposition } from '../support/exposition.ts';
import { freePort } from '../support/free-port.ts';
import { askUntil, hasProgram, startServer } from '../support/real-server.ts';
import { temporaryTree } from '../support/temporary-directory.ts';
import { itInFull } from '../support/it-in-full.ts';

const NODE_EXPORTER = '/usr/bin/prometheus-node-exporter';
const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';

/** Volatile values; names, types and labels are still compared. */
const MOVING =
  /^node_(?:procs_|load\d|sockstat_|disk_io_now|udp_queues|entropy_|time_|arp_|scrape_collector_|nf_conntrack_entries$)/;
const MOST_ROUNDS = 10;
/** Of other processes and of the exporter itself. */
const OWN = /^(?:process_|go_|promhttp_|node_exporter_build_info|node_scrape_collector_)/;

/** Starts an agent of this machine over HTTP; returns the address of its profile. */
async function serveNode(): Promise<{ address: string; scrape(): Promise<Exposition> }> {
  const profile = createNodeProfile(createHost(), []);
  const { api } = createFakeApi(undefined, {
    metrics: { ...DEFAULT_METRICS, node: () => profile.texts() },
  });
  const url = await api.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => api.close());
  return {
    address: new URL(url).host,
    scrape: async () => parseExposition(await (await fetch(`${url}/metrics/node`)).text()),
  };
}

describe.skipIf(!hasProgram(NODE_EXPORTER) || process.getuid?.() !== 0)('beside node_exporter', () => {
  it('has the same families, types, labels and values', async () => {
    const port = await freePort();
    await startServer(
      NODE_EXPORTER,
      [
        `--web.listen-address=127.0.0.1:${port}`,
        '--collector.netdev.device-exclude=^$',
        '--collector.filesystem.mount-points-exclude=^/(dev|proc|run|sys|mnt|media|var/lib/docker/.+|var/lib/containers/storage/.+)($|/)',
      ],
      { port },
    );
    const ours = await serveNode();
    // Gauges change between readings, and interfaces of other tests come and go: each value must agree once.
    let readings = await readBoth(ours.scrape, port);
    let differences = compare(readings);
    for (let round = 1; round < MOST_ROUNDS && differences.length > 0; round += 1) {
      readings = await readBoth(ours.scrape, port);
      const found = new Set(compare(readings));
      differences = differences.filter((one) => found.has(one));
    }
    expect(differences).toEqual([]);
    expect(commonOf(readings).length).toBeGreaterThan(180);
    const { before, theirs } = readings;
    // Families of node_exporter that Gander lacks by default.
    const absent = [...theirs.families.keys()].filter(
      (name) => !before.families.has(name) && !OWN.test(name),
    );
    expect(absent.filter((name) => !name.startsWith('node_textfile_'))).toEqual([]);
  });
});

interface Readings {
  before: Exposition;
  theirs: Exposition;
  after: Exposition;
}

/** Gander's, node_exporter's, and Gander's again. */
async function readBoth(scrape: () => Promise<Exposition>, port: number): Promise<Readings> {
  const before = await scrape();
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  // A blank in the name of a device stays as the kernel escapes it.
  const theirs = parseExposition(text.replaceAll(String.raw`\\040`, ' '));
  // Scrapes share a reply for a quarter of a second.
  const after = await askUntil(
    scrape,
    (now) => now.value('node_time_seconds') !== before.value('node_time_seconds'),
  );
  return { before, theirs, after };
}

const commonOf = ({ before, theirs }: Readings): string[] =>
  [...theirs.families.keys()].filter((name) => before.families.has(name) && !OWN.test(name));

/** Series that differ, in a text that is stable across readings. */
function compare(readings: Readings): string[] {
  const { before, theirs, after } = readings;
  const differences: string[] = [];
  for (const name of commonOf(readings)) {
    const [first, their, last] = [before, theirs, after].map(({ families }) => families.get(name)!);
    if (first!.type !== their!.type) differences.push(`${name} is a ${first!.type}, not a ${their!.type}`);
    for (const [labels, value] of their!.samples) {
      const [low, high] = [first!.samples.get(labels), last!.samples.get(labels)];
      if (low === undefined || high === undefined) differences.push(`${name}{${labels}} is missing`);
      else if (!MOVING.test(name) && !isBetween(value, low, high))
        differences.push(`${name}{${labels}} has another value`);
    }
    for (const labels of first!.samples.keys())
      if (!their!.samples.has(labels)) differences.push(`${name}{${labels}} is extra`);
  }
  return differences;
}

/** Between two of Gander's readings, with a margin for changes in between. */
function isBetween(value: number, one: number, other: number): boolean {
  const [low, high] = [Math.min(one, other), Math.max(one, other)];
  const room = Math.max(Math.abs(low), Math.abs(high)) * (low === high ? 0.001 : 0.05);
  return value >= low - room && value <= high + room;
}

/** The series that each alert of the node mixin selects, and what its recording rules compute. */
const MIXIN: Readonly<Record<string, string>> = {
  FilesystemSpace:
    'node_filesystem_avail_bytes{job="node",fstype!="",mountpoint!=""} / node_filesystem_size_bytes > 0',
  FilesystemSpaceFillingUp: 'predict_linear(node_filesystem_avail_bytes{job="node"}[1m], 86400)',
  FilesystemFiles: 'node_filesystem_files_free{job="node",fstype!=""} / node_filesystem_files',
  FilesystemReadOnly: 'node_filesystem_readonly{job="node",fstype!=""} == 0',
  NetworkReceiveErrs:
    'rate(node_network_receive_errs_total{job="node"}[1m]) + rate(node_network_receive_packets_total{job="node"}[1m])',
  NetworkTransmitErrs:
    'rate(node_network_transmit_errs_total{job="node"}[1m]) + rate(node_network_transmit_packets_total{job="node"}[1m])',
  FileDescriptorLimit: 'node_filefd_allocated{job="node"} * 100 / node_filefd_maximum{job="node"}',
  CPUHighUsage:
    'sum without(mode) (avg without (cpu) (rate(node_cpu_seconds_total{job="node", mode!="idle"}[1m])))',
  SystemSaturation:
    'node_load1{job="node"} / count without (cpu, mode) (node_cpu_seconds_total{job="node", mode="idle"})',
  MemoryMajorPagesFaults: 'rate(node_vmstat_pgmajfault{job="node"}[1m])',
  MemoryHighUtilization:
    '100 - node_memory_MemAvailable_bytes{job="node"} / node_memory_MemTotal_bytes{job="node"} * 100',
  DiskIOSaturation: 'rate(node_disk_io_time_weighted_seconds_total{job="node", device!=""}[1m])',
  DiskUtilisation: 'rate(node_disk_io_time_seconds_total{job="node", device!=""}[1m])',
  MemoryWithoutAvailable:
    'node_memory_Buffers_bytes + node_memory_Cached_bytes + node_memory_MemFree_bytes + node_memory_Slab_bytes',
  NetworkDrops: 'sum without (device) (rate(node_network_receive_drop_total{job="node", device!="lo"}[1m]))',
  NetworkBytes:
    'sum without (device) (rate(node_network_transmit_bytes_total{job="node", device!="lo"}[1m]))',
  Dashboard: 'label_replace(node_uname_info{job="node",nodename!=""}, "a", "$1", "nodename", "(.+)")',
};

describe.skipIf(!hasProgram(PROMETHEUS))('in Prometheus', () => {
  itInFull('gives a result to what the rules of the node mixin ask', async () => {
    const [port, { address }] = await Promise.all([freePort(), serveNode()]);
    const rules = Object.entries(MIXIN).map(([name, expr]) => ({ record: `mixin:${name}`, expr }));
    const folder = temporaryTree();
    // JSON is YAML.
    const write = (name: string, value: unknown): void =>
      writeFileSync(join(folder, name), JSON.stringify(value));
    write('rules.yml', { groups: [{ name: 'mixin', interval: '250ms', rules }] });
    write('prometheus.yml', {
      global: { scrape_interval: '250ms', scrape_timeout: '250ms' },
      rule_files: ['rules.yml'],
      scrape_configs: [
        { job_name: 'node', metrics_path: '/metrics/node', static_configs: [{ targets: [address] }] },
      ],
    });
    const checked = spawnSync(PROMTOOL, ['check', 'rules', join(folder, 'rules.yml')], { encoding: 'utf8' });
    expect(checked.status, checked.stderr).toBe(0);
    await startServer(
      PROMETHEUS,
      [
        `--config.file=${folder}/prometheus.yml`,
        `--storage.tsdb.path=${folder}/data`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { port, ready: '/-/ready' },
    );
    const recorded = async (): Promise<string[]> => {
      const query = encodeURIComponent('{__name__=~"mixin:.*"}');
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${query}`);
      const { data } = (await answer.json()) as { data: { result: { metric: Record<string, string> }[] } };
      return [...new Set(data.result.map(({ metric }) => metric['__name__'] ?? ''))].sort();
    };
    const names = rules.map(({ record }) => record).sort();
    expect(await askUntil(recorded, (found) => found.length === names.length)).toEqual(names);
  });
});
