import { expect, it } from 'vitest';
import type { LevelRule } from '../../core/level-rule.ts';
import { configuredBy, indexLimits } from './configured.ts';
import { clearThreshold, PROMPT } from './alert-delays.ts';

const RULE = { header: 'rx', delays: [1800, 300] } satisfies LevelRule;

it('takes the most specific key of each value', () => {
  const limits = {
    network_warning_for: 10,
    network_rx_warning_for: 20,
    network_eth0_rx_warning_for: 0,
    network_rx_clear_for: 5,
    network_eth1_rx_warning_clear: 60,
    network_rx_warning_clear: 0,
  };
  const delaysOf = (item: string) => configuredBy('network', RULE, indexLimits(limits))(item).delays;
  expect(delaysOf('eth0')).toEqual({ ...PROMPT, warningFor: 0, criticalFor: 300, clearFor: 5 });
  expect(delaysOf('eth1')).toEqual({
    ...PROMPT,
    warningFor: 20,
    criticalFor: 300,
    clearFor: 5,
    warningClear: 60,
  });
});

it('is that of the declaration without any key, and none for states', () => {
  const delaysOf = (rule: LevelRule) => configuredBy('p', rule, indexLimits({}))(null).delays;
  expect(delaysOf(RULE)).toEqual({ ...PROMPT, warningFor: 1800, criticalFor: 300 });
  expect(delaysOf({ header: '' })).toEqual({ ...PROMPT, warningFor: 300, criticalFor: 60 });
  expect(delaysOf({ header: '', state: () => 'OK' })).toEqual(PROMPT);
});

it.each([
  ['percent', 75, 72],
  ['percent', 2, 1],
  ['celsius', 50, 48.5],
  [null, 4, 3.88],
] as const)('is 3 %% of the scale below the threshold: %s %d', (unit, warning, expected) => {
  const thresholds = { careful: null, warning, critical: 90 };
  expect(clearThreshold({ thresholds, delays: PROMPT, unit, rule: {} })).toBe(expected);
});

it('is above a threshold below which values are worse, and never beyond the threshold', () => {
  const thresholds = { careful: null, warning: -75, critical: null };
  const low = { thresholds, unit: null, rule: { lowerIsWorse: true } };
  expect(clearThreshold({ ...low, delays: PROMPT })).toBe(-72.75);
  expect(clearThreshold({ ...low, delays: { ...PROMPT, warningClear: -80 } })).toBe(-75);
  const high = { thresholds: { careful: null, warning: null, critical: 90 }, unit: null, rule: {} };
  expect(clearThreshold({ ...high, delays: { ...PROMPT, criticalClear: 99 } })).toBe(90);
  expect(clearThreshold({ ...high, delays: { ...PROMPT, criticalClear: 50 } })).toBe(50);
  expect(
    clearThreshold({ ...high, thresholds: { ...high.thresholds, critical: null }, delays: PROMPT }),
  ).toBeNull();
});
