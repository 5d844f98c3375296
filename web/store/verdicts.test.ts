import { expect, it } from 'vitest';
import { createVerdicts, type ShownVerdict } from './verdicts.ts';

const thresholds = { careful: 50, warning: 70, critical: 90 };
const bytes = { careful: 500, warning: 700, critical: 900 };

const used = (item: string, level: ShownVerdict['level']): ShownVerdict => ({
  item,
  field: 'used',
  stat: `FS_${item.toUpperCase()}`,
  level,
  unit: 'percent',
  thresholds,
  series: { percent: thresholds, used: bytes },
});
const percent = { plugin: 'fs', field: 'percent', item: '/' };

it('are found by the field that is judged, and by the series it is judged by', () => {
  const verdicts = createVerdicts();
  expect([verdicts.level(percent), verdicts.thresholds(percent).careful]).toEqual([null, null]);
  verdicts.take({ fs: [used('/', 'WARNING'), used('/home', 'OK')] });
  expect(verdicts.level(percent)).toBe('warning');
  expect(verdicts.level({ ...percent, field: 'used' })).toBe('warning');
  expect(verdicts.level({ ...percent, item: '/home' })).toBe(null);
  expect(verdicts.thresholds({ ...percent, field: 'used' })).toEqual(bytes);
  expect(verdicts.isLow(percent)).toBe(false);
});

it('change with the verdicts on what is not well', () => {
  const verdicts = createVerdicts();
  verdicts.take({ fs: [used('/', 'WARNING'), used('/home', 'OK')] });
  verdicts.takeAlarming('fs', [used('/home', 'CRITICAL'), used('/new', 'CAREFUL')]);
  expect(['/', '/home', '/new'].map((item) => verdicts.level({ ...percent, item }))).toEqual([
    null,
    'critical',
    'careful',
  ]);
  expect(verdicts.thresholds(percent)).toEqual(thresholds);
  verdicts.take({});
  expect(verdicts.ofPlugin('fs')).toEqual([]);
});

it('say what does not answer, until it does', () => {
  const verdicts = createVerdicts();
  verdicts.take({ fs: [used('/', 'OK')] });
  verdicts.takeAlarming('fs', [{ ...used('/', 'ERROR'), isStale: true }]);
  expect([verdicts.isStale(percent), verdicts.level(percent)]).toEqual([true, 'warning']);
  verdicts.takeAlarming('fs', []);
  expect([verdicts.isStale(percent), verdicts.level(percent)]).toEqual([false, null]);
});

it('reports that are no lists are none', () => {
  const verdicts = createVerdicts();
  for (const wrong of [null, {}, 'x', [null], [{}]]) {
    verdicts.take({ fs: wrong as never });
    verdicts.takeAlarming('fs', wrong as never);
    expect(verdicts.ofPlugin('fs')).toEqual([]);
  }
});

it('of silenced alerts have no colour, but in the past', () => {
  const verdicts = createVerdicts(() => new Set(['FS_/']));
  verdicts.take({ fs: [used('/', 'CRITICAL'), used('/home', 'CAREFUL')] });
  expect([verdicts.level(percent), verdicts.worst('fs')]).toEqual([null, 'careful']);
  expect(verdicts.of(percent)?.level).toBe('CRITICAL');
  verdicts.showPast({ fs: [used('/', 'WARNING')] });
  expect(verdicts.level(percent)).toBe('warning');
});
