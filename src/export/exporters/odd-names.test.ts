import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { exporterNamed, openingOf } from '../../../test/support/export-once.ts';
import type { Point } from '../metrics/points.ts';
import { EXPORTERS } from './index.ts';

/** Names of mount points, containers and processes are arbitrary. */
const ODD = [
  '',
  ' ',
  '/',
  '"',
  "'",
  '\\',
  'a\\',
  'a,b=c d',
  'line\nfeed\r',
  '\u{1F680}',
  'e\u0301',
  '{$#+*>}',
  '../..',
  'x'.repeat(10_000),
  '\0',
];

const mounts = (items: readonly string[]): readonly Point[] =>
  items.map((item) => ({
    plugin: 'fs',
    key: 'mnt_point',
    item,
    fields: [
      ['mnt_point', item],
      ['percent', -1.5],
      ['text', item],
    ],
  }));

const payloadsOf = (name: string, points = mounts(ODD)) => {
  const options = name === 'remote_write' ? { url: new URL('http://localhost/') } : {};
  const exporter = exporterNamed(name);
  const cycle = { time: 1e12, host: 'testhost', interval: 1, points: () => points, families: () => [] };
  return exporter.encoder(openingOf(exporter, options))(cycle);
};

/** Exporters of metrics have nothing to send here. */
const names = EXPORTERS.map(({ name }) => name).filter(
  (name) => !['remote_write', 'otlp', 'graph'].includes(name),
);

describe('odd names', () => {
  it.each(names)('%s has a payload of them that it can divide', (name) => {
    const payloads = payloadsOf(name);
    expect(payloads.length).toBeGreaterThan(0);
    const { split = () => null } = exporterNamed(name);
    // One that cannot be divided is a single message, a file or a datagram.
    for (const { bytes } of payloads)
      for (const half of split(bytes) ?? []) {
        expect(half.length).toBeGreaterThan(0);
        expect(half.length).toBeLessThan(bytes.length + 1000);
      }
  });

  it.each(['graphite', 'opentsdb', 'statsd', 'mqtt'])('%s has a name of its own for each', (name) => {
    const items = [
      ...ODD.filter((item) => item !== ''),
      '/a/b',
      '/a_b',
      '_a_b',
      '/a b',
      'A',
      'a',
      '/a/_b',
      '/a_/b',
    ];
    const names = payloadsOf(name, mounts(items)).flatMap(({ bytes }) =>
      Buffer.from(bytes)
        .toString('utf8')
        .split('\n')
        .filter((line) => line.includes('percent'))
        .map((line) => /^(?:put )?("?)([^ ":]+)/.exec(line.replace(/^\["/, '"'))?.[2] ?? line),
    );
    // StatsD sets a negative gauge in two steps.
    expect(new Set(names).size).toBe(items.length);
  });

  it.each(['graphite', 'statsd', 'mqtt'])('%s names an item the same whatever else there is', (name) => {
    const items = ['/', '/a/b', '/a_b', 'eth0', 'proj_web_1', 'Core 0'];
    const text = (some: readonly string[]) =>
      payloadsOf(name, mounts(some))
        .map(({ bytes }) => Buffer.from(bytes).toString('utf8'))
        .join('\n');
    const all = text(items).split('\n');
    for (const item of items) for (const line of text([item]).split('\n')) expect(all).toContain(line);
  });

  it.each([
    ['graphite', /^glances\.testhost\.fs\.[\w-]+\.\w+ -?[\d.]+ 1000000000$/],
    ['opentsdb', /^put glances\.fs\.[\w/-]+\.\w+ 1000000000 -?[\d.]+ host=testhost$/],
    ['statsd', /^glances\.testhost\.fs\.[\w-]+\.\w+:-?[\d.]+\|g$/],
    [
      'influxdb',
      /^fs,hostname=testhost(?:,mnt_point=(?:\\[, =]|\\(?![, =\\])|[^\\, =\n])+)? percent=-1\.5,text="(?:\\["\\]|[^"\\\n])*" 1000000000$/,
    ],
  ])('%s writes a line of its own for each', (name, line) => {
    const text = payloadsOf(name)
      .map(({ bytes }) => (bytes[0] === 0x1f ? gunzipSync(bytes) : Buffer.from(bytes)).toString('utf8'))
      .map((part) => part.replace(/\n$/, ''))
      .join('\n');
    const lines = text.split('\n');
    expect(lines.filter((one) => !line.test(one))).toEqual([]);
    expect(lines.length).toBeGreaterThanOrEqual(ODD.length);
  });
});
