import { describe, expect, it } from 'vitest';
import type { PluginValue } from '../../core/served.ts';
import { constant, counter, flag, gauge, object, text } from '../../core/fields.ts';
import { definePlugin } from '../../core/plugin.ts';
import { createCollector } from './collect.ts';
import { type TextFormat, textPieces } from './text.ts';

const create = () => ({ read: () => [] });

const disk = definePlugin({
  name: 'disk',
  shape: 'list',
  key: 'name',
  description: 'Disks.',
  fields: {
    name: text('Name.', { metric: { label: 'device' } }),
    alias: text('Alias.', { sparse: true, metric: { info: 'alias' } }),
    read: counter('millisecond', 'Time reading.'),
    fill: gauge('percent', 'Fill.', { nullWhen: 'it is empty' }),
    size: constant('megabyte', 'Size.'),
    up: flag(null, 'Works.'),
    state: text('State.', { metric: { words: ['good', 'bad'] } }),
    inner: object(null, 'Inner.', { deep: gauge('number', 'Deep.') }),
  },
  create,
});

const items = [
  {
    name: 'a"b',
    alias: 'Root',
    read: 5,
    read_gauge: 1500,
    read_rate_per_sec: 2.5,
    fill: 30,
    size: 2,
    up: true,
    state: 'bad',
    inner: { deep: 4 },
  },
  { name: 'c', read: 0, read_gauge: 0, fill: null, size: 1, up: false, state: 'good', inner: { deep: 5 } },
];

const shown = (value: PluginValue, format: TextFormat = 'text', maxItems = 10): string[] => {
  const collect = createCollector({ plugins: [disk], latest: () => ({ value, time: 1 }), maxItems });
  return [...textPieces(collect(), format)].join('').split('\n');
};

describe('metrics of a plugin', () => {
  it('have base units, labels and cumulative counters', () => {
    const lines = shown(items).filter((line) => !line.startsWith('#'));
    expect(lines).toEqual([
      'gander_disk_read_seconds_total{device="a\\"b"} 1.5',
      'gander_disk_read_seconds_total{device="c"} 0',
      'gander_disk_fill_ratio{device="a\\"b"} 0.3',
      'gander_disk_size_bytes{device="a\\"b"} 2000000',
      'gander_disk_size_bytes{device="c"} 1000000',
      'gander_disk_up{device="a\\"b"} 1',
      'gander_disk_up{device="c"} 0',
      'gander_disk_state{device="a\\"b",gander_disk_state="good"} 0',
      'gander_disk_state{device="a\\"b",gander_disk_state="bad"} 1',
      'gander_disk_state{device="c",gander_disk_state="good"} 1',
      'gander_disk_state{device="c",gander_disk_state="bad"} 0',
      'gander_disk_inner_deep{device="a\\"b"} 4',
      'gander_disk_inner_deep{device="c"} 5',
      'gander_disk_info{device="a\\"b",alias="Root"} 1',
      '',
    ]);
  });

  it('have the heads of OpenMetrics', () => {
    const lines = shown(items, 'openmetrics').filter((line) => line.startsWith('#'));
    expect(lines).toContain('# TYPE gander_disk_read_seconds counter');
    expect(lines).toContain('# UNIT gander_disk_read_seconds seconds');
    expect(lines).toContain('# TYPE gander_disk info');
  });

  it('leave out items beyond the most, and say so', () => {
    const collect = createCollector({
      plugins: [disk],
      latest: () => ({ value: items, time: 1 }),
      maxItems: 1,
    });
    const dropped = new Map<string, number>();
    const families = [...collect(dropped)];
    expect([...dropped]).toEqual([['disk', 1]]);
    expect(
      families.every(({ samples }) => samples.every(({ labels }) => labels.text.includes('a\\"b'))),
    ).toBe(true);
  });

  it('are of one item where the labels of two are the same once they are valid', () => {
    const twins = ['\uD800', '\uDC00'].map((half) => ({ name: `a${half}`, size: 1 }));
    expect(shown(twins).filter((line) => !line.startsWith('#'))).toEqual([
      'gander_disk_size_bytes{device="a\uFFFD"} 1000000',
      '',
    ]);
  });

  it('give the same labels as the same object, for as long as they are there', () => {
    const first = [...collectOf(() => structuredClone(items))()];
    const collect = collectOf(() => structuredClone(items));
    const [one, other] = [[...collect()], [...collect()]];
    expect(other).toEqual(first);
    expect(other[0]).not.toBe(one[0]);
    for (const [at, family] of other.entries())
      for (const [index, { labels }] of family.samples.entries())
        expect(labels).toBe(one[at]?.samples[index]?.labels);
  });
});

const collectOf = (value: () => PluginValue) =>
  createCollector({ plugins: [disk], latest: () => ({ value: value(), time: 1 }), maxItems: 9 });
