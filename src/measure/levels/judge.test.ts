import { describe, expect, it } from 'vitest';
import { everyReading, fakeList, fakeObject, fakeScalar } from '../../../test/support/fake-plugin.ts';
import { createJudge } from './judge.ts';
import { gauge, object, text } from '../../core/fields.ts';
import type { LevelRule } from '../../core/level-rule.ts';
import { limitsOf } from './limits.ts';
import type { Plugin } from '../../core/plugin.ts';

const judging = (plugin: Plugin, section: Record<string, string> = {}) =>
  createJudge(plugin, limitsOf(plugin, { section, historySize: 10, cores: 1 }));

describe('createJudge', () => {
  it('says of every value with a rule what it is worth', () => {
    const served = everyReading({ load: 75, received_rate_per_sec: 5 });
    expect(judging(fakeObject)(served)).toEqual([
      {
        field: 'load',
        rule: fakeObject.fields['load']?.options.level,
        identity: null,
        stat: 'fake_load',
        names: ['fake_load', 'fake_load', 'fake'],
        level: 'WARNING',
        log: true,
        unit: 'percent',
        isOwn: false,
        value: 75,
        thresholds: { careful: 50, warning: 70, critical: 90 },
        delays: {
          warningFor: 300,
          criticalFor: 60,
          clearFor: 60,
          warningClear: null,
          criticalClear: null,
        },
        served,
      },
      expect.objectContaining({ field: 'received', stat: 'fake_rx', level: 'OK', log: false, value: 5 }),
    ]);
  });

  it('judges items by their own thresholds', () => {
    const judge = judging(fakeList, { a_load_critical: '10', b_load_log: 'False' });
    const verdicts = judge([everyReading({ name: 'A' }), everyReading({ name: 'b' })]);
    expect(verdicts.map(({ identity, stat, level, log }) => [identity, stat, level, log])).toEqual([
      ['A', 'fake_a_load', 'CRITICAL', true],
      ['A', 'fake_a_rx', 'DEFAULT', false],
      ['b', 'fake_b_load', 'OK', false],
      ['b', 'fake_b_rx', 'DEFAULT', false],
    ]);
  });

  it('leaves out rules that are not in force', () => {
    const rule = { header: 'load', limits: [1, 2, 3] as const };
    const load = { ...fakeObject.fields['load']!, options: { level: { ...rule, when: () => false } } };
    expect(judging({ ...fakeObject, fields: { load } })({ load: 5 })).toEqual([]);
  });

  it('judges an item by the rules that are for its kind', () => {
    const rule = (kind: string): LevelRule => ({
      header: kind,
      limits: [1, 2, 3],
      itemType: (served) => served['kind'],
    });
    const fields = {
      name: text('Name.'),
      value: gauge('number', 'Value.', { level: [rule('heat'), rule('fan')] }),
    };
    const judge = judging({ ...fakeList, fields }, { fan_critical: '2' });
    const verdicts = judge([
      { name: 'a', kind: 'heat', value: 2 },
      { name: 'b', kind: 'fan', value: 2 },
      { name: 'c', kind: 'else', value: 2 },
    ]);
    expect(verdicts.map(({ stat, level }) => [stat, level])).toEqual([
      ['fake_heat_a', 'WARNING'],
      ['fake_fan_b', 'CRITICAL'],
    ]);
  });

  it('judges members of an object whose names are not declared', () => {
    const level: LevelRule = { header: '', log: true, state: ({ up }) => (up === true ? 'OK' : 'CRITICAL') };
    const others = object(null, 'Array.', {}, { level });
    const judge = judging({ ...fakeObject, fields: {}, others }, { b_log: 'False' });
    const verdicts = judge({ a: { up: true }, b: { up: false }, c: null });
    expect(verdicts.map(({ stat, identity, level, log }) => [stat, identity, level, log])).toEqual([
      ['fake_a', 'a', 'OK', true],
      ['fake_b', 'b', 'CRITICAL', false],
    ]);
    expect(verdicts[1]?.served).toEqual({ name: 'b', up: false });
  });

  it('has nothing to say of scalars, items without identity and missing readings', () => {
    expect(judging(fakeScalar)('word')).toEqual([]);
    expect(judging({ ...fakeList, key: null })([everyReading()])).toEqual([]);
    expect(judging(fakeList)([])).toEqual([]);
    expect(judging(fakeObject)({}).map(({ level }) => level)).toEqual(['DEFAULT', 'DEFAULT']);
  });

  it('judges thousands of items that come and go', () => {
    const judge = judging(fakeList);
    for (let pass = 0; pass < 5; pass += 1) {
      const items = Array.from({ length: 500 }, (_, index) => everyReading({ name: `${pass}.${index}` }));
      expect(judge(items).filter(({ level }) => level === 'OK')).toHaveLength(500);
    }
  });

  it('looks at each limit once, however many items there are', () => {
    let looks = 0;
    const limits = new Proxy(limitsOf(fakeList, { section: {}, historySize: 10, cores: 1 }), {
      get(target, key) {
        looks += 1;
        return Reflect.get(target, key);
      },
    });
    const judge = createJudge(fakeList, limits);
    const atStart = looks;
    const items = Array.from({ length: 500 }, (_, index) => everyReading({ name: `n${index}` }));
    expect(judge(items)).toHaveLength(1000);
    expect(looks).toBe(atStart);
    expect(atStart).toBeLessThanOrEqual(Object.keys(limits).length);
  });
});

it('judges a list once for all its readers', () => {
  const judge = judging(fakeList);
  const items = [everyReading({ name: 'a', load: 20 }), everyReading({ name: 'b', load: 95 })];
  expect(judge(items).map(({ identity, level }) => [identity, level])).toContainEqual(['b', 'CRITICAL']);
  expect(judge(items)).toBe(judge(items));
});
