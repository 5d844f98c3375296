import { expect, it } from 'vitest';
import type { Thresholds } from '../../src/core/level-rule.ts';
import type { Series } from '../../src/show/display/series.ts';
import type { ShownVerdict } from '../../src/measure/levels/series.ts';
import { episodeUnit } from './episode-unit.ts';

const verdictOn = (change: Partial<ShownVerdict>): ShownVerdict => ({
  item: null,
  field: 'min15',
  stat: 'LOAD',
  level: 'OK',
  unit: 'float',
  of: 'per core',
  thresholds: { careful: 0.7, warning: 1, critical: 5 },
  series: { min15: { careful: 2.8, warning: 4, critical: 20 } },
  ...change,
});

function unitOf(
  series: Series,
  compared: { kind: 'load' | 'percent'; of: string },
  change: Partial<ShownVerdict>,
) {
  const verdict = verdictOn(change);
  const verdicts = { of: () => verdict, thresholds: () => verdict.series[series.field] as Thresholds };
  const subject = { plugin: series.plugin, label: '', series, compared: { ...compared, isLow: false } };
  const { compared: shown, factor } = episodeUnit(subject, verdicts);
  return [shown?.kind, shown?.of, factor];
}
const LOAD: Series = { plugin: 'load', field: 'min15' };

it('events of the load have the numbers of its tile', () => {
  expect(unitOf(LOAD, { kind: 'load', of: 'per core' }, {})).toEqual(['load', '', 4]);
});

it('shares of another unit stay shares, and so do those whose whole is unknown', () => {
  const network: Series = { plugin: 'network', field: 'bytes_recv_rate_per_sec' };
  const change = {
    field: 'bytes_recv',
    unit: 'percent',
    series: { bytes_recv_rate_per_sec: SHARES },
  } as const;
  expect(unitOf(network, { kind: 'percent', of: 'of the link speed' }, change)).toEqual([
    'percent',
    'of the link speed',
    1,
  ]);
  const unknown = { series: { min15: { careful: null, warning: null, critical: null } } };
  expect(unitOf(LOAD, { kind: 'load', of: 'per core' }, unknown)).toEqual(['load', 'per core', 1]);
});

const SHARES = { careful: 7e7, warning: 8e7, critical: 9e7 };
