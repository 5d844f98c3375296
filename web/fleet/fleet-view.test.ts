import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../test/support/any-character.ts';
import { type FleetView, formatFleetView, NO_VIEW, parseFleetView, readHabits, TABS } from './fleet-view.ts';
import { WORST_STATUSES_FIRST } from '../../src/core/server-status.ts';

describe('the view', () => {
  it('is in the address', () => {
    const view: FleetView = {
      ...NO_VIEW,
      search: 'db & web',
      statuses: ['OFFLINE', 'SNMP'],
      levels: ['critical'],
      tag: 'eu',
      sort: 'cpu_total',
      isReversed: true,
      group: 'tag',
      folded: ['web'],
      open: 'db1:61208',
      panel: 'help',
    };
    expect(formatFleetView(view)).toBe(
      '#q=db+%26+web&status=OFFLINE,SNMP&level=critical&tag=eu&sort=-cpu_total&group=tag&fold=web&open=db1:61208&panel=help',
    );
    expect(parseFleetView(formatFleetView(view))).toEqual(view);
    expect(formatFleetView({ ...NO_VIEW })).toBe('');
  });

  it('comes back from the address, whatever is in it', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 40 });
    const views = fc.record({
      tab: fc.constantFrom(...TABS),
      compared: fc.array(text, { maxLength: 3 }),
      metric: text,
      span: fc.integer({ min: 1, max: 86_400 }),
      search: text,
      statuses: fc.subarray([...WORST_STATUSES_FIRST]),
      levels: fc.subarray(['careful', 'warning', 'critical'] as const).map((all) => [...all]),
      tag: text,
      sort: fc.constantFrom('worst', 'name', 'cpu_total'),
      isReversed: fc.boolean(),
      group: fc.constantFrom('none' as const, 'tag' as const, 'status' as const),
      folded: fc.array(text, { maxLength: 3 }),
      open: text,
      panel: fc.constantFrom('' as const, 'help' as const, 'add' as const),
    });
    fc.assert(
      fc.property(views, (view) => {
        expect(parseFleetView(formatFleetView(view))).toEqual(view);
      }),
    );
    fc.assert(fc.property(text, (hash) => void parseFleetView(hash)));
  });

  it('leaves out what makes no sense', () => {
    expect(parseFleetView('#status=DOWN,OFFLINE&level=OK&group=x&panel=y&sort=')).toEqual({
      ...NO_VIEW,
      statuses: ['OFFLINE'],
    });
  });

  it('begins with what the browser remembers', () => {
    const habits = { sort: 'name', isReversed: true, group: 'tag' } as const;
    expect(parseFleetView('', habits)).toMatchObject(habits);
    expect(parseFleetView('#sort=age&group=none', habits)).toMatchObject({
      sort: 'age',
      isReversed: false,
      group: 'none',
    });
  });
});

it.each([null, '{', '[]', '{"sort":5,"group":"x","isReversed":"no"}'])(
  'habits may be anything: %s',
  (text) => {
    const storage = { getItem: () => text } as unknown as Storage;
    expect(readHabits(storage)).toEqual({ sort: 'worst', isReversed: false, group: 'none' });
  },
);
