import type { PluginValue } from '../../src/core/served.ts';
import { describe, expect, it } from 'vitest';
import type { PastMoment } from '../api/archive.ts';
import { createVerdicts, type ShownVerdict } from './verdicts.ts';
import { snapshotsAt } from './snapshots-at.ts';
import { verdictsAt } from './verdicts-at.ts';

const MOMENT: PastMoment = {
  time: Date.UTC(2026, 10, 22, 3, 12),
  step: 60_000,
  objects: { cpu: { total: 97, user: null } },
  lists: {
    network: { key: 'interface_name', items: { eth0: { bytes_recv_rate_per_sec: 5 } } },
    containers: { key: 'name', items: { gone: { cpu_percent: 33 } } },
  },
};

describe('the values of a past moment', () => {
  const live = new Map<string, PluginValue>([
    ['cpu', { total: 1, user: 1, cpucore: 8 }],
    ['mem', { percent: 50 }],
    ['system', { hostname: 'h' }],
    [
      'network',
      [
        {
          key: 'interface_name',
          interface_name: 'eth0',
          speed: 10,
          bytes_recv: 8,
          bytes_recv_gauge: 9,
          bytes_recv_rate_per_sec: 4,
        },
        { key: 'interface_name', interface_name: 'new0', speed: 10 },
      ],
    ],
    ['raid', [{ name: 'md0', status: 'active' }]],
  ]);

  it('are those of then; what is not known is left out', () => {
    const shown = snapshotsAt(MOMENT, live);
    expect(Object.fromEntries(shown)).toMatchObject({
      cpu: { total: 97, user: null, cpucore: 8 },
      mem: null,
      system: { hostname: 'h' },
      network: [
        {
          interface_name: 'eth0',
          speed: 10,
          bytes_recv: null,
          bytes_recv_gauge: null,
          bytes_recv_rate_per_sec: 5,
        },
      ],
      containers: [{ key: 'name', name: 'gone', cpu_percent: 33 }],
      raid: [],
      now: { iso: '2026-11-22T03:12:00.000Z' },
    });
    expect((shown.get('network') as unknown[]).length).toBe(1);
  });

  it('are judged by the thresholds of now, and live verdicts come back', () => {
    const verdict = (
      item: string | null,
      field: string,
      level: ShownVerdict['level'],
      more = {},
    ): ShownVerdict => ({
      item,
      field,
      stat: field.toUpperCase(),
      level,
      unit: null,
      thresholds: null,
      series: { [field]: { careful: 65, warning: 75, critical: 85 } },
      ...more,
    });
    const verdicts = createVerdicts();
    verdicts.take({
      cpu: [verdict(null, 'total', 'OK')],
      mem: [verdict(null, 'percent', 'CRITICAL')],
      containers: [verdict('gone', 'cpu_percent', 'OK', { isLow: true })],
    });
    verdicts.showPast(verdictsAt(MOMENT, verdicts));
    expect(verdicts.level({ plugin: 'cpu', field: 'total' })).toBe('critical');
    expect(verdicts.level({ plugin: 'mem', field: 'percent' })).toBeNull();
    expect(verdicts.level({ plugin: 'containers', item: 'gone', field: 'cpu_percent' })).toBe('critical');
    // Live ones continue in the background.
    verdicts.takeAlarming('cpu', [verdict(null, 'total', 'CAREFUL')]);
    expect(verdicts.level({ plugin: 'cpu', field: 'total' })).toBe('critical');
    verdicts.showPast(null);
    expect(verdicts.level({ plugin: 'cpu', field: 'total' })).toBe('careful');
    expect(verdicts.level({ plugin: 'mem', field: 'percent' })).toBe('critical');
  });
});
