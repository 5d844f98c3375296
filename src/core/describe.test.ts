import { describe as suite, expect, it } from 'vitest';
import { fakeList, fakeScalar } from '../../test/support/fake-plugin.ts';
import { describe } from './describe.ts';

suite('describe', () => {
  it('tells unit and description of a field', () => {
    expect(describe(fakeList, 'load')).toEqual({ unit: 'percent', description: 'Load.' });
    expect(describe(fakeList, 'alias')).toEqual({ unit: 'string', description: 'Label.' });
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

  it('knows the companions of counters', () => {
    expect(describe(fakeList, 'received_gauge')).toEqual({
      unit: 'bytes',
      description: 'Cumulative value. Bytes received.',
    });
    expect(describe(fakeList, 'errors_rate_per_sec')).toEqual({
      unit: 'numberpersecond',
      description: 'Per second, rounded down. Errors.',
    });
  });

  it('knows the member that names the identity, where items have it', () => {
    expect(describe(fakeList, 'key')?.unit).toBe('string');
    expect(describe({ ...fakeList, keyMember: false }, 'key')).toBeNull();
  });

  it.each(['speed_gauge', 'received_min', 'nothing', 'constructor', '__proto___min'])(
    'knows nothing of %s',
    (name) => {
      expect(describe(fakeList, name)).toBeNull();
    },
  );

  it('knows nothing of scalars', () => {
    expect(describe(fakeScalar, 'value')).toBeNull();
  });
});
