import { describe, expect, it } from 'vitest';
import { metricName, type NameParts } from './name.ts';

const named = (words: string, parts: Partial<NameParts> = {}): string =>
  metricName({ plugin: 'mem', words, isGiven: false, unit: null, isCounter: false, ...parts });

describe('the name of a metric', () => {
  it.each([
    ['percent', 'percent', 'gander_mem_used_ratio'],
    ['total', 'bytes', 'gander_mem_total_bytes'],
    ['readBytes', 'byte', 'gander_mem_read_bytes'],
    ['min5', 'float', 'gander_mem_min5'],
    ['total', 'number', 'gander_mem'],
    ['LISTEN', 'number', 'gander_mem_listen'],
    ['boot', 'timestamp', 'gander_mem_boot_timestamp_seconds'],
    ['a/b c', 'watt', 'gander_mem_a_b_c_watts'],
  ] as const)('of %s in %s is %s', (words, unit, expected) => {
    expect(named(words, { unit })).toBe(expected);
  });

  it('of a counter loses its count', () => {
    expect(named('read_count', { isCounter: true })).toBe('gander_mem_read');
  });

  it('is what was given', () => {
    expect(named('entries_total', { isGiven: true, unit: 'byte' })).toBe('gander_mem_entries_total_bytes');
  });
});
