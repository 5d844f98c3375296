/** Any number of hosts that push by remote write, each with its own requests and series. */
import http from 'node:http';
import { createEncoder } from '../src/export/exporters/remote-write/encode.ts';
import type { Cycle, Encode } from '../src/export/exporters/exporter.ts';
import {
  type Family,
  labelSet,
  type LabelPair,
  type LabelSet,
  type MetricType,
} from '../src/export/metrics/family.ts';

interface Metric {
  readonly name: string;
  readonly type: MetricType;
  readonly sets: readonly LabelSet[];
  /** @param seed from 0 to 1 */
  value(seed: number, seconds: number): number;
}

const set = (...pairs: LabelPair[]): LabelSet => labelSet(pairs);
const gauge = (name: string, most: number, sets = [set()]): Metric => ({
  name,
  type: 'gauge',
  sets,
  value: (seed) => seed * most,
});
const counter = (name: string, perSecond: number, sets = [set()]): Metric => ({
  name,
  type: 'counter',
  sets,
  value: (_, seconds) => Math.floor(seconds * perSecond),
});
const info = (name: string, ...pairs: LabelPair[]): Metric => ({
  name,
  type: 'info',
  sets: [set(...pairs)],
  value: () => 1,
});

const MOUNTS = ['/', '/home', '/var'].map((mount) =>
  set(['mountpoint', mount], ['device', `/dev${mount}`], ['fstype', 'ext4']),
);
const LINKS = ['eth0', 'eth1'].map((name) => set(['interface', name]));
const DISKS = ['sda', 'sdb'].map((name) => set(['device', name]));

/** The series of a small machine, under the names of `/metrics`. */
const METRICS: readonly Metric[] = [
  info('gander_build', ['version', '4.0.0'], ['node', '20']),
  info(
    'gander_system',
    ['os_name', 'Linux'],
    ['hostname', 'h'],
    ['platform', '64bit'],
    ['os_version', '6.1'],
    ['linux_distro', 'Debian 12'],
  ),
  ...['total', 'user', 'system', 'iowait', 'idle', 'steal'].map((mode) =>
    gauge(`gander_cpu_${mode}_ratio`, 1),
  ),
  gauge('gander_cpu_cpucore', 8),
  counter('gander_cpu_ctx_switches', 12_000),
  ...['min1', 'min5', 'min15', 'cpucore'].map((name) => gauge(`gander_load_${name}`, 8)),
  gauge('gander_mem_used_ratio', 1),
  ...['total', 'available', 'used', 'free', 'cached'].map((name) => gauge(`gander_mem_${name}_bytes`, 16e9)),
  gauge('gander_memswap_used_ratio', 1),
  ...['size_bytes', 'used_bytes', 'free_bytes'].map((name) => gauge(`gander_fs_${name}`, 500e9, MOUNTS)),
  gauge('gander_fs_used_ratio', 1, MOUNTS),
  counter('gander_network_recv_bytes', 1e6, LINKS),
  counter('gander_network_sent_bytes', 1e6, LINKS),
  counter('gander_diskio_read_bytes', 1e6, DISKS),
  counter('gander_diskio_written_bytes', 1e6, DISKS),
];

export const SERIES_PER_HOST = METRICS.reduce((sum, { sets }) => sum + sets.length, 0);

/** Connections to the database. */
const SOCKETS = 16;

export interface PushingHosts {
  /** One sample of every series of every host. */
  push(time: number): Promise<void>;
  close(): void;
}

/** @param url of the remote write endpoint */
export function pushingHosts(count: number, url: URL): PushingHosts {
  const agent = new http.Agent({ keepAlive: true, maxSockets: SOCKETS });
  const encoders = Array.from({ length: count }, (_, index) =>
    createEncoder([
      ['job', 'gander'],
      ['instance', `host-${String(index).padStart(5, '0')}`],
    ]),
  );
  return {
    async push(time) {
      let next = 0;
      const send = async (): Promise<void> => {
        for (let index = next++; index < count; index = next++)
          for (const { bytes } of (encoders[index] as Encode)(cycleAt(time))) await post(url, agent, bytes);
      };
      await Promise.all(Array.from({ length: SOCKETS }, send));
    },
    close: () => agent.destroy(),
  };
}

const cycleAt = (time: number): Cycle => ({
  time,
  host: '',
  interval: 15,
  points: () => [],
  families: () =>
    METRICS.map(({ name, type, sets, value }): Family => ({
      name,
      type,
      unit: null,
      help: '',
      time,
      samples: sets.map((labels) => ({ labels, value: value(Math.random(), time / 1000) })),
    })),
});

const post = (url: URL, agent: http.Agent, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      'content-encoding': 'snappy',
      'content-type': 'application/x-protobuf',
      'content-length': bytes.length,
      'x-prometheus-remote-write-version': '0.1.0',
    };
    const request = http.request(url, { method: 'POST', agent, headers }, (response) => {
      const { statusCode: status = 0 } = response;
      response.resume().once('end', () => (status < 300 ? resolve() : reject(new Error(`status ${status}`))));
    });
    request.once('error', reject).end(bytes);
  });
