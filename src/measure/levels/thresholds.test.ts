import { describe, expect, it } from 'vitest';
import type { LevelRule } from '../../core/level-rule.ts';
import { gauge } from '../../core/fields.ts';
import { definePlugin, type Plugin } from '../../core/plugin.ts';
import type { Limits, Served, ServedMember } from '../../core/served.ts';
import { createJudge, decorationOf, type LevelVerdict } from './judge.ts';

/** The verdict on one field of an object (`identity` null) or item. */
function judge(
  name: string,
  field: string,
  rule: LevelRule,
  served: Served,
  identity: string | null,
  limits: Limits,
): LevelVerdict {
  const common = { name, description: '', fields: { [field]: gauge('number', '', { level: rule }) } };
  const plugin = definePlugin(
    (identity === null
      ? { ...common, shape: 'object', create: () => ({ read: () => null }) }
      : { ...common, shape: 'list', key: 'id', create: () => ({ read: () => [] }) }) as never,
  ) as Plugin;
  const [verdict] = createJudge(plugin, limits)(identity === null ? served : [{ ...served, id: identity }]);
  return verdict as LevelVerdict;
}

const USUAL: Limits = { cpu_user_careful: 50, cpu_user_warning: 70, cpu_user_critical: 90 };
const USER: LevelRule = { header: 'user' };

const judgeUser = (user: ServedMember, limits: Limits = USUAL, rule: LevelRule = USER) =>
  judge('cpu', 'user', rule, { user }, null, limits);
const judgeItem = (limits: Limits, rule: LevelRule = { header: 'rx' }, identity = 'Eth0') =>
  judge('network', 'bytes', rule, { bytes: 60 }, identity, limits);

describe('levels', () => {
  it.each([
    [0, 'OK'],
    [49.9, 'OK'],
    [50, 'CAREFUL'],
    [70, 'WARNING'],
    [89.9, 'WARNING'],
    [90, 'CRITICAL'],
    [1e9, 'CRITICAL'],
    [-1, 'CAREFUL'],
    [null, 'DEFAULT'],
    [undefined, 'DEFAULT'],
    ['60', 'DEFAULT'],
    [Number.NaN, 'DEFAULT'],
  ])('of %s: %s', (value, level) => {
    expect(judgeUser(value).level).toBe(level);
  });

  it('are DEFAULT without any threshold, even for negative values', () => {
    expect(judgeUser(95, {}).level).toBe('DEFAULT');
    expect(judgeUser(-1, {}).level).toBe('DEFAULT');
  });

  it('count a threshold of 0 as not set', () => {
    expect(judgeUser(60, { ...USUAL, cpu_user_careful: 0 }).level).toBe('OK');
    expect(judgeUser(60, { cpu_user_careful: 0 }).level).toBe('DEFAULT');
  });

  it('need not have all three thresholds', () => {
    expect(judgeUser(95, { cpu_user_warning: 70 }).level).toBe('WARNING');
    expect(judgeUser(60, { cpu_user_warning: 70 }).level).toBe('OK');
  });

  it('ignore thresholds that are words', () => {
    expect(judgeUser(60, { cpu_user_careful: ['fifty'] }).level).toBe('DEFAULT');
  });

  it('judge the value that the rule computes', () => {
    const rule: LevelRule = {
      header: 'user',
      compared: { value: (served) => (served['user'] as number) / 2 },
    };
    expect(judgeUser(120, USUAL, rule)).toMatchObject({ level: 'CAREFUL', value: 60 });
  });

  it('hold null where there is no number', () => {
    expect(judgeUser('60').value).toBeNull();
    expect(judgeUser(undefined).value).toBeNull();
  });
});

describe('lookup of thresholds', () => {
  it('goes from the item over the header to the plugin, each level by itself', () => {
    const limits: Limits = { network_careful: 10, network_rx_careful: 55, network_eth0_rx_careful: 70 };
    expect(judgeItem(limits).level).toBe('OK');
    expect(judgeItem(limits, { header: 'rx' }, 'lo').level).toBe('CAREFUL');
    expect(judgeItem({ network_careful: 10 }).level).toBe('CAREFUL');
    expect(judgeItem({ network_eth0_rx_careful: 70, network_rx_critical: 60 }).level).toBe('CRITICAL');
  });

  it('works without a header', () => {
    const rule: LevelRule = { header: '' };
    expect(judge('mem', 'percent', rule, { percent: 55 }, null, { mem_careful: 50 })).toMatchObject({
      level: 'CAREFUL',
      log: false,
      stat: 'mem',
      value: 55,
    });
    expect(judge('fs', 'percent', rule, { percent: 55 }, '/Home', { 'fs_/home_careful': 50 })).toMatchObject({
      level: 'CAREFUL',
      stat: 'fs_/home',
    });
  });

  it('compares another number with thresholds of the item', () => {
    const rule: LevelRule = { header: 'rx', comparedByItem: { value: () => 4000 } };
    expect(judgeItem({ network_rx_careful: 50 }, rule)).toMatchObject({ level: 'CAREFUL', value: 60 });
    const own = { network_rx_critical: 50, network_eth0_rx_careful: 3000 };
    expect(judgeItem(own, rule)).toMatchObject({ level: 'CAREFUL', value: 4000 });
    expect(judgeItem(own, { header: 'rx', comparedByItem: { value: () => null } }).level).toBe('DEFAULT');
  });

  it('compares the shared number with thresholds of the item that say so', () => {
    const rule: LevelRule = {
      header: 'rx',
      sharedHeader: 'rx_percent',
      comparedByItem: { value: () => 4000 },
    };
    const shares = {
      network_rx_careful: 90,
      network_eth0_rx_percent_careful: 50,
      network_eth0_rx_log: ['True'],
    };
    expect(judgeItem(shares, rule)).toMatchObject({ level: 'CAREFUL', value: 60, log: true, isOwn: false });
    expect(judgeItem(shares, rule, 'eth1').level).toBe('OK');
    const both = { network_eth0_rx_careful: 5000, network_eth0_rx_percent_careful: 50 };
    expect(judgeItem(both, rule)).toMatchObject({ level: 'OK', value: 4000 });
  });

  it('goes by another name where the rule has one', () => {
    const rule: LevelRule = { header: '', itemName: ({ number }) => `folder_${String(number)}` };
    const limits: Limits = { 'folders_/srv_careful': 1, folders_folder_2_careful: 70 };
    expect(judge('folders', 'size', rule, { size: 60, number: 2 }, '/srv', limits)).toMatchObject({
      level: 'OK',
      stat: 'folders_folder_2',
    });
  });

  it('leaves the level to the rule where it says so', () => {
    const rule: LevelRule = {
      header: '',
      state: ({ size }, { careful }) => (size === careful ? 'ERROR' : 'OK'),
    };
    expect(judge('mem', 'size', rule, { size: 5 }, null, { mem_careful: 5 })).toMatchObject({
      level: 'ERROR',
      value: 5,
    });
  });

  it('names the value in lower case', () => {
    expect(judgeItem({}).stat).toBe('network_eth0_rx');
  });
});

