import { describe, expect, it } from 'vitest';
import { automaticKey } from './process-order.ts';

describe('the automatic order', () => {
  it.each([
    [null, 'cpu_percent'],
    [[], 'cpu_percent'],
    [[{ end: 5, sort: 'memory_percent' }], 'cpu_percent'],
    [[{ end: -1, sort: 'memory_percent' }], 'memory_percent'],
    [
      [
        { end: -1, sort: 'io_counters' },
        { end: -1, sort: 'cpu_percent' },
      ],
      'io_counters',
    ],
    [
      [
        { end: -1, sort: 'cpu_percent' },
        { end: 5, sort: 'io_counters' },
        { end: -1, sort: 'memory_percent' },
      ],
      'memory_percent',
    ],
    [[{ end: -1, sort: 'constructor' }], 'cpu_percent'],
    [[{ end: -1 }], 'cpu_percent'],
  ])('of %j is %s', (events, expected) => {
    expect(automaticKey(events)).toBe(expected);
  });
});
