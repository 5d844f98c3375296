import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  constant,
  counter,
  derived,
  flag,
  gauge,
  hasHistory,
  list,
  object,
  type Reading,
  type ServedOf,
  text,
} from './fields.ts';

const fields = {
  name: text('Name.'),
  load: gauge('percent', 'Load.', { extremes: true }),
  speed: gauge('number', 'Speed.', { nullWhen: 'nothing moves' }),
  size: constant('bytes', 'Size.', { sparse: true }),
  packets: counter('number', 'Packets.'),
  drops: counter('number', 'Drops.', { sparse: true }),
  is_up: flag('bool', 'Up.'),
  tags: list('list', 'Tags.', text('Tag.')),
  owner: object(null, 'Owner.', { id: gauge('number', 'Id.') }),
  ratio: derived('percent', 'Ratio.', () => 1),
  share: derived('percent', 'Share.', () => null, { nullWhen: 'nothing is shared' }),
};

interface ExpectedReading {
  name: string;
  load: number;
  speed: number | null;
  size?: number;
  packets: number;
  drops?: number;
  is_up: boolean;
  tags: string[];
  owner: { id: number };
}

interface ExpectedServed extends ExpectedReading {
  load_min: number;
  load_max: number;
  load_mean: number;
  packets_gauge: number;
  packets_rate_per_sec: number;
  drops_gauge?: number;
  drops_rate_per_sec?: number;
  ratio: number;
  share: number | null;
  time_since_update: number;
}

/** The members of an intersection as one object type. */
type Flat<T> = { [K in keyof T]: T[K] };

describe('types of declared fields', () => {
  it('derives readings and served items', () => {
    expectTypeOf<Flat<Reading<typeof fields>>>().branded.toEqualTypeOf<ExpectedReading>();
    expectTypeOf<Flat<ServedOf<typeof fields>>>().branded.toEqualTypeOf<ExpectedServed>();
  });

  it('serves no time without a counter', () => {
    const still = { load: gauge('percent', 'Load.') };
    expectTypeOf<Flat<ServedOf<typeof still>>>().branded.toEqualTypeOf<{ load: number }>();
  });

  it('does not compile with a key too few or too many', () => {
    const pair = { user: gauge('percent', 'User.'), idle: gauge('percent', 'Idle.') };
    type Pair = Reading<typeof pair>;
    const whole: Pair = { user: 1, idle: 2 };
    // @ts-expect-error idle is missing
    const few: Pair = { user: 1 };
    // @ts-expect-error nice is not declared
    const many: Pair = { user: 1, idle: 2, nice: 3 };
    // @ts-expect-error idle has no cause of null
    const empty: Pair = { user: 1, idle: null };
    expect([whole, few, many, empty]).toHaveLength(4);
  });

  it('does not compile when a derived value is null without being declared so', () => {
    // @ts-expect-error null needs `nullWhen`
    expect(derived('percent', 'Share.', () => null).options).toEqual({});
  });

  it('does not compile when nothing says what makes a field null', () => {
    // @ts-expect-error a clause says it
    expect(gauge('percent', 'Load.', { nullWhen: true }).options).toBeDefined();
    // @ts-expect-error a clause has words
    expect(gauge('percent', 'Load.', { nullWhen: '' }).options).toBeDefined();
  });
});

describe('declarations', () => {
  it('hold kind, unit, description and options', () => {
    expect(gauge('percent', 'Load.', { nullWhen: 'it is idle' })).toEqual({
      kind: 'gauge',
      unit: 'percent',
      description: 'Load.',
      options: { nullWhen: 'it is idle' },
    });
    expect(text('Name.').unit).toBeNull();
    expect(text('Name.', { unit: 'string' }).unit).toBe('string');
  });

  it.each([
    ['gauges', gauge('percent', ''), true],
    ['counters', counter('number', ''), true],
    ['derived values', derived('number', '', () => 1), true],
    ['gauges that opted out', gauge('percent', '', { history: false }), false],
    ['constants', constant('number', ''), false],
    ['texts', text(''), false],
    ['flags', flag('bool', ''), false],
    ['lists', list('list', '', text('')), false],
    ['objects', object(null, '', {}), false],
  ])('history of %s', (_, field, kept) => {
    expect(hasHistory(field)).toBe(kept);
  });
});
