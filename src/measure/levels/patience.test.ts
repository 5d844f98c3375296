import { expect, it } from 'vitest';
import type { LevelRule } from '../../core/level-rule.ts';
import { configuredBy, indexLimits } from './configured.ts';
import { clearThreshold, PROMPT } from './patience.ts';

const RULE = { header: 'rx', patience: [1800, 300] } satisfies LevelRule;

it('takes the most specific key of each value', () => {
  const limits = {
    network_warning_for: 10,
    network_rx_warning_for: 20,
    network_eth0_rx_warning_for: 0,
    network_rx_clear_for: 5,
    network_eth1_rx_warning_clear: 60,
    network_rx_warning_clear: 0,
  };
  const patienceOf = (item: string) => configuredBy('network', RULE, indexLimits(limits))(item).patience;
  expect(patienceOf('eth0')).toEqual({ ...PROMPT, warningFor: 0, criticalFor: 300, clearFor: 5 });
  expect(patienceOf('eth1')).toEqual({
    ...PROMPT,
    warningFor: 20,
    criticalFor: 300,
    clearFor: 5,
    warningClear: 60,
  });
});

it('is that of the declaration without any key, and none for states', () => {
  const patienceOf = (rule: LevelRule) => configuredBy('p', rule, indexLimits({}))(null).patience;
  expect(patienceOf(RULE)).toEqual({ ...PROMPT, warningFor: 1800, criticalFor: 300 });
  expect(patienceOf({ header: '' })).toEqual({ ...PROMPT, warningFor: 300, criticalFor: 60 });
  expect(patienceOf({ header: '', state: () => 'OK' })).toEqual(PROMPT);
});

it.each([
  ['percent', 75, 72],
  ['percent', 2, 1],
  ['celsius', 50, 48.5],
  [null, 4, 3.88],
] as const)('is 3 %% of the scale below the threshold: %s %d', (unit, warning, expected) => {
  const thresholds = { careful: null, warning, critical: 90 };
  expect(clearThreshold({ thresholds, patience: PROMPT, unit, rule: {} })).toBe(expected);
});

it('is above a threshold below which values are worse, and never beyond the threshold', () => {
  const thresholds = { careful: null, warning: -75, critical: null };
  const low = { thresholds, unit: null, rule: { lowerIsWorse: true } };
  expect(clearThreshold({ ...low, patience: PROMPT })).toBe(-72.75);
  expect(clearThreshold({ ...low, patience: { ...PROMPT, warningClear: -80 } })).toBe(-75);
  const high = { thresholds: { careful: null, warning: null, critical: 90 }, unit: null, rule: {} };
  expect(clearThreshold({ ...high, patience: { ...PROMPT, criticalClear: 99 } })).toBe(90);
  expect(clearThreshold({ ...high, patience: { ...PROMPT, criticalClear: 50 } })).toBe(50);
  expect(
    clearThreshold({ ...high, thresholds: { ...high.thresholds, critical: null }, patience: PROMPT }),
  ).toBeNull();
});
