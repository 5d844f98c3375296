import { describe as suite, expect, it } from 'vitest';
import { fakeList, fakeScalar } from '../../test/support/fake-plugin.ts';
import { describe } from './describe.ts';

suite('describe', () => {
  it('tells unit and description of a field', () => {
    expect(describe(fakeList, 'load')).toEqual({ unit: 'percent', description: 'Load.' });
    expect(describe(fakeList, 'alias')).toEqual({ unit: null, description: 'Label.' });
  });

  it('knows extremes of fields that have them', () => {
    expect(describe(fakeList, 'load_max')).toEqual({
      unit: 'percent',
      description: 'Largest value since start. Load.',
    });
    expect(describe(fakeList, 'speed_max')).toBeNull();
  });

  it('knows the time since the previous sample where it is served', () => {
    expect(describe(fakeList, 'time_since_update')?.unit).toBe('seconds');
    expect(describe({ ...fakeList, fields: {} }, 'time_since_update')).toBeNull();
  });

  it.each(['received_gauge', 'received_rate_per_sec', 'key', 'nothing', 'constructor', '__proto___min'])(
    'knows nothing of %s',
    (name) => {
      expect(describe(fakeList, name)).toBeNull();
    },
  );

  it('knows nothing of scalars', () => {
    expect(describe(fakeScalar, 'value')).toBeNull();
  });
});
