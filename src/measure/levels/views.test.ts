import { inOneGo } from '../../../test/support/in-one-go.ts';
import { describe, expect, it } from 'vitest';
import { everyReading, fakeList, fakeObject, fakeScalar } from '../../../test/support/fake-plugin.ts';
import { createJudge } from './judge.ts';
import { limitsOf } from './limits.ts';
import type { ListPlugin, ObjectPlugin, Plugin } from '../../core/plugin.ts';
import { createShaper } from '../../core/shaper.ts';
import type { PluginValue, Served, View } from '../../core/served.ts';
import { viewsOf } from './views.ts';
import { Visibility } from './visibility.ts';

const PLAIN: View = {
  decoration: 'DEFAULT',
  optional: false,
  additional: false,
  splittable: false,
  hidden: false,
};

/** Views after each of several readings. */
function viewing(plugin: Plugin, section: Record<string, string> = {}) {
  const limits = limitsOf(plugin, { section, historySize: 10, cores: 1 });
  const visibility = new Visibility(plugin, limits);
  const source = { plugin, limits, judge: createJudge(plugin, limits), visibility };
  const shaper = createShaper(plugin, 10);
  return (reading: PluginValue): Served => {
    const served = inOneGo(shaper.shape(reading, 1, () => {}));
    visibility.update(served);
    return viewsOf(source, served);
  };
}
type ItemViews = Record<string, Record<string, View>>;
const hiddenIn = (views: Served, identity = 'eth0') =>
  (views as ItemViews)[identity]?.['received_rate_per_sec']?.hidden;

describe('viewsOf', () => {
  it('has a view of every served key of an object', () => {
    const views = viewing(fakeObject)(everyReading());
    expect(Object.keys(views)).toEqual(
      expect.arrayContaining(['name', 'load', 'load_min', 'received_gauge', 'time_since_update', 'use']),
    );
    expect(views['name']).toEqual(PLAIN);
    expect(views['received']).toEqual({ ...PLAIN, decoration: 'OK', optional: true });
    expect(views['load']).toEqual({ ...PLAIN, decoration: 'OK_LOG' });
  });

  it('groups views of a list by identity', () => {
    const views = viewing(fakeList)([everyReading({ name: 'a' }), everyReading({ name: 'b', load: 95 })]);
    expect(views).toMatchObject({
      a: { load: { decoration: 'OK_LOG' }, key: PLAIN },
      b: { load: { decoration: 'CRITICAL_LOG' } },
    });
  });

  it('decorates the further fields of a rule alike', () => {
    const view = viewing(fakeObject);
    view(everyReading());
    expect(view(everyReading({ received: 1025 }))).toMatchObject({
      received: { decoration: 'WARNING' },
      received_rate_per_sec: { decoration: 'WARNING' },
      received_gauge: { decoration: 'DEFAULT' },
    });
  });

  it('leaves the last word on a list to the plugin, which sees the items', () => {
    const plugin: ListPlugin = {
      ...(fakeList as ListPlugin),
      decorate: (views, items) => ({
        names: Object.keys(views),
        loads: items.map(({ load }) => load as number),
      }),
    };
    expect(viewing(plugin)([everyReading({ name: 'a', load: 7 })])).toEqual({ names: ['a'], loads: [7] });
  });

  it('shows no level of states, nor of items that decorate nothing or have another type', () => {
    const rule = { header: 'load', limits: [1, 2, 3] as const };
    for (const level of [
      { header: 'load', state: () => 'OK' as const },
      { ...rule, decorates: () => [] },
      { ...rule, itemType: () => 'other' },
    ]) {
      const load = { ...fakeObject.fields['load']!, options: { level } };
      expect(viewing({ ...fakeObject, fields: { load } })({ load: 5 })).toEqual({ load: PLAIN });
    }
  });

  it('leaves the last word to the plugin', () => {
    const plugin: ObjectPlugin = {
      ...(fakeObject as ObjectPlugin),
      decorate: (views) => ({ name: views['name'] }),
    };
    expect(viewing(plugin)(everyReading())).toEqual({ name: PLAIN });
  });

  it('is {} for scalars, lists without identities and missing readings', () => {
    expect(viewing(fakeScalar)('word')).toEqual({});
    expect(viewing({ ...fakeList, key: null })([everyReading()])).toEqual({});
    expect(viewing(fakeObject)(null)).toEqual({});
    expect(viewing(fakeList)([])).toEqual({});
  });
});

describe('hide_zero', () => {
  const on = { hide_zero: 'True' };

  it('is off by default', () => {
    expect(hiddenIn(viewing(fakeList)([everyReading()]))).toBe(false);
  });

  it('hides a rate until it was above zero once', () => {
    const view = viewing(fakeList, on);
    expect(hiddenIn(view([everyReading({ received: 10 })]))).toBe(true);
    expect(hiddenIn(view([everyReading({ received: 10 })]))).toBe(true);
    expect(hiddenIn(view([everyReading({ received: 20 })]))).toBe(false);
    expect(hiddenIn(view([everyReading({ received: 20 })]))).toBe(false);
  });

  it('waits for the threshold when there is one', () => {
    const view = viewing(fakeList, { ...on, hide_threshold_bytes: '100' });
    view([everyReading({ received: 10 })]);
    expect(hiddenIn(view([everyReading({ received: 109 })]))).toBe(true);
    expect(hiddenIn(view([everyReading({ received: 209 })]))).toBe(false);
  });

  it('judges items by themselves, and forgets those that vanish', () => {
    const view = viewing(fakeList, on);
    const both = (received: number) => [everyReading({ received }), everyReading({ name: 'b' })];
    view(both(10));
    const views = view(both(20));
    expect([hiddenIn(views), hiddenIn(views, 'b')]).toEqual([false, true]);
    view([everyReading({ name: 'b' })]);
    expect(hiddenIn(view(both(30)))).toBe(true);
  });

  it('touches only fields that are declared so', () => {
    const views = viewing(fakeList, on)([everyReading({ load: 0 })]) as ItemViews;
    const hidden = Object.entries(views['eth0'] ?? {}).filter(([, { hidden }]) => hidden);
    expect(hidden.map(([name]) => name)).toEqual(['received_rate_per_sec']);
  });

  it('hides nothing of an object', () => {
    const views = viewing(fakeObject, on)(everyReading()) as Record<string, View>;
    expect(Object.values(views).some(({ hidden }) => hidden)).toBe(false);
  });
});
