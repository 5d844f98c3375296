import { describe, expect, it } from 'vitest';
import type { Reading } from '../sample.ts';
import { parseInflux } from './influx.ts';
import { parseJson } from './json.ts';
import { parseNagios } from './nagios.ts';
import { parsePrometheus } from './prometheus.ts';

const NOW = 1_800_000_000_000;
const prometheus = (...lines: string[]): Reading => parsePrometheus(lines.join('\n'), NOW, 300_000);
const valuesOf = ({ samples }: Reading): unknown[] =>
  samples.map(({ name, labels, value }) => [name, Object.fromEntries(labels), value]);
const refusalsOf = ({ refused }: Reading): string[] =>
  refused.map(({ place, reason }) => `${place}: ${reason}`);

describe('prometheus', () => {
  it('reads names, labels in a stable order, numbers, and what is said of them', () => {
    const { samples, refusals } = prometheus(
      '# HELP backup_age_seconds Age of the\\nnewest.',
      '# TYPE backup_age_seconds gauge',
      '# GANDER warning=10 critical=20 for=120 below=True title="Age, \\ now"',
      String.raw`backup_age_seconds{b="x\"y", a = "\\"} 1.5e3 1800000000000`,
      'sent_bytes_total 7',
    );
    expect(refusals).toBe(0);
    expect(samples).toEqual([
      {
        name: 'backup_age_seconds',
        labels: [
          ['a', '\\'],
          ['b', 'x"y'],
        ],
        value: 1500,
        about: {
          kind: 'gauge',
          unit: 'second',
          help: 'Age of the newest.',
          warning: 10,
          critical: 20,
          for: 120,
          below: true,
          title: 'Age, \\ now',
        },
      },
      { name: 'sent_bytes_total', labels: [], value: 7, about: { kind: 'counter', unit: 'bytes' } },
    ]);
  });

  it('takes metadata by name, units of OpenMetrics, and nothing behind the end', () => {
    const { samples } = prometheus('# GANDER t unit=celsius', '# UNIT w watts', 't 1', 'w 2', '# EOF', 'x 3');
    expect(samples.map(({ name, about }) => [name, about.unit])).toEqual([
      ['t', 'celsius'],
      ['w', 'watt'],
    ]);
  });

  it('counts sums and counts of histograms and summaries, keeps quantiles, and leaves buckets out', () => {
    const { samples, refusals } = prometheus(
      '# TYPE h histogram',
      'h_bucket{le="+Inf"} 6 # {id="1"} 0.5',
      'h_sum 3.5',
      'h_count 6',
      'h_created 1',
      '# TYPE s summary',
      's{quantile="0.5"} NaN',
      's_count 2',
    );
    expect(refusals).toBe(0);
    expect(samples.map(({ name, value, about: { kind } }) => [name, value, kind])).toEqual([
      ['h_sum', 3.5, 'counter'],
      ['h_count', 6, 'counter'],
      ['s', Number.NaN, 'gauge'],
      ['s_count', 2, 'counter'],
    ]);
  });

  it('loses only the bad line', () => {
    const reading = prometheus(
      'good 1',
      'this is bad',
      'a +Inf',
      '1a 1',
      'gander_x 1',
      'b{x="\\n"} 1',
      'c{x="1",x="2"} 1',
      'd{__name__="x"} 1',
      'e{x=1} 1',
      'f 1 1700000000000',
      'g 1 2 3',
      `${'n'.repeat(201)} 1`,
      `i{x="${'v'.repeat(1025)}"} 1`,
      '# GANDER colour=red',
      '\u0000\u0001\u0002',
      'also_good{} 0x',
      // Of the exporter's own process: left out without a word.
      '# TYPE process_cpu_seconds_total counter',
      'process_cpu_seconds_total 1',
      'nodejs_version_info{version="20"} 1',
      'last{x="",} 2',
    );
    expect(valuesOf(reading)).toEqual([
      ['good', {}, 1],
      ['last', {}, 2],
    ]);
    expect(reading.refusals).toBe(15 - 0);
    expect(refusalsOf(reading)).toContain('line 10: its time stamp is too old');
    expect(refusalsOf(reading)).toContain('line 3: infinity is no measurement');
  });
});

describe('nagios', () => {
  it('takes the exit code as the level, and performance data as numbers', () => {
    const { samples } = parseNagios(
      "DISK OK - free | '/ 1'=2643MB;5948;5958;0;5968 time=12ms;; hits=5c x=U\nmore words | y=3%",
      1,
    );
    expect(
      samples.map(({ name, labels, value, about: { unit, kind } }) => [name, labels, value, unit, kind]),
    ).toEqual([
      ['status', [], 1, null, 'gauge'],
      ['perf', [['label', '/ 1']], 2643e6, 'bytes', 'gauge'],
      ['time', [], 0.012, 'second', 'gauge'],
      ['hits', [], 5, null, 'counter'],
      ['x', [], Number.NaN, null, 'gauge'],
      ['y', [], 3, 'percent', 'gauge'],
    ]);
    expect(samples[0]).toMatchObject({ state: 'WARNING', message: 'DISK OK - free' });
  });

  it.each([
    [0, 'OK'],
    [2, 'CRITICAL'],
    [3, 'UNKNOWN'],
    [127, 'UNKNOWN'],
  ])('reads exit code %i as %s', (code, state) => {
    expect(parseNagios('', code).samples[0]).toMatchObject({ value: Math.min(code, 3), state });
  });

  it('refuses what is no performance data, and keeps what stands before it', () => {
    const reading = parseNagios('OK | a=1 b=x junk', 0);
    expect(valuesOf(reading)).toEqual([
      ['status', {}, 0],
      ['a', {}, 1],
    ]);
    expect(reading.refusals).toBe(2);
  });
});

it('reads the numbers of any JSON by their paths', () => {
  const reading = parseJson(
    JSON.stringify({
      queue: 3,
      ok: true,
      word: 'x',
      none: null,
      disks: [{ name: 'sda', temp_celsius: 40, parts: [1, 2] }, { temp_celsius: 41 }],
      'odd name': { '1': 5 },
    }),
  );
  expect(valuesOf(reading)).toEqual([
    ['queue', {}, 3],
    ['ok', {}, 1],
    ['disks_temp_celsius', { item: 'sda' }, 40],
    ['disks_parts', { item: 'sda', item_2: '0' }, 1],
    ['disks_parts', { item: 'sda', item_2: '1' }, 2],
    ['disks_temp_celsius', { item: '1' }, 41],
    ['odd_name_1', {}, 5],
  ]);
  expect(() => parseJson('{')).toThrow('it is no JSON');
  expect(valuesOf(parseJson('7'))).toEqual([['value', {}, 7]]);
  expect(parseJson(`${'['.repeat(20)}1${']'.repeat(20)}`).refusals).toBe(1);
});

it('reads the line protocol of InfluxDB', () => {
  const reading = parseInflux(
    String.raw`cpu\ x,host=a\,b,core=1 usage=1.5,n=2i,up=t,word="a, b=1" 1800000000000000000
load value=3
bad
old v=1 1700000000000000000
cpu n=x`,
    NOW,
    300_000,
  );
  expect(valuesOf(reading)).toEqual([
    ['cpu_x_usage', { core: '1', host: 'a,b' }, 1.5],
    ['cpu_x_n', { core: '1', host: 'a,b' }, 2],
    ['cpu_x_up', { core: '1', host: 'a,b' }, 1],
    ['load', {}, 3],
  ]);
  expect(reading.refusals).toBe(3);
});