describe('logging', () => {
  it.each<[Limits, boolean | undefined, boolean]>([
    [{}, undefined, false],
    [{}, true, true],
    [{ network_log: ['True'] }, undefined, true],
    [{ network_rx_log: ['false'], network_log: ['True'] }, true, false],
    [{ network_eth0_rx_log: ['TRUE'], network_rx_log: ['False'] }, undefined, true],
    [{ network_rx_log: 1 }, undefined, false],
  ])('with %j and default %s: %s', (limits, fallback, expected) => {
    const rule = { header: 'rx', ...(fallback !== undefined && { log: fallback }) };
    expect(judgeItem(limits, rule).log).toBe(expected);
  });

  it('never happens for silent rules', () => {
    const rule: LevelRule = { header: 'rx', log: 'never' };
    expect(judgeItem({ network_rx_log: ['True'] }, rule).log).toBe(false);
  });

  it('marks the decoration, but not that of DEFAULT', () => {
    const decoration = (user: number | null, log: boolean) =>
      decorationOf(judgeUser(user, { ...USUAL, cpu_user_log: [String(log)] }));
    expect(decoration(1, true)).toBe('OK_LOG');
    expect(decoration(1, false)).toBe('OK');
    expect(decoration(null, true)).toBe('DEFAULT');
  });
});

describe('rules of another kind', () => {
  const signal: LevelRule = { header: '', lowerIsWorse: true };
  const limits: Limits = { wifi_careful: -65, wifi_warning: -75, wifi_critical: -85 };

  it.each([
    [-40, 'OK'],
    [0, 'OK'],
    [-64.9, 'OK'],
    [-65, 'CAREFUL'],
    [-75, 'WARNING'],
    [-85, 'CRITICAL'],
    [-100, 'CRITICAL'],
    [null, 'DEFAULT'],
  ])('where lower is worse, judge %s as %s', (level, expected) => {
    expect(judge('wifi', 'level', signal, { level }, 'wlan0', limits).level).toBe(expected);
  });

  it('hold thresholds that the item states against it, unless a critical one is configured', () => {
    const rule: LevelRule = {
      header: 'heat',
      stated: (served) => ({ careful: null, warning: 80, critical: served['critical'] as number | null }),
    };
    const judgeHeat = (critical: number | null, own: Limits) =>
      judge('sensors', 'heat', rule, { heat: 85, critical }, 'cpu', own).level;
    expect(judgeHeat(90, {})).toBe('WARNING');
    expect(judgeHeat(85, { sensors_heat_critical: 0, sensors_heat_careful: 5 })).toBe('CRITICAL');
    expect(judgeHeat(85, { sensors_heat_critical: 95 })).toBe('OK');
    expect(judgeHeat(null, {})).toBe('DEFAULT');
    expect(judgeHeat(null, { sensors_heat_careful: 5 })).toBe('CAREFUL');
  });

  it('may name the item behind the header', () => {
    const rule: LevelRule = { header: 'temperature_core', itemType: ({ type }) => type };
    const own = { sensors_temperature_core_ambient_critical: 30, sensors_temperature_core_critical: 90 };
    const judged = judge('sensors', 'value', rule, { value: 40, type: 'temperature_core' }, 'Ambient', own);
    expect(judged).toMatchObject({ level: 'CRITICAL', stat: 'sensors_temperature_core_ambient' });
  });

  it('may know the level themselves', () => {
    const rule: LevelRule = { header: '', state: (served) => (served['ok'] === true ? 'OK' : 'CRITICAL') };
    expect(judge('raid', '', rule, { ok: true }, 'md0', {}).level).toBe('OK');
    expect(judge('raid', '', rule, { ok: false }, 'md0', {}).level).toBe('CRITICAL');
  });
});
