import { inOneGo } from '../../../test/support/in-one-go.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyReading, fakeList, fakeObject, fakeScalar } from '../../../test/support/fake-plugin.ts';
import { limitsOf } from './limits.ts';
import { createJudge } from './judge.ts';
import { text } from '../../core/fields.ts';
import { createMarks } from './marks.ts';
import type { ListPlugin, Plugin } from '../../core/plugin.ts';
import { createShaper } from '../../core/shaper.ts';
import type { PluginValue, Served, View } from '../../core/served.ts';
import { viewsOf } from './views.ts';
import { Visibility } from './visibility.ts';

/** Marks and whole views after each of several readings. */
function marking(plugin: Plugin, section: Record<string, string> = {}) {
  const limits = limitsOf(plugin, { section, historySize: 10, cores: 1 });
  const visibility = new Visibility(plugin, limits);
  const source = { plugin, limits, judge: createJudge(plugin, limits), visibility };
  const shaper = createShaper(plugin, 10);
  const marksOf = createMarks(source);
  return (reading: PluginValue) => {
    const served = inOneGo(shaper.shape(reading, 1, () => {}));
    visibility.update(served);
    return { marks: marksOf(served), views: viewsOf(source, served) };
  };
}

type Views = Record<string, View>;

/** Views without their defaults. */
const unusual = (views: Views): Served =>
  Object.fromEntries(
    Object.entries(views)
      .map(([field, { decoration, hidden }]) => [
        field,
        { ...(!/^(DEFAULT|OK)/.test(decoration) && { decoration }), ...(hidden && { hidden }) },
      ])
      .filter(([, mark]) => Object.keys(mark as object).length > 0),
  ) as Served;

describe('marks', () => {
  it('are the levels from CAREFUL up, by field', () => {
    const see = marking(fakeObject);
    expect(see(everyReading({ load: 10 })).marks).toEqual({});
    expect(see(everyReading({ load: 75, received: 1025 })).marks).toEqual({
      load: { decoration: 'WARNING_LOG' },
      received: { decoration: 'WARNING' },
      received_rate_per_sec: { decoration: 'WARNING' },
    });
  });

  it('are grouped by identity, without items that have none', () => {
    const see = marking(fakeList);
    const items = [everyReading({ name: 'a' }), everyReading({ name: '__proto__', load: 95 })];
    expect(JSON.stringify(see(items).marks)).toBe('{"__proto__":{"load":{"decoration":"CRITICAL_LOG"}}}');
  });

  it('say what is hidden', () => {
    const see = marking(fakeList, { hide_zero: 'True' });
    expect(see([everyReading({ name: 'a' })]).marks).toEqual({
      a: { received_rate_per_sec: { hidden: true } },
    });
  });

  it('of a list in which nothing is judged or hidden take no look at its items', () => {
    const items = Array.from({ length: 3 }, () => ({
      get name(): string {
        throw new Error('an item was looked at');
      },
    }));
    const plugin = { ...fakeList, fields: { name: text('Name.') } };
    const limits = limitsOf(plugin, { section: {}, historySize: 10, cores: 1 });
    const judge = createJudge(plugin, limits);
    const marksOf = createMarks({ plugin, limits, judge, visibility: new Visibility(plugin, limits) });
    expect(marksOf(items)).toEqual({});
  });

  it('keep what a plugin says last', () => {
    const plugin: ListPlugin = {
      ...fakeList,
      decorate: (_, items) =>
        Object.fromEntries(items.map(({ name }) => [name, { load: { decoration: 'CAREFUL' }, fan: {} }])),
    };
    const see = marking(plugin);
    expect(see([everyReading({ name: 'a' })]).marks).toEqual({ a: { load: { decoration: 'CAREFUL' } } });
  });

  it('are none for text, and for lists without identities', () => {
    expect(marking(fakeScalar)('word').marks).toEqual({});
    expect(marking({ ...fakeList, key: null })([{ ...everyReading(), load: 99 }]).marks).toEqual({});
  });

  it('agree with the views of any values', () => {
    const item = fc.record({ load: fc.integer({ min: -5, max: 120 }), received: fc.nat({ max: 100_000 }) });
    const readings = fc.array(fc.array(item, { maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(readings, fc.boolean(), (readings, hide) => {
        const see = marking(fakeList, { hide_zero: String(hide) });
        for (const reading of readings) {
          const { marks, views } = see(
            reading.map((item, index) => everyReading({ name: `${index}`, ...item })),
          );
          const expected = Object.entries(views).map(
            ([identity, own]) => [identity, unusual(own as Views)] as const,
          );
          expect(marks).toEqual(
            Object.fromEntries(expected.filter(([, own]) => Object.keys(own).length > 0)),
          );
        }
      }),
    );
  });
});
